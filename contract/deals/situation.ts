import type { DealRole } from './facts.ts';

/** How a thing that a request names has ended: by somebody's word, or by its time or by something else. */
type Ended = 'decided' | 'lapsed';

/**
 * What stands between buyer and seller now, as one of them sees it. An end whose time has come has happened here. The
 * item is public, or its deals cannot be seen.
 */
export interface DealSituation {
	/** Of the one who acts. */
	role: DealRole;
	/** One of the two has blocked the other, or the buyer is banned or deleted. */
	isBlocked: boolean;
	isSold: boolean;
	/** Its price is fixed, or it is free. */
	isPriceFixed: boolean;
	/** There are whole rupees that a buyer can offer for it. */
	canBeOffered: boolean;
	/** The buyer has written, or made a step. */
	hasWritten: boolean;
	/** The open offer, if the request names none or this one. */
	offer: { by: DealRole; isCounter: boolean; canBeCountered: boolean } | null;
	/** The offer that the request names, or else the last one, if it is not open. */
	endedOffer: Ended | null;
	attemptsLeft: number;
	/** For whom the item is reserved; a turn is not a reservation. */
	reservedFor: 'this buyer' | 'somebody else' | null;
	/** Who has the item to themselves after a reservation. */
	turnOf: 'this buyer' | 'somebody else' | null;
	/** The buyer waits in the queue; also on turn. */
	isInQueue: boolean;
	/** Queues that the buyer may still join. */
	queuesLeft: number;
	/** The newest proposal of the living reservation, if the request names none or this one. */
	handover: {
		isOwn: boolean;
		isAgreed: boolean;
		/** Its time has come. */
		hasBegun: boolean;
		/** The one who acts has said how it went. */
		hasSaid: boolean;
	} | null;
	/** The hand-over that the request names, or else the last agreed one, if it is over. */
	endedHandover: Ended | null;
	/** The sale to this buyer. */
	sale: { isAnswered: boolean; isComplete: boolean } | null;
	/** Since the deal is complete. */
	review: {
		isWritten: boolean;
		isOver: boolean;
		/** The other's review can be read. */
		isAboutMe: boolean;
		isAnswered: boolean;
	} | null;
}
