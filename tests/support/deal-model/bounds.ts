import { acceptedAmounts, counterBounds, offerBounds } from './amounts.ts';
import type { Request } from './bodies.ts';
import { currentHandover, openOffer, type Pair, type World } from './state.ts';

/** Whether the values of a request are within the limits. */
export function isWithinBounds(
	world: World,
	pair: Pair,
	{ action, body, slots }: Request,
): boolean {
	const { amount = 0 } = body;
	const isWhole = ({ min, max }: { min: number; max: number }) =>
		Number.isInteger(amount) && amount >= min && amount <= max;
	switch (action) {
		case 'offer':
			return isWhole(offerBounds(world));
		case 'counter-offer': {
			const offer = openOffer(pair);
			return offer !== undefined && isWhole(counterBounds(world, offer));
		}
		case 'reserve': {
			const isAllowedAmount =
				body.amount === undefined ||
				[world.price, ...acceptedAmounts(world, pair)].includes(amount);
			return [24, 48, 120].includes(body.hours ?? 0) && isAllowedAmount;
		}
		case 'propose-handover':
			return slots.every((slot) => slot > world.now && slot <= world.now + 14 * 24);
		case 'accept-handover': {
			const slot = chosenSlot(world, pair, slots[0]);
			return slot !== undefined && slot > world.now;
		}
		case 'review':
			return (body.stars ?? 0) >= 1 && (body.stars ?? 0) <= 5;
		default:
			return true;
	}
}

/** The proposed slot that was sent. A difference of three minutes is allowed, because the test takes time meanwhile. */
export function chosenSlot(world: World, pair: Pair, sent = 0): number | undefined {
	return currentHandover(world, pair)?.slots.find((slot) => Math.abs(slot - sent) < 0.05);
}
