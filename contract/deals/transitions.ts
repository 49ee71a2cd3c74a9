import { DEAL_ERRORS, type DealErrorName } from './errors.ts';
import { DEAL_ACTIONS, type DealAction, type DealRole } from './facts.ts';

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

interface Requirement {
	/** The refusal where it is not met. */
	error: DealErrorName;
	/** For the documentation. */
	words: string;
	isMet: (situation: DealSituation) => boolean;
}

interface Transition {
	by: readonly DealRole[];
	/** In the order in which they are checked: the first that is not met is the refusal. */
	requires: readonly Requirement[];
	/** What follows, for the documentation; server/features/deals/effects.ts does it. */
	effect: string;
}

const requirement = (
	error: DealErrorName,
	words: string,
	isMet: Requirement['isMet'],
): Requirement => ({ error, words, isMet });

const NOT_BLOCKED = requirement(
	'notAvailable',
	'neither has blocked the other',
	({ isBlocked }) => !isBlocked,
);
const ON_SALE = requirement('itemSold', 'the item is on sale', ({ isSold }) => !isSold);
const NOT_RESERVED_FOR_OTHER = requirement(
	'reservedForOther',
	'it is not reserved for somebody else',
	({ reservedFor }) => reservedFor !== 'somebody else',
);
const NOT_TURN_OF_OTHER = requirement(
	'reservedForOther',
	'it is nobody else’s turn',
	({ turnOf }) => turnOf !== 'somebody else',
);
const RESERVED = requirement(
	'notAvailable',
	'it is reserved for the buyer',
	({ reservedFor }) => reservedFor === 'this buyer',
);
const ON_TURN = requirement(
	'noTurn',
	'it is the buyer’s turn',
	({ turnOf }) => turnOf === 'this buyer',
);

const OFFER_UNDECIDED = requirement(
	'alreadyDecided',
	'the offer is undecided',
	({ endedOffer }) => endedOffer !== 'decided',
);
const OFFER_NOT_LAPSED = requirement(
	'offerLapsed',
	'the offer has not lapsed',
	({ endedOffer }) => endedOffer !== 'lapsed',
);
const OFFER_OF_OTHER = requirement(
	'notAvailable',
	'the other has made it',
	({ offer, role }) => offer !== null && offer.by !== role,
);
const OFFER_OPEN = [NOT_BLOCKED, OFFER_UNDECIDED, ON_SALE, OFFER_NOT_LAPSED];

const AGREED = requirement(
	'notAgreed',
	'a hand-over is agreed',
	({ handover }) => handover?.isAgreed === true,
);
const HANDOVER_SAYABLE = [
	NOT_BLOCKED,
	requirement(
		'alreadyDecided',
		'nobody has said that the other did not come',
		({ endedHandover }) => endedHandover !== 'decided',
	),
	ON_SALE,
	requirement(
		'windowOver',
		'the reservation lasts',
		({ endedHandover }) => endedHandover !== 'lapsed',
	),
	AGREED,
	requirement('notAvailable', 'its time has come', ({ handover }) => handover?.hasBegun === true),
	requirement(
		'alreadyDecided',
		'one has not said yet how it went',
		({ handover }) => handover?.hasSaid === false,
	),
];
const SALE_ANSWERABLE = [
	requirement('notAvailable', 'it was sold to the buyer', ({ sale }) => sale !== null),
	requirement(
		'alreadyDecided',
		'the buyer has not answered',
		({ sale }) => sale?.isAnswered === false,
	),
	requirement(
		'windowOver',
		'the time to answer is not over',
		({ sale }) => sale?.isComplete === false,
	),
];

const EITHER: readonly DealRole[] = ['buyer', 'seller'];

/**
 * Who can do what in a deal, when, and what follows. `actions` of a deal, the refusals and their order, the
 * documentation and the tests are made from this table.
 */
export const DEAL_TRANSITIONS: Readonly<Record<DealAction, Transition>> = {
	offer: {
		by: ['buyer'],
		requires: [
			NOT_BLOCKED,
			ON_SALE,
			requirement('priceFixed', 'its price is neither fixed nor zero', (one) => !one.isPriceFixed),
			NOT_RESERVED_FOR_OTHER,
			NOT_TURN_OF_OTHER,
			requirement(
				'notAvailable',
				'it is neither reserved for the buyer nor the buyer’s turn',
				(one) => one.reservedFor === null && one.turnOf === null,
			),
			requirement('notAvailable', 'no offer is open', ({ offer }) => offer === null),
			requirement('noAttemptsLeft', 'the buyer has attempts left', (one) => one.attemptsLeft > 0),
			requirement('notAvailable', 'a whole rupee fits', ({ canBeOffered }) => canBeOffered),
		],
		effect: 'An offer is open for 24 hours.',
	},
	'accept-offer': {
		by: EITHER,
		requires: [...OFFER_OPEN, OFFER_OF_OTHER],
		effect: 'The item is reserved for the buyer for 48 hours at that amount; other offers lapse.',
	},
	'decline-offer': {
		by: EITHER,
		requires: [...OFFER_OPEN, OFFER_OF_OTHER],
		effect: 'The offer is over.',
	},
	'counter-offer': {
		by: ['seller'],
		requires: [
			...OFFER_OPEN,
			requirement('alreadyDecided', 'it is not countered yet', ({ offer }) => !offer?.isCounter),
			OFFER_OF_OTHER,
			requirement(
				'notAvailable',
				'a higher amount is possible',
				({ offer }) => offer?.canBeCountered === true,
			),
		],
		effect: 'A counter-offer stands in its place for 24 hours.',
	},
	'withdraw-offer': {
		by: ['buyer'],
		requires: [
			...OFFER_OPEN,
			requirement('notAvailable', 'the buyer has made it', ({ offer }) => offer?.by === 'buyer'),
		],
		effect: 'The offer is over.',
	},
	reserve: {
		by: ['seller'],
		requires: [
			NOT_BLOCKED,
			ON_SALE,
			NOT_RESERVED_FOR_OTHER,
			requirement(
				'notAvailable',
				'it is not reserved yet',
				({ reservedFor }) => reservedFor === null,
			),
			requirement('notAvailable', 'the buyer has written', ({ hasWritten }) => hasWritten),
		],
		effect: 'The item is reserved for the buyer; every open offer lapses, and a turn ends.',
	},
	release: {
		by: EITHER,
		requires: [
			NOT_BLOCKED,
			ON_SALE,
			RESERVED,
			requirement(
				'notAvailable',
				'the time of an agreed hand-over has not come',
				({ handover }) => !(handover?.isAgreed && handover.hasBegun),
			),
		],
		effect: 'The reservation ends, and the first in the queue has six hours.',
	},
	'join-queue': {
		by: ['buyer'],
		requires: [
			NOT_BLOCKED,
			ON_SALE,
			requirement(
				'notAvailable',
				'it is reserved for somebody else, or their turn',
				(one) => one.reservedFor === 'somebody else' || one.turnOf === 'somebody else',
			),
			requirement('notAvailable', 'the buyer is not in the queue', ({ isInQueue }) => !isInQueue),
			requirement(
				'notAvailable',
				'the buyer is in fewer than ten queues',
				(one) => one.queuesLeft > 0,
			),
		],
		effect: 'The buyer comes last in the queue.',
	},
	'leave-queue': {
		by: ['buyer'],
		requires: [
			NOT_BLOCKED,
			ON_SALE,
			requirement(
				'notAvailable',
				'the buyer waits in the queue',
				({ isInQueue, turnOf }) => isInQueue && turnOf !== 'this buyer',
			),
		],
		effect: 'The buyer is no longer in the queue.',
	},
	'take-turn': {
		by: ['buyer'],
		requires: [NOT_BLOCKED, ON_SALE, NOT_RESERVED_FOR_OTHER, ON_TURN],
		effect: 'The item is reserved for the buyer for 48 hours at the asked price.',
	},
	'pass-turn': {
		by: ['buyer'],
		requires: [NOT_BLOCKED, ON_SALE, NOT_RESERVED_FOR_OTHER, ON_TURN],
		effect: 'The next in the queue has six hours.',
	},
	'propose-handover': {
		by: EITHER,
		requires: [
			NOT_BLOCKED,
			ON_SALE,
			NOT_RESERVED_FOR_OTHER,
			RESERVED,
			requirement('alreadyDecided', 'none is agreed', ({ handover }) => !handover?.isAgreed),
		],
		effect: 'The newest proposal stands.',
	},
	'accept-handover': {
		by: EITHER,
		requires: [
			NOT_BLOCKED,
			ON_SALE,
			requirement('alreadyDecided', 'none is agreed', ({ handover }) => !handover?.isAgreed),
			requirement(
				'notAvailable',
				'it is the newest, and the other’s',
				({ handover }) => handover?.isOwn === false,
			),
		],
		effect: 'The hand-over is agreed, and the reservation lasts until two hours after it.',
	},
	'cancel-handover': {
		by: EITHER,
		requires: [
			NOT_BLOCKED,
			ON_SALE,
			AGREED,
			requirement(
				'windowOver',
				'its time has not come',
				({ handover }) => handover?.hasBegun === false,
			),
		],
		effect: 'The hand-over is called off; the reservation lasts at least 24 hours from now.',
	},
	'handover-done': {
		by: EITHER,
		requires: HANDOVER_SAYABLE,
		effect: 'The seller’s word sells it to the buyer; with the buyer’s word the deal is complete.',
	},
	'handover-missed': {
		by: EITHER,
		requires: HANDOVER_SAYABLE,
		effect: 'The other is marked, and the reservation ends.',
	},
	'confirm-sale': {
		by: ['buyer'],
		requires: SALE_ANSWERABLE,
		effect: 'The deal is complete.',
	},
	'deny-sale': {
		by: ['buyer'],
		requires: SALE_ANSWERABLE,
		effect: 'The seller is told; the item stays sold.',
	},
	review: {
		by: EITHER,
		requires: [
			requirement('notAvailable', 'the deal is complete', ({ review }) => review !== null),
			requirement(
				'alreadyDecided',
				'one has not written yet',
				({ review }) => review?.isWritten === false,
			),
			requirement(
				'windowOver',
				'the 14 days are not over',
				({ review }) => review?.isOver === false,
			),
		],
		effect: 'The review is hidden until both have written or the 14 days are over.',
	},
	'reply-review': {
		by: EITHER,
		requires: [
			requirement(
				'notAvailable',
				'the other’s review can be read',
				({ review }) => review?.isAboutMe === true,
			),
			requirement(
				'alreadyDecided',
				'one has not answered yet',
				({ review }) => review?.isAnswered === false,
			),
		],
		effect: 'The answer stands below the review.',
	},
};

/** Why this action is not possible now; undefined if it is. */
export function refusalOf(
	action: DealAction,
	situation: DealSituation,
): (typeof DEAL_ERRORS)[DealErrorName] | undefined {
	const { by, requires } = DEAL_TRANSITIONS[action];
	if (!by.includes(situation.role)) return DEAL_ERRORS.notAvailable;
	const unmet = requires.find(({ isMet }) => !isMet(situation));
	return unmet && DEAL_ERRORS[unmet.error];
}

/** What can be done now, in the order of `DEAL_ACTIONS`. */
export function possibleActions(situation: DealSituation): DealAction[] {
	return DEAL_ACTIONS.filter((action) => refusalOf(action, situation) === undefined);
}
