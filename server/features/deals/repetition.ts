import type { Room } from '#contract/chat/room-id.ts';
import type { DealAction, DealRole } from '#contract/deals/facts.ts';
import type { Pair } from './pair-queries.ts';
import { reserveSubject } from './reservation-effects.ts';
import { replySubject } from './review-effects.ts';
import { findRepeatedSubject } from './step-queries.ts';
import type { DealTransaction, StepActor } from './steps.ts';

/**
 * Whether the request repeats an earlier step: the same user sent the same action with the same body before. The row of
 * that step, such as an offer, must have had no later step, and must still be the current row.
 */
export async function isRepetition(
	{ tx, item }: DealTransaction,
	room: Room,
	actor: StepActor,
	pair: Pair,
	role: DealRole,
): Promise<boolean> {
	const subject = await findRepeatedSubject(tx, room, actor, item.listedAt);
	if (subject === undefined) return false;
	const current = SUBJECTS[actor.action]?.(pair, room.buyerId, role);
	return current === undefined || current === subject;
}

/**
 * Finds the subject of a step (`NewStep.subject`).
 * @param role the side that acts
 */
type FindSubject = (pair: Pair, buyerId: number, role: DealRole) => string | undefined;

const offerOfBuyer: FindSubject = ({ lastBuyerOfferId: id }) =>
	id === null ? undefined : `offer ${id}`;
const lastPlace: FindSubject = ({ lastPlaceSubject }) => lastPlaceSubject ?? undefined;
/**
 * Only this buyer's reservation: a repeated request is not about a reservation that another buyer has got meanwhile.
 */
const openReservation: FindSubject = ({ reservation }, buyerId) =>
	reservation?.buyerId === buyerId ? `reservation ${reservation.id}` : undefined;
const saleToBuyer: FindSubject = ({ sale }) => (sale ? `sale ${sale.id}` : undefined);
/**
 * The answer to the newest review about the acting side. There may be several, as the item can be sold to the same
 * buyer twice.
 */
const lastAnswer: FindSubject = ({ reviews }, _buyerId, role) => {
	const review = reviews.find((one) => one.role !== role);
	return review && replySubject(review.id);
};
const lastReservation: FindSubject = ({ lastReservationId: id }) =>
	id === null ? undefined : `reservation ${id}`;

/**
 * By action, the subject of the current row. This is the row that a step would be about now or, if there is none, the
 * newest ended row of its kind. A request that equals an earlier one about another row is a new step, not a repetition.
 * Undefined if the state of the deal does not determine the row. Then the request is a repetition as long as the row of
 * the earlier step has had no later step.
 */
const SUBJECTS: Partial<Record<DealAction, FindSubject>> = {
	offer: offerOfBuyer,
	'counter-offer': offerOfBuyer,
	reserve: ({ lastReservationId }) =>
		lastReservationId === null ? undefined : reserveSubject(lastReservationId),
	release: lastReservation,
	// When the seller reserves the item for the buyer, the place ends without a step.
	'join-queue': ({ place }) => (place ? `queue ${place.id}` : 'no place'),
	'leave-queue': lastPlace,
	'take-turn': lastPlace,
	'pass-turn': lastPlace,
	// The same place and times can be proposed again in a new reservation.
	'propose-handover': (pair, ...who) =>
		pair.handover ? `handover ${pair.handover.id}` : openReservation(pair, ...who),
	'confirm-sale': saleToBuyer,
	'deny-sale': saleToBuyer,
	'reply-review': lastAnswer,
};
