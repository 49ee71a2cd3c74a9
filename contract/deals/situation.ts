import type { DealRole } from './facts.ts';

/** How an offer or a hand-over ended: decided by a person, or lapsed by its time limit or for another reason. */
type Ended = 'decided' | 'lapsed';

/**
 * The state of a deal now, as one of its two people sees it: what the rules in transitions.ts depend on. An offer, a
 * reservation or a turn whose time limit has passed counts as ended. The item is always public, because nobody can see
 * the deals of an item that is not.
 */
export interface DealSituation {
	/** The role of the person who acts. */
	role: DealRole;
	/**
	 * The person who acts has blocked the other, or the buyer is banned or deleted. Who is blocked is not told: to them all
	 * is as without the block.
	 */
	isBlocked: boolean;
	/** The seller has taken the item off the market, and has not sold it. */
	isRemoved: boolean;
	isSold: boolean;
	/** The price of the item is fixed, or the item is free. */
	isPriceFixed: boolean;
	/** There is an amount in whole rupees that a buyer can offer for the item. */
	canBeOffered: boolean;
	/** The buyer has a confirmed address. */
	isBuyerConfirmed: boolean;
	hasBuyerBlocked: boolean;
	/** The buyer has written in the chat, or taken a step of a deal. */
	hasWritten: boolean;
	/** The open offer, if the request names none or this one. */
	offer: { by: DealRole; isCounter: boolean; canBeCountered: boolean } | null;
	/** The offer that the request names, or else the last one, if it is not open. */
	endedOffer: Ended | null;
	/** Offers that the buyer can still make at this price. */
	attemptsLeft: number;
	/** For whom the item is reserved; a turn is not a reservation. */
	reservedFor: 'this buyer' | 'somebody else' | null;
	/** Whose turn it is: after a reservation, each person in the queue in turn has some hours to reserve the item. */
	turnOf: 'this buyer' | 'somebody else' | null;
	/** The buyer is in the queue, also while it is the buyer's turn. */
	isInQueue: boolean;
	/** Queues that the buyer may still join. */
	queuesLeft: number;
	/** The newest proposal for a hand-over of the open reservation, if the request names none or this one. */
	handover: {
		isOwn: boolean;
		isAgreed: boolean;
		/** The agreed time has come. */
		hasBegun: boolean;
		/** It is so long ago that one can say that the other did not come. */
		isOverdue: boolean;
		/** The person who acts has said 'Done'. */
		hasSaidDone: boolean;
		/** One of the two has said 'Done'. */
		isSaidDone: boolean;
	} | null;
	/** The hand-over that the request names, or else the last agreed one, if it is over. */
	endedHandover: Ended | null;
	/** The hand-over to which, as one side says, the other did not come; the newest, unless another is agreed since. */
	missed: {
		/** The person who acts is the one who did not come. */
		isAboutActor: boolean;
		isContested: boolean;
		/** The time to contest it is over. */
		isOver: boolean;
	} | null;
	/** The sale to this buyer. */
	sale: { isAnswered: boolean; isComplete: boolean } | null;
	/** Null until the deal is complete. */
	review: {
		/** One of the two has blocked the other, and the person to be reviewed never agreed to anything in the deal. */
		isAgainstWill: boolean;
		/** The person who acts has written a review. */
		isWritten: boolean;
		/** Reviews can no longer be written. */
		isOver: boolean;
		/** The other's review, which is about the person who acts, can be read. */
		isOthersReadable: boolean;
		/** The person who acts has answered that review. */
		isAnswered: boolean;
	} | null;
}
