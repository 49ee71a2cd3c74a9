import { DEAL_ACTIONS, type DealRole } from '#contract/deals/facts.ts';
import { acceptedAmounts, attemptsLeft } from './amounts.ts';
import { refusal } from './refusals.ts';
import { publishedReview, reviewableSale, reviewUntil } from './reviews.ts';
import {
	currentHandover,
	currentSale,
	openOffer,
	type Pair,
	placeOf,
	queueSeenBy,
	reservationOf,
	type Sale,
	turnOf,
	type World,
} from './state.ts';

/** The deal as one of its two sides sees it. @param time converts a time of the model for the comparison */
export function viewOf(world: World, pair: Pair, role: DealRole, time: (hours: number) => unknown) {
	const timeOrNull = (hours: number | null) => (hours === null ? null : time(hours));
	const offer = openOffer(pair, role);
	const reservation = reservationOf(world, pair);
	const handover = currentHandover(world, pair);
	const attempt = { world, pair, role, body: undefined };
	return {
		role,
		askedPrice: world.price,
		offer: offer
			? {
					id: offer.id,
					amount: offer.amount,
					by: offer.by,
					expiresAt: time(offer.expiresAt),
					isCounter: offer.by === 'seller',
				}
			: null,
		attemptsLeft: attemptsLeft(world, pair, role),
		queuesLeft: role === 'buyer' ? 10 - (placeOf(world, pair) ? 1 : 0) : null,
		acceptedAmounts: [...new Set(acceptedAmounts(world, pair))].sort((one, other) => one - other),
		reservation: reservation
			? {
					amount: reservation.amount,
					until: time(reservation.until),
					startedAt: time(reservation.startedAt),
				}
			: null,
		queue: queueOf(world, pair, role, timeOrNull),
		handover: handover
			? {
					id: handover.id,
					proposedBy: handover.proposedBy,
					slots: handover.slots.map(time),
					agreedSlot: timeOrNull(handover.agreedSlot),
					done: handover.done,
				}
			: null,
		sale: saleOf(currentSale(world, pair), timeOrNull),
		review: reviewsOf(world, pair, role, time),
		actions: DEAL_ACTIONS.filter((action) => refusal(action, attempt) === undefined),
	};
}

type Time = (hours: number | null) => unknown;

function queueOf(world: World, pair: Pair, role: DealRole, time: Time) {
	if (!world.reservation && !turnOf(world)) return null;
	const queue = queueSeenBy(world, pair, role);
	const index = queue.findIndex(({ buyer }) => buyer === pair.buyer);
	const place = queue[index];
	return {
		place: place ? index + 1 : null,
		length: queue.length,
		turnUntil: time(place?.turnUntil ?? null),
	};
}

function saleOf(sale: Sale | undefined, time: Time) {
	if (!sale) return null;
	const answers = new Map([
		[true, 'yes'],
		[false, 'no'],
	] as const);
	return {
		price: sale.price,
		soldAt: time(sale.soldAt),
		completedAt: time(sale.completedAt),
		confirmed: sale.isConfirmed === null ? 'waiting' : answers.get(sale.isConfirmed),
	};
}

function reviewsOf(world: World, pair: Pair, role: DealRole, time: (hours: number) => unknown) {
	const sale = reviewableSale(pair);
	if (!sale) return null;
	const isOfListing = sale === currentSale(world, pair);
	if (!isOfListing && !sale.reviews.buyer && !sale.reviews.seller) return null;
	return {
		mine: sale.reviews[role] ?? null,
		theirs: publishedReview(world, pair, role) ?? null,
		until: time(reviewUntil(sale)),
	};
}
