import {
	isAcrossBlock,
	isSeparated,
	openOffer,
	type Pair,
	pairOf,
	turnOf,
	type World,
} from './state.ts';

const TURN_HOURS = 6;

/** Advances the model's clock and ends everything that expires meanwhile. */
export function passTime(world: World, hours: number): void {
	world.now += hours;
	settle(world);
}

/** Ends offers, sales, reservations and turns that a deadline or another change has ended. */
export function settle(world: World): void {
	for (const pair of world.pairs) {
		endOffer(world, pair);
		completeSale(world, pair);
	}
	if (isGone(world)) endQueue(world);
	else {
		endReservation(world);
		endPlacesOfSeparatedBuyers(world);
		endTurns(world);
	}
}

const isGone = ({ bannedAt, soldAt }: World) => bannedAt !== null || soldAt !== null;

function endOffer(world: World, pair: Pair): void {
	const offer = openOffer(pair);
	if (!offer) return;
	const isOver = offer.expiresAt <= world.now || offer.askedPrice !== world.price;
	if (
		!isOver &&
		!world.isPriceFixed &&
		!isSeparated(pair, offer.isWithheld) &&
		!isGone(world) &&
		!world.reservation
	)
		return;
	offer.end = 'lapsed';
	offer.changes += 1;
}

function completeSale(world: World, pair: Pair): void {
	const { sales, isBanned } = pair;
	for (const sale of sales) {
		const isUnanswered = sale.isConfirmed === null && sale.completedAt === null;
		if (isUnanswered && isAcrossBlock(pair)) sale.answerUntil = Number.POSITIVE_INFINITY;
		const isEnded = sale.listingNumber !== world.listingNumber;
		const isPaused = world.bannedAt !== null || isBanned;
		if (!isUnanswered || isEnded || isPaused || sale.answerUntil > world.now) continue;
		sale.completedAt = sale.answerUntil;
		sale.changes += 1;
	}
}

function endQueue(world: World): void {
	if (world.reservation) world.reservation.end = world.soldAt === null ? 'over' : 'sold';
	world.reservation = null;
	for (const place of world.queue) place.changes += 1;
	world.queue = [];
}

function endReservation(world: World): void {
	const { reservation, now } = world;
	if (!reservation) return;
	if (reservation.until <= now) {
		reservation.end = 'over';
		endReservationAndBeginTurn(world, reservation.until);
	} else if (isSeparated(pairOf(world, reservation.buyer))) {
		reservation.end = 'over';
		endReservationAndBeginTurn(world, now);
	}
}

/** Ends the reservation, and begins the turn of the first in the queue. */
export function endReservationAndBeginTurn(world: World, from: number): void {
	if (world.reservation) world.reservation.changes += 1;
	world.reservation = null;
	beginTurn(world, from);
}

/** Gives the first in the queue six hours, counted from `from`, in which only they can buy. */
export function beginTurn(world: World, from: number): void {
	const first = world.queue.find(({ isWithheld }) => !isWithheld);
	if (!first) {
		for (const place of world.queue) place.changes += 1;
		world.queue = [];
		return;
	}
	first.turnUntil = from + TURN_HOURS;
	first.changes += 1;
}

function endPlacesOfSeparatedBuyers(world: World): void {
	const turn = turnOf(world);
	world.queue = world.queue.filter((place) => {
		if (!isSeparated(pairOf(world, place.buyer), place.isWithheld)) return true;
		place.changes += 1;
		return false;
	});
	if (turn && !world.queue.includes(turn)) beginTurn(world, world.now);
}

function endTurns(world: World): void {
	for (;;) {
		const turn = turnOf(world);
		if (!turn || turn.turnUntil === null || turn.turnUntil > world.now) return;
		world.queue.splice(world.queue.indexOf(turn), 1);
		turn.changes += 1;
		beginTurn(world, turn.turnUntil);
	}
}
