import type { DealErrorName } from './errors.ts';
import type { DealSituation } from './situation.ts';

/** What must hold for an action. */
export interface Requirement {
	/** The refusal if it is not met. */
	error: DealErrorName;
	/** The condition in words, for the API documentation. */
	words: string;
	isMet: (situation: DealSituation) => boolean;
}

export const requirement = (
	error: DealErrorName,
	words: string,
	isMet: Requirement['isMet'],
): Requirement => ({ error, words, isMet });

export const NOT_BLOCKED = requirement(
	'notAvailable',
	'one has not blocked the other, and the item is not off the market',
	({ isBlocked, isRemoved }) => !isBlocked && !isRemoved,
);
export const ON_SALE = requirement('itemSold', 'the item is on sale', ({ isSold }) => !isSold);
export const NOT_RESERVED_FOR_OTHER = requirement(
	'reservedForOther',
	'it is not reserved for somebody else',
	({ reservedFor }) => reservedFor !== 'somebody else',
);
export const NOT_TURN_OF_OTHER = requirement(
	'reservedForOther',
	'it is nobody else’s turn',
	({ turnOf }) => turnOf !== 'somebody else',
);
export const RESERVED_FOR_BUYER = requirement(
	'notAvailable',
	'it is reserved for the buyer',
	({ reservedFor }) => reservedFor === 'this buyer',
);
export const TURN_OF_BUYER = requirement(
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
export const OFFER_OF_OTHER = requirement(
	'notAvailable',
	'the other has made it',
	({ offer, role }) => offer !== null && offer.by !== role,
);
/** The requirements of every answer to an offer. */
export const OFFER_OPEN = [NOT_BLOCKED, OFFER_UNDECIDED, ON_SALE, OFFER_NOT_LAPSED];

export const HANDOVER_AGREED = requirement(
	'notAgreed',
	'a hand-over is agreed',
	({ handover }) => handover?.isAgreed === true,
);
/** The requirements for saying how a hand-over went. */
export const HANDOVER_OUTCOME_OPEN = [
	NOT_BLOCKED,
	requirement(
		'alreadyDecided',
		'nobody has said that the other did not come, or that there is no deal',
		({ endedHandover }) => endedHandover !== 'decided',
	),
	ON_SALE,
	requirement(
		'windowOver',
		'the reservation lasts',
		({ endedHandover }) => endedHandover !== 'lapsed',
	),
	HANDOVER_AGREED,
	requirement(
		'alreadyDecided',
		'one has not said that it is done',
		({ handover }) => handover?.hasSaidDone === false,
	),
];
export const HANDOVER_BEGUN = requirement(
	'notAvailable',
	'its time has come',
	({ handover }) => handover?.hasBegun === true,
);
/** The requirements for the buyer's answer whether they got the item. */
export const SALE_ANSWERABLE = [
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
