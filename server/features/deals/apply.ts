import type { Spot } from '#contract/catalogue/schemas.ts';
import type { DealEvent } from '#contract/deals/events.ts';
import { DEAL_LIMITS, type DealAction, type DealRole } from '#contract/deals/facts.ts';
import type { DealBodies } from '#contract/deals/schemas.ts';
import type { Handover, Hold, Offer } from '#server/db/deal-state.ts';
import { countsOf, publishedReview, viewOf } from './decide.ts';
import {
	addPast,
	cancelCalendar,
	completeSale,
	endReservation,
	lapse,
	lapseOffers,
	leavePlace,
	startTurn,
} from './lapse.ts';
import {
	addMs,
	type Changes,
	DAY_MS,
	type DealState,
	dealOf,
	HOUR_MS,
	type ItemDeals,
	reviewedSaleOf,
	type Sale,
	type Step,
	saleOf,
} from './state.ts';

/** An action that is possible, with a body within the limits. */
export interface Act<Action extends DealAction = DealAction> {
	action: Action;
	body: DealBodies[Action];
	buyerId: number;
	/** The side that acts. */
	from: DealRole;
	actorId: number;
	/** The other side has blocked this one: the step, and what it makes, are hidden from them. */
	isBlocked: boolean;
	spots: readonly Spot[];
}

interface Context<Action extends DealAction> extends Act<Action> {
	deals: ItemDeals;
	changes: Changes;
	deal: DealState;
	/** Adds the step of the actor. */
	tell: (event: DealEvent, more?: Partial<Step>) => void;
}

/** Carries out an action. */
export function apply(deals: ItemDeals, changes: Changes, act: Act): void {
	const { action, buyerId, from, actorId, isBlocked } = act;
	const deal = dealOf(deals, buyerId);
	const tell: Context<DealAction>['tell'] = (event, more) => {
		const withheld = isBlocked && { isWithheld: true };
		changes.steps.push({ buyerId, from, event, actorId, ...withheld, ...more });
	};
	const effect = EFFECTS[action] as (context: Context<DealAction>) => void;
	effect({ ...act, deals, changes, deal, tell });
	deal.hasBegun.buyer ||= from === 'buyer' || !isBlocked;
	deal.hasBegun.seller ||= from === 'seller' || !isBlocked;
}

const EFFECTS: { [Action in DealAction]: (context: Context<Action>) => void } = {
	offer(context) {
		const { deals, deal, body, isBlocked, tell } = context;
		countAttempt(deals, deal, isBlocked);
		const { id, amount, expiresAt } = openOffer(context, body.amount);
		tell({ type: 'offer-made', amount, offerId: id, expiresAt });
	},
	'accept-offer'({ deals, changes, deal, tell }) {
		const { id, amount } = endOffer(deal);
		const counts = countsOf(deal, deals.item);
		const accepted = [amount, ...counts.accepted.filter((other) => other !== amount)];
		deal.counts = { ...counts, accepted };
		deal.hasBuyerAgreed = true;
		const { until } = reserve(deals, changes, deal, amount, DEAL_LIMITS.reservationHours);
		tell({ type: 'offer-accepted', amount, offerId: id, until });
	},
	'decline-offer'({ deal, tell }) {
		const { id, amount } = endOffer(deal);
		tell({ type: 'offer-declined', amount, offerId: id });
	},
	'counter-offer'(context) {
		const { amount: offered } = endOffer(context.deal);
		const { id, amount, expiresAt } = openOffer(context, context.body.amount);
		context.tell({ type: 'offer-countered', amount, offerId: id, expiresAt }, { offered });
	},
	'withdraw-offer'({ deal, tell }) {
		const { id, amount, isWithheld } = endOffer(deal);
		tell({ type: 'offer-withdrawn', amount, offerId: id }, isWithheld ? { isWithheld } : {});
	},

	reserve({ deals, changes, deal, body, tell }) {
		const amount = body.amount ?? deals.item.price;
		const { until } = reserve(deals, changes, deal, amount, body.hours);
		tell({ type: 'reserved', amount, until });
	},
	release({ deals, changes, deal, buyerId, body, tell }) {
		endReservation(deal, 'lapsed');
		tell({ type: 'released' }, { reason: body.reason });
		startTurn(deals, changes, { startsAt: deals.now, formerBuyerId: buyerId });
	},

	'join-queue'({ deals, deal, from, buyerId, isBlocked, tell }) {
		const place = viewOf(deals, buyerId, from).queueLength + 1;
		deal.place = { number: deals.newId, joinedAt: deals.now, isWithheld: isBlocked };
		deal.buyer.queues += 1;
		if (!isBlocked) deals.queueLength += 1;
		tell({ type: 'queue-joined', place });
	},
	'leave-queue'({ deals, deal, tell }) {
		const isWithheld = deal.place?.isWithheld === true;
		leavePlace(deals, deal);
		tell({ type: 'queue-left' }, isWithheld ? { isWithheld } : {});
	},
	'take-turn'({ deals, changes, deal, tell }) {
		const amount = deals.item.price;
		deal.hasBuyerAgreed = true;
		const { until } = reserve(deals, changes, deal, amount, DEAL_LIMITS.reservationHours);
		tell({ type: 'reserved', amount, until });
	},
	'pass-turn'({ deals, changes, deal, buyerId, tell }) {
		leavePlace(deals, deal);
		deal.hold = null;
		tell({ type: 'turn-passed' });
		startTurn(deals, changes, { startsAt: deals.now, formerBuyerId: buyerId });
	},

	'propose-handover'({ deals, deal, from, body, spots, tell }) {
		const { slots, spotId, place } = body;
		const found = spots.find(({ id }) => id === spotId);
		const spot =
			place === undefined && found
				? { id: found.id, name: found.name, hint: found.hint }
				: { id: null, name: place ?? '', hint: '' };
		const { newId: id } = deals;
		if (deal.handover) addPast(deal, { id: deal.handover.id, kind: 'handover', outcome: 'over' });
		const done = { buyer: null, seller: null };
		deal.handover = {
			id,
			proposedBy: from,
			spot,
			slots,
			agreedSlot: null,
			done,
			isReminded: false,
		};
		tell({ type: 'handover-proposed', handoverId: id, spot, slots });
	},
	'accept-handover'({ deal, body: { slot }, tell }) {
		const { handover, hold } = requireHandover(deal);
		const { id: handoverId, spot } = handover;
		const until = addMs(slot, DEAL_LIMITS.hoursAfterHandover * HOUR_MS);
		handover.agreedSlot = slot;
		deal.hold = { ...hold, until, isReminded: false };
		deal.hasBuyerAgreed = true;
		deal.calendar = {
			slot,
			spot: { name: spot.name, hint: spot.hint },
			amount: hold.amount,
			sequence: (deal.calendar?.sequence ?? 0) + 1,
			isCancelled: false,
		};
		// A hand-over that was missed before can no longer be contested.
		deal.missed = null;
		tell({ type: 'handover-agreed', handoverId, spot, slot, until });
	},
	'cancel-handover'({ deal, tell }) {
		const { handover, hold } = requireHandover(deal);
		addPast(deal, { id: handover.id, kind: 'handover', outcome: 'over' });
		deal.handover = null;
		cancelCalendar(deal);
		tell({ type: 'handover-cancelled', handoverId: handover.id, until: hold.until });
	},
	'handover-done'({ deals, changes, deal, from, tell }) {
		const { handover, hold } = requireHandover(deal);
		const isBoth = handover.done.buyer === true;
		handover.done[from] = true;
		const { id: handoverId } = handover;
		if (from === 'buyer') return tell({ type: 'handover-done', handoverId });
		const price = hold.amount;
		tell({ type: 'handover-done', handoverId, price }, isBoth ? { variant: 'bothDone' } : {});
		sellTo(deals, changes, deal, { price, isConfirmed: isBoth, isFromHandover: true });
		lapse(deals, changes);
	},
	'handover-no-deal'({ deals, changes, deal, buyerId, tell }) {
		const { handover } = requireHandover(deal);
		endReservation(deal, 'decided');
		tell({ type: 'handover-no-deal', handoverId: handover.id });
		startTurn(deals, changes, { startsAt: deals.now, formerBuyerId: buyerId });
	},
	'handover-missed'({ deals, changes, deal, from, buyerId, actorId, tell }) {
		const { handover } = requireHandover(deal);
		const done: Handover['done'] = { ...handover.done, [from]: false };
		endReservation(deal, 'decided');
		deal.missed = {
			handover: { ...handover, done },
			reportedBy: from,
			reportedAt: deals.now,
			isContested: false,
		};
		const userId = from === 'buyer' ? deals.item.sellerId : buyerId;
		changes.report = { kind: 'missed', handoverId: handover.id, userId, reportedBy: actorId };
		tell({ type: 'handover-missed', handoverId: handover.id });
		startTurn(deals, changes, { startsAt: deals.now, formerBuyerId: buyerId });
	},
	'handover-contest'({ deals, changes, deal, from, buyerId, actorId, tell }) {
		const { missed } = deal;
		if (!missed) throw new Error('The action was allowed without a missed hand-over.');
		const { id: handoverId } = missed.handover;
		deal.missed = { ...missed, isContested: true };
		const reportedBy = from === 'buyer' ? deals.item.sellerId : buyerId;
		changes.report = { kind: 'contested', handoverId, userId: actorId, reportedBy };
		tell({ type: 'handover-contested', handoverId });
	},

	'confirm-sale'({ deals, deal, tell }) {
		const sale = requireSale(deal);
		sale.isConfirmed = true;
		completeSale(sale, deals.now);
		tell({ type: 'sale-confirmed', price: sale.price });
	},
	'deny-sale'({ deal, tell }) {
		const sale = requireSale(deal);
		sale.isConfirmed = false;
		tell({ type: 'sale-denied', price: sale.price });
	},
	review({ changes, deal, from, body: { stars, tags, text }, tell }) {
		const saleId = reviewedSaleOf(deal)?.id;
		if (saleId === undefined) throw new Error('The action was allowed without a sale.');
		changes.review = { saleId, role: from, stars, tags, text };
		tell({ type: 'reviewed', saleId });
	},
	'reply-review'({ deals, changes, from, buyerId, body: { text }, tell }) {
		const review = publishedReview(viewOf(deals, buyerId, from), from);
		if (!review) throw new Error('The action was allowed without a review.');
		changes.answer = { reviewId: review.id, text };
		tell({ type: 'review-answered' });
	},
};

function countAttempt({ item }: ItemDeals, deal: DealState, isWithheld: boolean): void {
	const counts = countsOf(deal, item);
	const price = String(item.price);
	const oneMore = (of: Record<string, number> = {}) => ({ ...of, [price]: (of[price] ?? 0) + 1 });
	deal.counts = {
		...counts,
		attempts: oneMore(counts.attempts),
		...(isWithheld && { withheldAttempts: oneMore(counts.withheldAttempts) }),
	};
}

function openOffer(
	{ deals, deal, from, isBlocked }: Context<'offer' | 'counter-offer'>,
	amount: number,
): Offer {
	deal.offer = {
		id: deals.newId,
		by: from,
		amount,
		askedPrice: deals.item.price,
		expiresAt: addMs(deals.now, DEAL_LIMITS.offerHours * HOUR_MS),
		isWithheld: isBlocked,
	};
	return deal.offer;
}

/** Ends the open offer as decided by a person. */
function endOffer(deal: DealState): Offer {
	const { offer } = deal;
	if (!offer) throw new Error('The action was allowed without an open offer.');
	const { id, isWithheld } = offer;
	addPast(deal, { id, kind: 'offer', outcome: 'decided', ...(isWithheld && { isWithheld }) });
	deal.offer = null;
	return offer;
}

/** Reserves the item for a buyer: a turn ends, whoever had it keeps their place, and open offers lapse. */
function reserve(
	deals: ItemDeals,
	changes: Changes,
	deal: DealState,
	amount: number,
	hours: number,
): Hold {
	for (const other of deals.deals) other.hold = null;
	leavePlace(deals, deal);
	const { now: startedAt } = deals;
	const until = addMs(startedAt, hours * HOUR_MS);
	deal.hold = { kind: 'reserved', amount, startedAt, until, isReminded: false };
	lapseOffers(deals, changes);
	return deal.hold;
}

function requireHandover({ handover, hold }: DealState): { handover: Handover; hold: Hold } {
	if (!handover || !hold) throw new Error('The action was allowed without a hand-over.');
	return { handover, hold };
}

function requireSale(deal: DealState): Sale {
	const sale = saleOf(deal);
	if (!sale) throw new Error('The action was allowed without a sale.');
	return sale;
}

function sellTo(
	{ item, now }: ItemDeals,
	changes: Changes,
	deal: DealState,
	{
		price,
		isConfirmed,
		isFromHandover,
	}: { price: number; isConfirmed: boolean; isFromHandover: boolean },
): void {
	item.soldAt = now;
	changes.sold = { price, buyerId: deal.buyerId };
	const sale: Sale = {
		id: null,
		price,
		soldAt: now,
		answerUntil: addMs(now, DEAL_LIMITS.saleAnswerDays * DAY_MS),
		pausedAt: null,
		isConfirmed: isConfirmed || null,
		completedAt: null,
		reviewUntil: null,
		endedAt: null,
		isFromHandover,
		reviews: [],
	};
	if (isConfirmed) completeSale(sale, now);
	deal.sales.unshift(sale);
}

/**
 * Marks the item as sold, and ends everything that is open in its deals.
 * @param buyerId null for somebody else
 * @param price if missing, the amount agreed with the buyer or the price asked; without a buyer it stays unknown
 */
export function sell(
	deals: ItemDeals,
	changes: Changes,
	{ buyerId, price }: { buyerId: number | null; price: number | null | undefined },
): void {
	const { item, now } = deals;
	if (buyerId === null) {
		item.soldAt = now;
		changes.sold = { price: price ?? null, buyerId };
		lapse(deals, changes);
		return;
	}
	const deal = dealOf(deals, buyerId);
	const { hold, handover } = deal;
	const agreed = hold?.kind === 'reserved' ? hold.amount : undefined;
	const sold = price ?? agreed ?? item.price;
	// The buyer's 'Done' at the hand-over is the yes to the sale at that amount.
	const isConfirmed = handover?.done.buyer === true && sold === agreed;
	const hasMet = handover?.agreedSlot != null && handover.agreedSlot <= now;
	sellTo(deals, changes, deal, {
		price: sold,
		isConfirmed,
		isFromHandover: hasMet || isConfirmed,
	});
	lapse(deals, changes);
	changes.steps.push({
		buyerId,
		from: 'seller',
		event: { type: 'sold', price: sold },
		...(isConfirmed && { variant: 'bothDone' }),
	});
	deal.hasBegun = { buyer: true, seller: true };
}

/** Takes the item off the market, and ends everything that is open in its deals. */
export function remove(deals: ItemDeals, changes: Changes): void {
	deals.item.isRemoved = true;
	changes.isRemoved = true;
	lapse(deals, changes);
}
