import type { DealEvent } from '#contract/deals/events.ts';
import { DEAL_ROLES, type DealRole } from '#contract/deals/facts.ts';
import { OTHER_STEP_TITLES, REMINDER_MESSAGES } from '#contract/deals/server-texts.ts';
import { endCauseField, settleQueue, startTurn } from './queue.ts';
import {
	completeSales,
	endImpossibleSales,
	endOutdatedOffers,
	findOpenKinds,
	findOpenReservation,
	pauseAndResumeSales,
	removeAnswerTimesAcrossBlocks,
	setHandoverReminded,
	setReservationEnded,
	setReservationReminded,
} from './settle-queries.ts';
import { notificationOfSeller } from './step-notification.ts';
import { formatMoment } from './step-text.ts';
import type { DealNotification, DealTransaction } from './steps.ts';

/**
 * Settles an item: ends everything in its deals whose time is over, or that a change of the item, a user or a block has
 * made impossible. Also sends due reminders. Afterwards the stored state of the deals is current.
 */
export async function settle(transaction: DealTransaction): Promise<void> {
	const { hasReservation, hasQueue, hasOffers, hasSales } = await findOpenKinds(
		transaction.tx,
		transaction.item.id,
	);
	if (hasReservation) await settleReservation(transaction);
	if (hasQueue) await settleQueue(transaction);
	if (hasOffers) await endOffers(transaction);
	if (hasSales) await settleSales(transaction);
	if (hasReservation) await remind(transaction);
}

async function settleReservation(transaction: DealTransaction): Promise<void> {
	const { tx, item, now, addStep, notify } = transaction;
	const reservation = await findOpenReservation(tx, item.id);
	if (!reservation) return;
	const { id, buyerId, until } = reservation;
	const isOver = until <= now;
	if (!item.soldAt && item.isPublic && !reservation.isBuyerUnavailable && !isOver) return;
	const endedAt = isOver ? until : now;
	const outcomeIfUnsold = isOver ? 'lapsed' : 'ended';
	await setReservationEnded(tx, id, item.soldAt ? 'sold' : outcomeIfUnsold, endedAt);
	const isNotBoughtByHolder = !reservation.isBoughtByHolder;
	const event: DealEvent = {
		type: 'reservation-ended',
		...endCauseField(item, isNotBoughtByHolder),
	};
	addStep({
		buyerId,
		from: 'seller',
		event,
		subject: `reservation ${id}`,
		// The holder is the buyer with the reservation. If the holder bought the item, the step of the sale reports it.
		hasChatMessage: isNotBoughtByHolder,
	});
	if (item.soldAt || !item.isPublic) return;
	// After a block, the seller is not notified.
	if (isOver || reservation.isHolderGone)
		notify(notificationOfSeller({ buyerId, event }, transaction));
	await startTurn(transaction, endedAt, buyerId);
}

/**
 * Ends the open offers that are outdated: by time, a changed price, a reservation, a sale, a ban or a block. Notifies
 * the buyer, and the seller if the buyer is banned or deleted.
 */
export async function endOffers(transaction: DealTransaction): Promise<void> {
	const { tx, item, now, addStep, notify } = transaction;
	for (const offer of await endOutdatedOffers(tx, item, now)) {
		const { id, buyerId, amount, isReportedByOtherStep, isWithheld } = offer;
		const event: DealEvent = {
			type: 'offer-lapsed',
			amount,
			offerId: id,
			...endCauseField(item, !isReportedByOtherStep),
		};
		addStep({
			buyerId,
			from: 'seller',
			event,
			subject: `offer ${id}`,
			hasChatMessage: !isReportedByOtherStep,
			isWithheld,
			title: offer.by === 'seller' ? OTHER_STEP_TITLES.theirOfferLapsed : undefined,
		});
		if (isWithheld || !offer.isBuyerGone || item.soldAt || !item.isPublic) continue;
		const title = offer.by === 'buyer' ? OTHER_STEP_TITLES.theirOfferLapsed : undefined;
		notify(notificationOfSeller({ buyerId, event, title }, transaction));
	}
}

async function settleSales(transaction: DealTransaction): Promise<void> {
	const { tx, item, now, addStep, notify } = transaction;
	await pauseAndResumeSales(tx, item, now);
	await removeAnswerTimesAcrossBlocks(tx, item);
	for (const { id, buyerId, price } of await completeSales(tx, item.id, now)) {
		const event: DealEvent = { type: 'deal-completed', price };
		addStep({ buyerId, from: 'seller', event, subject: `sale ${id}` });
		notify(notificationOfSeller({ buyerId, event }, transaction));
	}
	// After `completeSales`: profiles count a sale once its time is over, so a later deletion or relisting cannot end it.
	await endImpossibleSales(tx, item, now);
}

/** Reminds both sides of a reservation that ends soon, and of an agreed hand-over. */
async function remind(transaction: DealTransaction): Promise<void> {
	const { tx, item, now, timeZone } = transaction;
	const reservation = await setReservationReminded(tx, item.id, now);
	if (reservation) {
		const until = formatMoment(reservation.until, now, timeZone);
		notifyBoth(transaction, reservation.buyerId, (reader) => ({
			kind: 'reservation',
			title: (name) => REMINDER_MESSAGES.reservation(name, reader),
			message: REMINDER_MESSAGES.reservationText(until),
		}));
	}
	const handover = await setHandoverReminded(tx, item.id, now);
	if (handover && handover.agreedSlot > now) {
		const slot = formatMoment(handover.agreedSlot, now, timeZone);
		notifyBoth(transaction, handover.buyerId, () => ({
			kind: 'handover',
			title: REMINDER_MESSAGES.handover,
			message: REMINDER_MESSAGES.handoverText(handover.spotName, slot),
		}));
	}
}

function notifyBoth(
	{ notify }: Pick<DealTransaction, 'notify'>,
	buyerId: number,
	reminderOf: (reader: DealRole) => Pick<DealNotification, 'kind' | 'title' | 'message'>,
): void {
	for (const reader of DEAL_ROLES)
		notify({ ...reminderOf(reader), reader, buyerId, isReminder: true });
}
