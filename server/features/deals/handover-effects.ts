import type { DealEvent } from '#contract/deals/events.ts';
import { DEAL_LIMITS } from '#contract/deals/facts.ts';
import { OTHER_STEP_TITLES } from '#contract/deals/server-texts.ts';
import {
	insertHandover,
	insertMissed,
	lockMissedOf,
	setAgreed,
	setCancelled,
	setOutcome,
} from './handover-queries.ts';
import { alertOfMissed } from './missed-alert.ts';
import { startTurn } from './queue.ts';
import { setReservationUntil } from './reservation-queries.ts';
import { sellTo } from './sale-effects.ts';
import { setReservationEnded } from './settle-queries.ts';
import type { ActionContext, Effects, NewStep } from './steps.ts';

const HOUR_MS = 3_600_000;

type HandoverAction =
	| 'propose-handover'
	| 'accept-handover'
	| 'cancel-handover'
	| 'handover-done'
	| 'handover-missed';

/** The functions that carry out the actions on a hand-over. Each writes its rows and adds the step. */
export const handoverEffects: Effects<HandoverAction> = {
	async 'propose-handover'(context) {
		const { transaction, buyerId, from, body, pair, spots } = context;
		const { slots } = body;
		const proposedSpot = spots.find(({ id }) => id === body.spotId);
		if (!proposedSpot || !pair.reservation) throw new Error('The proposal was not checked.');
		const spot = { id: proposedSpot.id, name: proposedSpot.name, hint: proposedSpot.hint };
		const id = await insertHandover(transaction.tx, {
			itemId: transaction.item.id,
			buyerId,
			reservationId: pair.reservation.id,
			spotId: spot.id,
			spotName: spot.name,
			spotHint: spot.hint,
			slots: slots.map((slot) => new Date(slot)),
			proposedBy: from,
			createdAt: transaction.now,
		});
		addStep(context, id, { type: 'handover-proposed', spot, slots });
	},

	async 'accept-handover'(context) {
		const { transaction, body } = context;
		const { handover, reservation } = requireHandover(context);
		const slot = new Date(body.slot);
		await setAgreed(transaction.tx, handover.id, slot, transaction.now);
		const until = new Date(slot.getTime() + DEAL_LIMITS.hoursAfterHandover * HOUR_MS);
		// Both sides get a reminder of the hand-over, so they need none of the reservation's end.
		await setReservationUntil(transaction.tx, reservation.id, until, true, transaction.now);
		const spot = { id: handover.spotId, name: handover.spotName, hint: handover.spotHint };
		addStep(context, handover.id, {
			type: 'handover-agreed',
			spot,
			slot: slot.toISOString(),
			until: until.toISOString(),
		});
	},

	async 'cancel-handover'(context) {
		const { transaction } = context;
		const { handover, reservation } = requireHandover(context);
		await setCancelled(transaction.tx, handover.id, transaction.now);
		const earliest = transaction.now.getTime() + DEAL_LIMITS.hoursAfterCancel * HOUR_MS;
		const until = new Date(Math.max(new Date(reservation.until).getTime(), earliest));
		await setReservationUntil(transaction.tx, reservation.id, until, false, transaction.now);
		addStep(context, handover.id, { type: 'handover-cancelled', until: until.toISOString() });
	},

	async 'handover-done'(context) {
		const { transaction, buyerId, from } = context;
		const { handover, reservation } = requireHandover(context);
		await setOutcome(transaction.tx, handover.id, from, true);
		if (from === 'buyer') return addStep(context, handover.id, { type: 'handover-done' });
		const isConfirmed = handover.buyerDone === true;
		const price = reservation.amount;
		const title = isConfirmed ? OTHER_STEP_TITLES.bothDone : undefined;
		addStep(context, handover.id, { type: 'handover-done', price }, title);
		await sellTo(transaction, buyerId, price, isConfirmed);
	},

	async 'handover-missed'(context) {
		const { transaction, buyerId, from, actor } = context;
		const { handover, reservation } = requireHandover(context);
		await setOutcome(transaction.tx, handover.id, from, false);
		const userId = from === 'buyer' ? transaction.item.sellerId : buyerId;
		const missed = { handoverId: handover.id, userId, reportedBy: actor.id };
		await lockMissedOf(transaction.tx, userId);
		await insertMissed(transaction.tx, missed, transaction.now);
		if (await alertOfMissed(transaction, missed)) context.addAdminNotification();
		await setReservationEnded(transaction.tx, reservation.id, 'missed', transaction.now);
		addStep(context, handover.id, { type: 'handover-missed' });
		await startTurn(transaction, transaction.now, buyerId);
	},
};

function addStep(
	{ transaction, buyerId, from, actor }: ActionContext<HandoverAction>,
	handoverId: number,
	event: DealEvent,
	title?: NewStep['title'],
): void {
	transaction.addStep({
		buyerId,
		from,
		actor,
		event: { ...event, handoverId },
		subject: `handover ${handoverId}`,
		title,
	});
}

function requireHandover({ pair: { handover, reservation } }: ActionContext<HandoverAction>) {
	if (!handover || !reservation) throw new Error('The action was allowed without a hand-over.');
	return { handover, reservation };
}
