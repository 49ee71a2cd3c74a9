import { startTurn } from './queue.ts';
import { endPlace, findPlace, findTurn, setTurn } from './queue-queries.ts';
import { insertReservation } from './reservation-queries.ts';
import { endOffers } from './settle.ts';
import { setReservationEnded } from './settle-queries.ts';
import type { DealTransaction, Effects } from './steps.ts';

/**
 * The functions that carry out the seller's 'reserve' and the 'release' by either side. Each writes its rows and adds the
 * step.
 */
export const reservationEffects: Effects<'reserve' | 'release'> = {
	async reserve({ transaction, buyerId, from, actor, body }) {
		const amount = body.amount ?? transaction.item.price;
		const { id, until } = await reserveFor(transaction, buyerId, amount, body.hours);
		transaction.addStep({
			buyerId,
			from,
			actor,
			event: { type: 'reserved', amount, until: until.toISOString() },
			subject: reserveSubject(id),
		});
	},

	async release({ transaction, buyerId, from, actor, body, pair }) {
		if (!pair.reservation) throw new Error('The action was allowed without a reservation.');
		const { id } = pair.reservation;
		await setReservationEnded(transaction.tx, id, 'released', transaction.now, body.reason);
		transaction.addStep({
			buyerId,
			from,
			actor,
			reason: body.reason,
			event: { type: 'released' },
			subject: `reservation ${id}`,
		});
		await startTurn(transaction, transaction.now, buyerId);
	},
};

/**
 * The subject of the step that made a reservation. It differs from the subject of later steps about the reservation, so
 * that a repeated 'reserve' is still recognized after later steps.
 */
export const reserveSubject = (id: number): string => `made reservation ${id}`;

/**
 * Reserves the item for a buyer. Open offers lapse, and the buyer's own place in the queue ends. The current turn ends
 * too; another buyer whose turn it was keeps the place.
 * @returns the reservation's id and end
 */
export async function reserveFor(
	transaction: DealTransaction,
	buyerId: number,
	amountRupees: number,
	hours: number,
): Promise<{ id: number; until: Date }> {
	const { tx, item, now } = transaction;
	const until = new Date(now.getTime() + hours * 3_600_000);
	const turn = await findTurn(tx, item.id);
	if (turn) await setTurn(tx, turn.id, null);
	const place = await findPlace(tx, item.id, buyerId);
	if (place) await endPlace(tx, place.id, 'given', now);
	const id = await insertReservation(tx, {
		itemId: item.id,
		buyerId,
		amount: amountRupees,
		until,
		startedAt: now,
	});
	await endOffers(transaction);
	return { id, until };
}
