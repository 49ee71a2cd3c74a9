import type { DealAction, DealRole } from '#contract/deals/facts.ts';
import type { Request } from './bodies.ts';
import { chosenSlot } from './bounds.ts';
import { beginTurn, endReservationAndBeginTurn, settle } from './passing-time.ts';
import { publishedReview, reviewableSale } from './reviews.ts';
import {
	currentHandover,
	currentSale,
	type Offer,
	openOffer,
	type Pair,
	placeOf,
	type Reservation,
	reservationOf,
	type Sale,
	type Thing,
	turnOf,
	type World,
} from './state.ts';

interface Step extends Request {
	world: World;
	pair: Pair;
	role: DealRole;
}

/** Whether a block by the seller hides the step. */
const isHidden = ({ pair, role }: Step) => role === 'buyer' && pair.blockedBy.seller;

/** The actions with which the buyer agrees to something, or the seller to something that the buyer asked for. */
const AGREEMENTS: ReadonlySet<DealAction> = new Set([
	'accept-offer',
	'take-turn',
	'accept-handover',
]);

/** Performs an allowed step of the model of `state.ts`, whose times are hours. @returns the thing that it is about */
export function doStep(step: Step): Thing {
	step.pair.hasWritten = true;
	if (!isHidden(step)) step.pair.isHeard = true;
	if (AGREEMENTS.has(step.action)) step.pair.hasBuyerAgreed = true;
	const thing = (STEPS[step.action] as (step: Step) => Thing)(step);
	settle(step.world);
	return thing;
}

function required<Value>(value: Value | undefined | null): Value {
	if (value === undefined || value === null) throw new Error('The model allowed too much.');
	return value;
}

/** Counts a change, so that the same step sent again counts as a new one. */
function countChange<Changed extends Thing>(thing: Changed): Changed {
	thing.changes += 1;
	return thing;
}

function addOffer(step: Step, by: DealRole): Offer {
	const { world, pair, body } = step;
	const { now, price, listingNumber } = world;
	const amount = required(body.amount);
	const offer = { by, amount, askedPrice: price, listingNumber, expiresAt: now + 24 };
	const added = { ...offer, id: 0, end: null, isWithheld: isHidden(step), changes: 0 };
	pair.offers.push(added);
	return added;
}

function endOffer({ pair }: Step, end: Offer['end']): Offer {
	const offer = required(openOffer(pair));
	offer.end = end;
	return countChange(offer);
}

function reserve({ world, pair }: Step, amount: number, hours: number): Reservation {
	const turn = turnOf(world);
	if (turn) turn.turnUntil = null;
	leaveQueue(world, pair);
	const { buyer } = pair;
	const startedAt = world.now;
	const until = startedAt + hours;
	const reservation = { buyer, amount, startedAt, until, end: null, handovers: [], changes: 0 };
	world.reservation = reservation;
	pair.reservations.push(reservation);
	return reservation;
}

function leaveQueue(world: World, pair: Pair): Thing | undefined {
	const place = placeOf(world, pair);
	if (!place) return undefined;
	world.queue.splice(world.queue.indexOf(place), 1);
	return countChange(place);
}

/** Sells the item to a buyer. */
export function sell(world: World, pair: Pair, price: number, isConfirmed: boolean): void {
	const { now: soldAt, listingNumber } = world;
	pair.isHeard = true;
	pair.sales.push({
		price,
		soldAt,
		listingNumber,
		answerUntil: soldAt + 7 * 24,
		reviews: {},
		changes: 0,
		isConfirmed: isConfirmed || null,
		completedAt: isConfirmed ? soldAt : null,
	});
	world.soldAt = soldAt;
	settle(world);
}

function answer({ world, pair }: Step, isConfirmed: boolean): Sale {
	const sale = required(currentSale(world, pair));
	sale.isConfirmed = isConfirmed;
	if (isConfirmed) sale.completedAt = world.now;
	return countChange(sale);
}

const STEPS: Record<Request['action'], (step: Step) => Thing> = {
	offer: (step) => addOffer(step, 'buyer'),
	'accept-offer'(step) {
		const offer = endOffer(step, 'accepted');
		reserve(step, offer.amount, 48);
		return offer;
	},
	'decline-offer': (step) => endOffer(step, 'declined'),
	'counter-offer'(step) {
		const offer = endOffer(step, 'countered');
		addOffer(step, 'seller');
		return offer;
	},
	'withdraw-offer': (step) => endOffer(step, 'withdrawn'),
	reserve: (step) => reserve(step, step.body.amount ?? step.world.price, required(step.body.hours)),
	release({ world, pair }) {
		const reservation = required(reservationOf(world, pair));
		reservation.end = 'released';
		endReservationAndBeginTurn(world, world.now);
		return reservation;
	},
	'join-queue'(step) {
		const { world, pair } = step;
		const place = { buyer: pair.buyer, turnUntil: null, isWithheld: isHidden(step), changes: 0 };
		pair.lastPlace = place;
		world.queue.push(place);
		return place;
	},
	'leave-queue': ({ world, pair }) => required(leaveQueue(world, pair)),
	'take-turn'(step) {
		const place = required(placeOf(step.world, step.pair));
		reserve(step, step.world.price, 48);
		return place;
	},
	'pass-turn'({ world, pair }) {
		const place = required(leaveQueue(world, pair));
		beginTurn(world, world.now);
		return place;
	},
	'propose-handover'({ world, pair, role, slots }) {
		const reservation = required(reservationOf(world, pair));
		const handover = {
			id: 0,
			proposedBy: role,
			slots,
			agreedSlot: null,
			isCancelled: false,
			changes: 0,
			done: { buyer: null, seller: null },
			reservation,
		};
		reservation.handovers.push(handover);
		return handover;
	},
	'accept-handover'({ world, pair, slots }) {
		const handover = required(currentHandover(world, pair));
		const slot = required(chosenSlot(world, pair, slots[0]));
		handover.agreedSlot = slot;
		handover.reservation.until = slot + 2;
		return countChange(handover);
	},
	'cancel-handover'({ world, pair }) {
		const handover = required(currentHandover(world, pair));
		handover.isCancelled = true;
		handover.reservation.until = Math.max(handover.reservation.until, world.now + 24);
		return countChange(handover);
	},
	'handover-done'({ world, pair, role }) {
		const handover = required(currentHandover(world, pair));
		handover.done[role] = true;
		if (role === 'seller')
			sell(world, pair, handover.reservation.amount, handover.done.buyer === true);
		return countChange(handover);
	},
	'handover-missed'({ world, pair, role }) {
		const handover = required(currentHandover(world, pair));
		handover.done[role] = false;
		handover.reservation.end = 'missed';
		endReservationAndBeginTurn(world, world.now);
		return countChange(handover);
	},
	'confirm-sale': (step) => answer(step, true),
	'deny-sale': (step) => answer(step, false),
	review({ pair, role, body: { stars = 0 } }) {
		const sale = required(reviewableSale(pair));
		sale.reviews[role] = { stars, answer: null };
		return { changes: 0 };
	},
	'reply-review'({ world, pair, role, body: { text = '' } }) {
		required(publishedReview(world, pair, role)).answer = text;
		return { changes: 0 };
	},
};
