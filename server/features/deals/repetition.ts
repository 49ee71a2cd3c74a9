import type { Room } from '#contract/chat/room-id.ts';
import type { DealAction, DealRole } from '#contract/deals/facts.ts';
import type { Pair } from './pair-queries.ts';
import { madeReservation } from './reservation-effects.ts';
import { answerTo } from './review-effects.ts';
import { findRepeatedSubject } from './step-queries.ts';
import type { Actor, DealTransaction } from './steps.ts';

/** Whether this step was made already, and nothing but it has happened to what it names. */
export async function isRepetition(
	{ tx, item }: DealTransaction,
	room: Room,
	actor: Actor,
	pair: Pair,
	role: DealRole,
): Promise<boolean> {
	const subject = await findRepeatedSubject(tx, room, actor, item.listedAt);
	if (subject === undefined) return false;
	const current = SUBJECTS[actor.action]?.(pair, room.buyerId, role);
	return current === undefined || current === subject;
}

/** @param role the side that acts */
type Subject = (pair: Pair, buyerId: number, role: DealRole) => string | undefined;

const offerOfBuyer: Subject = ({ lastBuyerOfferId: id }) =>
	id === null ? undefined : `offer ${id}`;
const lastPlace: Subject = ({ lastPlaceSubject }) => lastPlaceSubject ?? undefined;
/** Of this buyer: a retry is none about the reservation that somebody else has got meanwhile. */
const livingReservation: Subject = ({ reservation }, buyerId) =>
	reservation?.buyerId === buyerId ? `reservation ${reservation.id}` : undefined;
const saleToBuyer: Subject = ({ sale }) => (sale ? `sale ${sale.id}` : undefined);
/** Of the newest review about who acts: the item can be sold to the same buyer twice. */
const lastAnswer: Subject = ({ reviews }, _buyerId, role) => {
	const review = reviews.find((one) => one.role !== role);
	return review && answerTo(review.id);
};
const lastReservation: Subject = ({ lastReservationId: id }) =>
	id === null ? undefined : `reservation ${id}`;

/**
 * What a step would be about if it were made now, or the newest of its kind that has ended: an older one is not what a
 * retry can be about. Undefined if that does not tell.
 */
const SUBJECTS: Partial<Record<DealAction, Subject>> = {
	offer: offerOfBuyer,
	'counter-offer': offerOfBuyer,
	reserve: ({ lastReservationId }) =>
		lastReservationId === null ? undefined : madeReservation(lastReservationId),
	release: lastReservation,
	// A reservation by the seller ends the place, without a step about it.
	'join-queue': ({ place }) => (place ? `queue ${place.id}` : 'no place'),
	'leave-queue': lastPlace,
	'take-turn': lastPlace,
	'pass-turn': lastPlace,
	// The same place and times can be proposed again in a new reservation.
	'propose-handover': (pair, ...who) =>
		pair.handover ? `handover ${pair.handover.id}` : livingReservation(pair, ...who),
	'confirm-sale': saleToBuyer,
	'deny-sale': saleToBuyer,
	'reply-review': lastAnswer,
};
