import type { DealEvent } from '#contract/deals/events.ts';
import { DEAL_LIMITS } from '#contract/deals/facts.ts';
import { turnEnd } from '#contract/deals/turn.ts';
import type { Hold, Moment, Offer, PastStep } from '#server/db/deal-state.ts';
import {
	addMs,
	type Changes,
	DAY_MS,
	type DealItem,
	type DealState,
	earliest,
	firstInQueue,
	HOUR_MS,
	holderOf,
	type ItemDeals,
	isGone,
	isPublic,
	MINUTE_MS,
	type Sale,
	saleOf,
} from './state.ts';

const PAST_MAX = 20;

const isOffSale = ({ item }: ItemDeals) => item.soldAt !== null || !isPublic(item);

/**
 * Ends everything in an item's deals whose time is over, or that a change of the item, a person or a block has made
 * impossible, and reminds of what ends soon.
 */
export function lapse(deals: ItemDeals, changes: Changes): void {
	lapsePlacesOfSeparated(deals, changes);
	lapseHold(deals, changes);
	if (isOffSale(deals) || !holderOf(deals)) endPlaces(deals, changes);
	lapseOffers(deals, changes);
	for (const deal of deals.deals) lapseSale(deals, changes, deal);
	remind(deals, changes);
}

/** Banned or deleted, or across a block from the seller. */
const isSeparated = (deal: DealState, isWithheld = false): boolean =>
	isGone(deal.buyer) ||
	deal.buyer.blockedSellerAt !== null ||
	(deal.buyer.blockedBySellerAt !== null && !isWithheld);

/** The listing was sold to this buyer. */
function hasBought({ item }: ItemDeals, deal: DealState): boolean {
	const sale = saleOf(deal);
	return (
		item.soldAt !== null && sale !== null && sale.endedAt === null && sale.soldAt >= item.soldAt
	);
}

function lapseHold(deals: ItemDeals, changes: Changes): void {
	const { now } = deals;
	for (let deal = holderOf(deals); deal; deal = holderOf(deals)) {
		const { hold, buyerId } = deal;
		const isOver = hold.until <= now;
		if (isOffSale(deals)) {
			endHold(deals, changes, deal, false);
			return;
		}
		if (!isOver && !isSeparated(deal)) return;
		// What follows depends on who is next in the queue: the next run loads them.
		if (isOver && !isNextLoaded(deals, deal)) return;
		endHold(deals, changes, deal, isOver);
		startTurn(deals, changes, { startsAt: isOver ? hold.until : now, formerBuyerId: buyerId });
	}
}

/** @param isOver by its time, and not for another reason */
function endHold(deals: ItemDeals, changes: Changes, deal: DealState, isOver: boolean): void {
	const { hold, buyerId } = deal;
	if (hold?.kind === 'turn') {
		deal.hold = null;
		if (isOver) {
			leavePlace(deals, deal);
			changes.steps.push({ buyerId, from: 'seller', event: { type: 'turn-lapsed' } });
		} else endPlace(deals, changes, deal);
		return;
	}
	const isBought = hasBought(deals, deal);
	endReservation(deal, deals.item.soldAt === null ? 'lapsed' : 'over', { isBought });
	changes.steps.push({
		buyerId,
		from: 'seller',
		event: { type: 'reservation-ended', ...endCause(deals, changes, !isBought) },
		...(isBought && { isSilent: true }),
		// After a block, the seller is told nothing.
		...(!isOffSale(deals) && (isOver || isGone(deal.buyer)) && { isForSellerToo: true }),
	});
}

/** Whether the person after this one in the queue is loaded, or nobody waits after them. */
function isNextLoaded({ deals, queueLength }: ItemDeals, { buyerId, place }: DealState): boolean {
	const others = deals.filter(
		(other) => other.buyerId !== buyerId && other.place !== null && !other.place.isWithheld,
	);
	const own = place && !place.isWithheld ? 1 : 0;
	return others.length > 0 || queueLength <= own;
}

/**
 * Ends a reservation with its hand-over.
 * @param outcome of a hand-over that was agreed
 * @param isBought the buyer has got the item
 */
export function endReservation(
	deal: DealState,
	outcome: PastStep['outcome'],
	{ isBought = false } = {},
): void {
	const { handover, calendar } = deal;
	deal.hold = null;
	deal.handover = null;
	if (!handover) return;
	const isAgreed = handover.agreedSlot !== null;
	addPast(deal, { id: handover.id, kind: 'handover', outcome: isAgreed ? outcome : 'over' });
	const isDone = isBought || handover.done.buyer === true || handover.done.seller === true;
	if (isAgreed && !isDone && calendar) cancelCalendar(deal);
}

export function cancelCalendar(deal: DealState): void {
	if (!deal.calendar) return;
	deal.calendar = { ...deal.calendar, sequence: deal.calendar.sequence + 1, isCancelled: true };
}

export function addPast(deal: DealState, step: PastStep): void {
	const others = deal.past.filter(({ kind }) => kind !== step.kind);
	const ofKind = deal.past.filter(({ kind }) => kind === step.kind);
	deal.past = [step, ...ofKind].slice(0, PAST_MAX).concat(others);
}

/** The buyer's place ends without a step of its own. */
export function leavePlace(deals: ItemDeals, deal: DealState): void {
	if (!deal.place) return;
	if (!deal.place.isWithheld) deals.queueLength -= 1;
	deal.place = null;
	deal.buyer.queues = Math.max(0, deal.buyer.queues - 1);
}

function endPlace(deals: ItemDeals, changes: Changes, deal: DealState): void {
	const { buyerId, place } = deal;
	if (!place) return;
	const isBought = hasBought(deals, deal);
	leavePlace(deals, deal);
	changes.steps.push({
		buyerId,
		from: 'seller',
		event: { type: 'queue-ended', ...endCause(deals, changes, !isBought) },
		// The step of the sale says it.
		...(isBought && { isSilent: true }),
		...(place.isWithheld && { isWithheld: true }),
	});
}

function lapsePlacesOfSeparated(deals: ItemDeals, changes: Changes): void {
	for (const deal of deals.deals)
		if (deal.place && !deal.hold && isSeparated(deal, deal.place.isWithheld))
			endPlace(deals, changes, deal);
}

/** Ends all places: there is nothing to wait for. */
function endPlaces(deals: ItemDeals, changes: Changes): void {
	for (const deal of deals.deals) endPlace(deals, changes, deal);
}

/**
 * Leaves the item to the first in the queue, for their turn. Without anybody in it, the item is on sale again.
 * @param startsAt the end of the reservation or the turn before
 * @param formerBuyerId whose it was; they are not told that the item is on sale again
 */
export function startTurn(
	deals: ItemDeals,
	changes: Changes,
	{ startsAt, formerBuyerId }: { startsAt: Moment; formerBuyerId: number },
): void {
	const first = firstInQueue(deals);
	if (!first) {
		endPlaces(deals, changes);
		changes.backOnSale = { exceptBuyerId: formerBuyerId };
		return;
	}
	const until = turnEnd(startsAt, deals.timeZone);
	const { price: amount } = deals.item;
	first.hold = { kind: 'turn', amount, startedAt: startsAt, until, isReminded: true };
	changes.steps.push({
		buyerId: first.buyerId,
		from: 'seller',
		event: { type: 'turn-began', turnUntil: until },
	});
}

/** Why something of a buyer has ended: the item was removed, or sold, though not to this buyer. */
function endCause(
	{ item }: ItemDeals,
	{ sold }: Changes,
	isToOther: boolean,
): Pick<DealEvent, 'isSoldElsewhere' | 'isSold' | 'isRemoved'> {
	if (item.isRemoved && !item.soldAt) return { isRemoved: true };
	if (!item.soldAt || !isToOther) return {};
	return sold && sold.buyerId !== null ? { isSoldElsewhere: true } : { isSold: true };
}

/** Ends the offers that are over by time, a changed price, a reservation, a sale, a ban or a block. */
export function lapseOffers(deals: ItemDeals, changes: Changes): void {
	const { item, now } = deals;
	const areAllOver =
		item.isPriceFixed || isOffSale(deals) || holderOf(deals)?.hold.kind === 'reserved';
	for (const deal of deals.deals) {
		const { offer } = deal;
		const canStay =
			!offer ||
			(!areAllOver &&
				offer.expiresAt > now &&
				offer.askedPrice === item.price &&
				!isSeparated(deal, offer.isWithheld));
		if (!canStay) lapseOffer(deals, changes, deal, offer);
	}
}

function lapseOffer(deals: ItemDeals, changes: Changes, deal: DealState, offer: Offer): void {
	const { id: offerId, amount, expiresAt, isWithheld } = offer;
	const isSaidAlready = deal.hold?.kind === 'reserved' || hasBought(deals, deal);
	const isForSellerToo =
		isGone(deal.buyer) && expiresAt > deals.now && !isWithheld && !isOffSale(deals);
	deal.offer = null;
	addPast(deal, {
		id: offerId,
		kind: 'offer',
		outcome: 'lapsed',
		...(isWithheld && { isWithheld }),
	});
	const cause = endCause(deals, changes, !isSaidAlready);
	changes.steps.push({
		buyerId: deal.buyerId,
		from: 'seller',
		event: { type: 'offer-lapsed', amount, offerId, ...cause },
		...(offer.by === 'seller' && { variant: 'theirOffer' }),
		...(isSaidAlready && { isSilent: true }),
		...(isWithheld && { isWithheld }),
		...(isForSellerToo && { isForSellerToo }),
	});
}

const isUnanswered = ({ isConfirmed, completedAt, endedAt }: Sale) =>
	isConfirmed === null && completedAt === null && endedAt === null;

function lapseSale({ item, now }: ItemDeals, changes: Changes, deal: DealState): void {
	const { buyer } = deal;
	const sale = saleOf(deal);
	if (!sale) return;
	if (isUnanswered(sale)) lapseAnswer(item, now, changes, deal, sale);
	if (sale.completedAt !== null || sale.endedAt !== null) return;
	const isImpossible = isUnanswered(sale) && (item.isDeleted || buyer.isDeleted);
	if (item.soldAt === null || isImpossible) sale.endedAt = now;
}

/** Completes a sale whose buyer has not answered in time. */
function lapseAnswer(
	item: DealItem,
	now: Moment,
	changes: Changes,
	{ buyerId, buyer }: DealState,
	sale: Sale,
): void {
	moveAnswerTime(sale, earliest([item.bannedSince, buyer.bannedSince]), now);
	// The buyer's silence must not complete a sale across a block, not even after the block.
	const blockedAt = earliest([buyer.blockedSellerAt, buyer.blockedBySellerAt]);
	if (blockedAt !== null && sale.answerUntil !== null && blockedAt < sale.answerUntil)
		sale.answerUntil = null;
	if (sale.pausedAt !== null || sale.answerUntil === null || sale.answerUntil > now) return;
	completeSale(sale, sale.answerUntil);
	const event: DealEvent = { type: 'deal-completed', price: sale.price };
	changes.steps.push({ buyerId, from: 'seller', event, isForSellerToo: true });
}

/** While the item or one of the two is banned, the time to answer stands still. */
function moveAnswerTime(sale: Sale, bannedSince: Moment | null, now: Moment): void {
	if (sale.pausedAt === null) {
		if (bannedSince === null || sale.answerUntil === null || sale.answerUntil <= bannedSince)
			return;
		const since = bannedSince < now ? bannedSince : now;
		sale.pausedAt = since > sale.soldAt ? since : sale.soldAt;
	} else if (bannedSince === null) {
		const pausedMs = Date.parse(now) - Date.parse(sale.pausedAt);
		sale.answerUntil = sale.answerUntil && addMs(sale.answerUntil, pausedMs);
		sale.pausedAt = null;
	}
}

export function completeSale(sale: Sale, completedAt: Moment): void {
	sale.completedAt = completedAt;
	sale.reviewUntil = addMs(completedAt, DEAL_LIMITS.reviewDays * DAY_MS);
}

const reservationReminderOf = ({ kind, until, isReminded }: Hold): Moment | null =>
	kind === 'turn' || isReminded
		? null
		: addMs(until, -DEAL_LIMITS.reservationReminderHours * HOUR_MS);

function handoverReminderOf({ handover }: DealState): Moment | null {
	if (!handover?.agreedSlot || handover.isReminded) return null;
	return addMs(handover.agreedSlot, -DEAL_LIMITS.handoverReminderMinutes * MINUTE_MS);
}

const isDue = (moment: Moment | null, now: Moment) => moment !== null && moment <= now;

function remind(deals: ItemDeals, { reminders }: Changes): void {
	const { now } = deals;
	const deal = holderOf(deals);
	if (!deal) return;
	const { buyerId, hold, handover } = deal;
	if (isDue(reservationReminderOf(hold), now)) {
		hold.isReminded = true;
		reminders.push({ buyerId, of: 'reservation', at: hold.until });
	}
	if (!handover?.agreedSlot || !isDue(handoverReminderOf(deal), now)) return;
	handover.isReminded = true;
	const isSaidDone = handover.done.buyer !== null || handover.done.seller !== null;
	if (handover.agreedSlot > now && !isSaidDone)
		reminders.push({
			buyerId,
			of: 'handover',
			at: handover.agreedSlot,
			spot: handover.spot.name,
		});
}

function answerDueOf(deal: DealState): Moment | null {
	const sale = saleOf(deal);
	return sale && isUnanswered(sale) && sale.pausedAt === null ? sale.answerUntil : null;
}

/** When `lapse` next has something to do. All open offers, holds and unanswered sales must be loaded. */
export function nextDue(deals: ItemDeals): Moment | null {
	const due = earliest(
		deals.deals.flatMap((deal) => [
			deal.offer?.expiresAt ?? null,
			deal.hold?.until ?? null,
			deal.hold && reservationReminderOf(deal.hold),
			handoverReminderOf(deal),
			answerDueOf(deal),
		]),
	);
	// More wait than are loaded, and the next is not: another run goes on from the turn that was left open.
	return due !== null && due < deals.now ? deals.now : due;
}

/** The columns of an item about its reservation (contract/items/reservation.ts). */
export function heldUntil(deals: ItemDeals): {
	reservedUntil: Moment | null;
	nextTurnUntil: Moment | null;
} {
	const holder = holderOf(deals);
	if (!holder) return { reservedUntil: null, nextTurnUntil: null };
	const { until } = holder.hold;
	const waiting = deals.queueLength - (holder.place && !holder.place.isWithheld ? 1 : 0);
	const nextTurnUntil = waiting > 0 ? turnEnd(until, deals.timeZone) : null;
	return { reservedUntil: until, nextTurnUntil };
}
