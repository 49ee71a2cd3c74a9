import { DEAL_ERRORS, type DealErrorName, HELD_FOR_OTHER } from './errors.ts';
import { DEAL_ACTIONS, DEAL_LIMITS, type DealAction, type DealRole } from './facts.ts';
import {
	HANDOVER_AGREED,
	HANDOVER_BEGUN,
	HANDOVER_OUTCOME_OPEN,
	NOT_BLOCKED,
	NOT_RESERVED_FOR_OTHER,
	NOT_TURN_OF_OTHER,
	OFFER_OF_OTHER,
	OFFER_OPEN,
	ON_SALE,
	RESERVED_FOR_BUYER,
	type Requirement,
	requirement,
	SALE_ANSWERABLE,
	TURN_OF_BUYER,
} from './requirements.ts';
import type { DealSituation } from './situation.ts';

/** When an action is possible, and what it does. */
interface Transition {
	by: readonly DealRole[];
	/** In the order in which they are checked: the first that is not met is the refusal. */
	requires: readonly Requirement[];
	/** The effect in words, for the API documentation. The code of the effect is in server/features/deals/apply.ts. */
	effect: string;
}

const EITHER: readonly DealRole[] = ['buyer', 'seller'];
const { turnHours, nightFromHour, nightToHour } = DEAL_LIMITS;
const TURN_HOURS = `${turnHours} hours, the night from ${nightFromHour} to ${nightToHour} not counted`;

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
			requirement(
				'priceFixed',
				'its price is neither fixed nor zero',
				(situation) => !situation.isPriceFixed,
			),
			NOT_RESERVED_FOR_OTHER,
			NOT_TURN_OF_OTHER,
			requirement(
				'notAvailable',
				'it is neither reserved for the buyer nor the buyer’s turn',
				(situation) => situation.reservedFor === null && situation.turnOf === null,
			),
			requirement('notAvailable', 'no offer is open', ({ offer }) => offer === null),
			requirement(
				'noAttemptsLeft',
				'the buyer has attempts left',
				(situation) => situation.attemptsLeft > 0,
			),
			requirement('notAvailable', 'a whole rupee fits', ({ canBeOffered }) => canBeOffered),
		],
		effect: `An offer is open for ${DEAL_LIMITS.offerHours} hours.`,
	},
	'accept-offer': {
		by: EITHER,
		requires: [...OFFER_OPEN, OFFER_OF_OTHER],
		effect: `The item is reserved for the buyer for ${DEAL_LIMITS.reservationHours} hours at that amount; other offers lapse.`,
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
		effect: `A counter-offer stands in its place for ${DEAL_LIMITS.offerHours} hours.`,
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
			requirement(
				'notAvailable',
				'the buyer has written, and has not blocked the seller',
				({ hasWritten, hasBuyerBlocked }) => hasWritten && !hasBuyerBlocked,
			),
		],
		effect: 'The item is reserved for the buyer; every open offer lapses, and a turn ends.',
	},
	release: {
		by: EITHER,
		requires: [
			NOT_BLOCKED,
			ON_SALE,
			RESERVED_FOR_BUYER,
			requirement(
				'notAvailable',
				'the time of an agreed hand-over has not come, and nobody has said that it is done',
				({ handover }) => !(handover?.isAgreed && (handover.hasBegun || handover.isSaidDone)),
			),
		],
		effect: `The reservation ends, and the first in the queue has ${TURN_HOURS}.`,
	},
	'join-queue': {
		by: ['buyer'],
		requires: [
			NOT_BLOCKED,
			ON_SALE,
			requirement(
				'notAvailable',
				'it is reserved for somebody else, or their turn',
				(situation) =>
					situation.reservedFor === 'somebody else' || situation.turnOf === 'somebody else',
			),
			requirement('notAvailable', 'the buyer is not in the queue', ({ isInQueue }) => !isInQueue),
			requirement(
				'notAvailable',
				'the buyer is in fewer than ten queues',
				(situation) => situation.queuesLeft > 0,
			),
			requirement(
				'notAvailable',
				'the buyer has a confirmed address, or has written',
				({ isBuyerConfirmed, hasWritten }) => isBuyerConfirmed || hasWritten,
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
		requires: [NOT_BLOCKED, ON_SALE, NOT_RESERVED_FOR_OTHER, TURN_OF_BUYER],
		effect: `The item is reserved for the buyer for ${DEAL_LIMITS.reservationHours} hours at the asked price.`,
	},
	'pass-turn': {
		by: ['buyer'],
		requires: [NOT_BLOCKED, ON_SALE, NOT_RESERVED_FOR_OTHER, TURN_OF_BUYER],
		effect: `The next in the queue has ${TURN_HOURS}.`,
	},
	'propose-handover': {
		by: EITHER,
		requires: [
			NOT_BLOCKED,
			ON_SALE,
			NOT_RESERVED_FOR_OTHER,
			RESERVED_FOR_BUYER,
			requirement('alreadyDecided', 'none is agreed', ({ handover }) => !handover?.isAgreed),
			// A new proposal would take 'I was there' from the other.
			requirement(
				'notAvailable',
				'one has not just said that the other did not come',
				({ missed }) => !missed || missed.isAboutActor || missed.isContested || missed.isOver,
			),
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
		effect: `The hand-over is agreed, and the reservation lasts until ${DEAL_LIMITS.hoursAfterHandover} hours after it.`,
	},
	'cancel-handover': {
		by: EITHER,
		requires: [
			NOT_BLOCKED,
			ON_SALE,
			HANDOVER_AGREED,
			requirement(
				'windowOver',
				'its time has not come',
				({ handover }) => handover?.hasBegun === false,
			),
			requirement(
				'alreadyDecided',
				'nobody has said that it is done',
				({ handover }) => handover?.isSaidDone === false,
			),
		],
		effect: 'The hand-over is called off; the reservation lasts as long as before.',
	},
	'handover-done': {
		by: EITHER,
		requires: HANDOVER_OUTCOME_OPEN,
		effect: 'The seller’s word sells it to the buyer; with the buyer’s word the deal is complete.',
	},
	'handover-no-deal': {
		by: EITHER,
		requires: [...HANDOVER_OUTCOME_OPEN, HANDOVER_BEGUN],
		effect: 'The reservation ends, and nobody is marked.',
	},
	'handover-missed': {
		by: EITHER,
		requires: [
			...HANDOVER_OUTCOME_OPEN,
			requirement(
				'notAvailable',
				`${DEAL_LIMITS.missedFromMinutes} minutes have passed since its time`,
				({ handover }) => handover?.isOverdue === true,
			),
		],
		effect: 'The other is marked, and the reservation ends.',
	},
	'handover-contest': {
		by: EITHER,
		requires: [
			requirement('notAvailable', 'one has not blocked the other', ({ isBlocked }) => !isBlocked),
			requirement(
				'notAvailable',
				'the other has said that one did not come, and nothing newer is proposed',
				({ missed, handover }) => missed?.isAboutActor === true && handover === null,
			),
			requirement(
				'alreadyDecided',
				'one has not contested it',
				({ missed }) => missed?.isContested === false,
			),
			requirement(
				'windowOver',
				`the ${DEAL_LIMITS.contestHours} hours are not over`,
				({ missed }) => missed?.isOver === false,
			),
		],
		effect: 'The mark is gone.',
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
				'notAvailable',
				'neither has blocked the other, or the other has agreed to something in the deal',
				({ review }) => review?.isAgainstWill === false,
			),
			requirement(
				'alreadyDecided',
				'one has not written yet',
				({ review }) => review?.isWritten === false,
			),
			requirement(
				'windowOver',
				`the ${DEAL_LIMITS.reviewDays} days are not over`,
				({ review }) => review?.isOver === false,
			),
		],
		effect: `The review is hidden until both have written or the ${DEAL_LIMITS.reviewDays} days are over.`,
	},
	'reply-review': {
		by: EITHER,
		requires: [
			requirement(
				'notAvailable',
				'the other’s review can be read',
				({ review }) => review?.isOthersReadable === true,
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
	if (unmet?.error === 'reservedForOther' && situation.role === 'seller') return HELD_FOR_OTHER;
	return unmet && DEAL_ERRORS[unmet.error];
}

/** What can be done now, in the order of `DEAL_ACTIONS`. */
export function possibleActions(situation: DealSituation): DealAction[] {
	return DEAL_ACTIONS.filter((action) => refusalOf(action, situation) === undefined);
}
