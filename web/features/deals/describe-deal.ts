import { formatRupees } from '#contract/core/format.ts';
import { DEAL_MESSAGES, DEAL_STATE_MESSAGES as STATES } from '#contract/deals/messages.ts';
import type { Deal } from '#contract/deals/schemas.ts';
import type { Item } from '#contract/items/schemas.ts';
import { formatDealDay, formatDealTime } from './deal-times.ts';
import { describeHandover } from './describe-handover.ts';

/** The state of a deal in words, for its buyer or its seller. */
export interface DealDescription {
	/** The headline. */
	state: string;
	/**
	 * For this reader: `good` is progress (green), `waiting` means that something is not decided yet, `quiet` that
	 * nothing is going on.
	 */
	tone: 'good' | 'waiting' | 'quiet';
	/** The details below the headline. */
	line: string;
}

interface Reader {
	/** The other person's name. */
	name: string;
	itemStatus: Item['status'];
}

/**
 * Describes the first of these that the deal has: a sale, a reservation, an item no longer on sale, a queue, an
 * offer, or none of them.
 */
export function describeDeal(deal: Deal, reader: Reader): DealDescription {
	return (
		describeSale(deal, reader) ??
		describeReservation(deal, reader) ??
		describeUnavailableItem(reader) ??
		describeQueue(deal, reader) ??
		describeOffer(deal, reader) ??
		describeOnSale(deal, reader)
	);
}

function describeSale(deal: Deal, { name }: Reader): DealDescription | undefined {
	const { sale, role } = deal;
	if (!sale) return undefined;
	const price = formatRupees(sale.price);
	const isBuyer = role === 'buyer';
	if (sale.completedAt) {
		const doneLine = STATES.doneLine(price, formatDealDay(sale.completedAt));
		const line = `${doneLine} ${reviewLine(deal, name)}`.trim();
		return { state: STATES.done, tone: 'good', line };
	}
	if (sale.confirmed === 'no') {
		const line = isBuyer ? STATES.youDenied(name) : STATES.theyDenied(name);
		return { state: STATES.notReceived, tone: 'waiting', line };
	}
	return isBuyer
		? { state: STATES.didYouGetIt, tone: 'waiting', line: STATES.markedSold(name, price) }
		: { state: STATES.soldTo(name, price), tone: 'good', line: STATES.buyerIsAsked(name) };
}

function reviewLine({ review, actions }: Deal, name: string): string {
	if (!review) return '';
	const until = formatDealDay(review.until);
	const theirs = review.theirs ? STATES.theirReview(name, review.theirs.stars) : '';
	if (actions.includes('review')) return `${theirs} ${STATES.reviewUntil(until)}`.trim();
	const isWaiting = review.mine && !review.isPublished && Date.parse(review.until) > Date.now();
	return isWaiting ? STATES.reviewWaits(until) : theirs;
}

function describeReservation(deal: Deal, { name }: Reader): DealDescription | undefined {
	const { reservation, role } = deal;
	if (!reservation) return undefined;
	const { amount } = reservation;
	const state = role === 'buyer' ? STATES.reservedForYou(amount) : STATES.reservedFor(name, amount);
	const handover = describeHandover(deal, reservation, name);
	if (handover?.state !== undefined) return { tone: 'good', ...handover, state: handover.state };
	const until = STATES.until(formatDealTime(reservation.until));
	return { state, tone: 'good', line: `${until} ${handover?.line ?? STATES.agreeOnPlace}` };
}

/** The item is taken down, or sold to somebody else. A sale to this deal's buyer is described by `describeSale`. */
function describeUnavailableItem({ itemStatus }: Reader): DealDescription | undefined {
	if (itemStatus === 'available') return undefined;
	const state = { sold: STATES.sold, removed: STATES.removed, banned: STATES.takenDown }[
		itemStatus
	];
	return { state, tone: 'quiet', line: STATES.noLongerOnSale };
}

function describeQueue(deal: Deal, { name }: Reader): DealDescription | undefined {
	const { queue, role } = deal;
	if (!queue) return undefined;
	const { place, length, turnUntil } = queue;
	const isBuyer = role === 'buyer';
	if (turnUntil) {
		const until = formatDealTime(turnUntil);
		return isBuyer
			? { state: STATES.yourTurn, tone: 'good', line: STATES.yourTurnLine(deal.askedPrice, until) }
			: { state: STATES.theirTurn(name), tone: 'good', line: STATES.theirTurnLine(name, until) };
	}
	if (place === null) {
		const canJoin = deal.actions.includes('join-queue');
		const obstacle = deal.queuesLeft === 0 ? STATES.noQueuesLeft : STATES.cannotJoinYet;
		const buyerLine = canJoin ? STATES.queueLine(length) : obstacle;
		return isBuyer
			? { state: STATES.reserved, tone: 'waiting', line: buyerLine }
			: { state: STATES.heldForOther, tone: 'waiting', line: STATES.othersWait(length) };
	}
	return isBuyer
		? { state: STATES.inQueue(place, length), tone: 'waiting', line: STATES.inQueueLine }
		: {
				state: STATES.theyWait(name, place, length),
				tone: 'waiting',
				line: STATES.heldForOtherLine,
			};
}

function describeOffer(deal: Deal, { name }: Reader): DealDescription | undefined {
	const { offer, role, attemptsLeft } = deal;
	if (!offer) return undefined;
	const amount = formatRupees(offer.amount);
	const until = formatDealTime(offer.expiresAt);
	if (offer.by === role) {
		const left = role === 'buyer' ? ` ${DEAL_MESSAGES.offersLeft(attemptsLeft)}` : '';
		return {
			state: role === 'buyer' ? STATES.yourOffer(amount) : STATES.yourCounter(amount),
			tone: 'waiting',
			line: STATES.canAnswer(name, until) + left,
		};
	}
	const whom = role === 'buyer' ? STATES.you : name;
	return {
		state: offer.isCounter ? STATES.theirCounter(name, amount) : STATES.theirOffer(name, amount),
		tone: 'waiting',
		line: `${STATES.openUntil(until)} ${STATES.acceptingReserves(whom)}`,
	};
}

function describeOnSale({ actions, attemptsLeft, role }: Deal, { name }: Reader): DealDescription {
	return { state: STATES.onSale, tone: 'quiet', line: onSaleLine() };

	function onSaleLine(): string {
		if (actions.includes('offer')) {
			return STATES.offerPossible(DEAL_MESSAGES.offersLeft(attemptsLeft));
		}
		if (actions.includes('reserve')) return STATES.canReserve(name);
		const hasUsedAllOffers = role === 'buyer' && attemptsLeft === 0;
		return hasUsedAllOffers ? STATES.noOffersLeft : STATES.nothingYet;
	}
}
