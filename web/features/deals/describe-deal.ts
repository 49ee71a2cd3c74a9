import { formatRupees, isolated } from '#contract/core/format.ts';
import { DEAL_LIMITS } from '#contract/deals/facts.ts';
import { DEAL_MESSAGES, DEAL_STATE_MESSAGES as STATES } from '#contract/deals/messages.ts';
import type { Deal } from '#contract/deals/schemas.ts';
import type { Item } from '#contract/items/schemas.ts';
import { daysSince } from '#web/lib/short-dates.ts';
import { formatDealDay, formatDealTime } from './deal-times.ts';

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
 * Describes the first of these that the deal has: a sale, a reservation, a hand-over that the reader is said to have
 * missed, an item no longer on sale, a queue, an offer, or none of them.
 */
export function describeDeal(deal: Deal, reader: Reader): DealDescription {
	return (
		describeSale(deal, reader) ??
		describeReservation(deal, reader) ??
		describeMissed(deal, reader) ??
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
	const { reservation, handover, role } = deal;
	if (!reservation) return undefined;
	if (handover?.agreedSlot) return describeMeeting(deal, handover.agreedSlot, name);
	const { amount, until } = reservation;
	const state = role === 'buyer' ? STATES.reservedForYou(amount) : STATES.reservedFor(name, amount);
	const line = `${STATES.until(formatDealTime(until))} ${proposalLine(deal, name)}`;
	return { state, tone: 'good', line };
}

function proposalLine({ handover, role }: Deal, name: string): string {
	if (!handover) return STATES.agreeOnPlace;
	const { spot, slots, proposedBy } = handover;
	return proposedBy === role
		? STATES.youPropose(name, spot.name)
		: STATES.theyPropose(name, spot.name, slots.length);
}

/** An agreed hand-over. Its outcome is asked from its time on, and before once the other person says that it is done. */
function describeMeeting(deal: Deal, agreedSlot: string, name: string): DealDescription {
	const { handover, role, reservation } = deal;
	const { spot, done } = handover ?? {};
	const hasOtherSaidDone = done?.[role === 'buyer' ? 'seller' : 'buyer'] === true;
	const slot = formatDealTime(agreedSlot);
	const isAhead = Date.parse(agreedSlot) > Date.now() && !hasOtherSaidDone;
	const state = isAhead ? STATES.meeting(slot) : STATES.howDidItGo;
	return { state, tone: 'good', line: meetingLine() };

	function meetingLine(): string {
		if (done?.[role]) return STATES.youSaidDone(name);
		if (hasOtherSaidDone) return STATES.theySaidDone(name);
		if (isAhead)
			return `${[spot?.name, spot?.hint].filter(Boolean).map(String).map(isolated).join(', ')}.`;
		return STATES.metAt(spot?.name ?? '', slot, formatDealTime(reservation?.until ?? agreedSlot));
	}
}

/** While `handover-contest` is possible, the deal's hand-over is the one that the reader is said to have missed. */
function describeMissed({ actions }: Deal, { name }: Reader): DealDescription | undefined {
	if (!actions.includes('handover-contest')) return undefined;
	const line = `You can say within ${DEAL_LIMITS.contestHours} hours that you were there.`;
	return { state: STATES.theySaidMissed(name), tone: 'waiting', line };
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
	return {
		state: offer.isCounter ? STATES.theirCounter(name, amount) : STATES.theirOffer(name, amount),
		tone: 'waiting',
		line: STATES.openUntil(until),
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

/**
 * Advice and messages suggested above the message field while a hand-over is agreed. The messages are suggested only
 * on the day of the hand-over.
 * @returns undefined without an agreed hand-over, and after one side has said how it went
 */
export function meetingSuggestions(deal: Deal | undefined) {
	const { agreedSlot, done } = (deal?.reservation && deal.handover) ?? {};
	if (!agreedSlot || done?.buyer != null || done?.seller != null) return undefined;
	return {
		advice: DEAL_MESSAGES.checkFirst,
		label: DEAL_MESSAGES.meetingMessagesLabel,
		messages: daysSince(agreedSlot) === 0 ? DEAL_MESSAGES.meetingMessages : [],
	};
}
