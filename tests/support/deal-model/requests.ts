import type { DealAction } from '#contract/deals/facts.ts';
import type { Deal } from '#contract/deals/schemas.ts';
import { acceptedAmounts, counterBounds, offerBounds } from './amounts.ts';
import type { AnyBody } from './bodies.ts';
import { openOffer, type Pair, type World } from './state.ts';

/** An id that no offer and no hand-over has. */
const UNKNOWN_ID = 2_000_000_000;
const MINUTE_MS = 60_000;

interface Choice {
	world: World;
	pair: Pair;
	/** The deal as it was last read from the server; undefined before the first time. */
	lastDeal: Deal | undefined;
	/** A random number that selects among the possible bodies. */
	pick: number;
	/** Of two spots, the first is open in the morning of the college's day, the second after noon. */
	spotIds: readonly number[];
}

/** A body for this action: mostly one within the limits. */
export function bodyFor(action: DealAction, choice: Choice): AnyBody {
	const { world, pair, pick } = choice;
	switch (action) {
		case 'offer':
			return { amount: amountWithin(offerBounds(world), pick) };
		case 'counter-offer': {
			const offer = openOffer(pair);
			return {
				amount: amountWithin(offer ? counterBounds(world, offer) : { min: 1, max: 2 }, pick),
			};
		}
		case 'accept-offer':
		case 'decline-offer':
		case 'withdraw-offer':
			return { offerId: idOf(pair.offers, pick) };
		case 'reserve': {
			const amounts = [undefined, undefined, world.price, ...acceptedAmounts(world, pair), 7];
			const amount = pickOne(amounts, pick);
			return {
				hours: pickOne([24, 48, 48, 120, 30], pick),
				...(amount !== undefined && { amount }),
			};
		}
		case 'release':
			return pick % 2 === 0 ? {} : { reason: 'Found another.' };
		case 'propose-handover':
			return proposal(choice);
		case 'accept-handover':
			return { handoverId: handoverId(choice), slot: slotFor(choice) };
		case 'cancel-handover':
		case 'handover-done':
		case 'handover-missed':
			return { handoverId: handoverId(choice) };
		case 'review':
			return { stars: pickOne([1, 2, 3, 4, 5, 6], pick), tags: [] };
		case 'reply-review':
			return { text: pickOne(['Thanks.', 'Not so.'], pick) };
		default:
			return {};
	}
}

function pickOne<Value>(values: readonly Value[], pick: number): Value {
	return values[pick % values.length] as Value;
}

function amountWithin({ min, max }: { min: number; max: number }, pick: number): number {
	const middle = Math.floor((min + max) / 2);
	return pickOne([middle, min, middle + 1, max, min, max, min - 1, max + 1, min + 0.5], pick);
}

/** The id of one of the things, mostly the newest, sometimes an unknown one. */
function idOf(things: readonly { id: number }[], pick: number): number {
	const index = pick % 6 === 5 ? 0 : things.length - 1;
	return (pick % 11 === 10 ? undefined : things[index]?.id) ?? UNKNOWN_ID;
}

function handoverId({ pair: { reservations }, pick }: Choice): number {
	return idOf(
		reservations.flatMap(({ handovers }) => handovers),
		pick,
	);
}

/** Proposes times ten to fifteen minutes after a whole number of hours from now, so that no other deadline is near. */
function proposal({ pick, spotIds }: Choice): AnyBody {
	const hours = pickOne([1, 5, 30, 80, 1, 300, 340, -2], pick);
	const slotIntervalMs = 5 * MINUTE_MS;
	const firstMs =
		Math.ceil((Date.now() + (hours * 60 + 10) * MINUTE_MS) / slotIntervalMs) * slotIntervalMs;
	const slots = pick % 3 === 0 ? [firstMs, firstMs + 24 * 60 * MINUTE_MS] : [firstMs];
	// The college's time is 5:30 hours ahead of UTC.
	const isMorning = new Date(firstMs + 5.5 * 60 * MINUTE_MS).getUTCHours() < 12;
	const spotId = spotIds[isMorning ? 0 : 1];
	if (spotId === undefined) throw new Error('There are no spots.');
	return { spotId, slots: slots.map((slot) => new Date(slot).toISOString()) };
}

/** One of the proposed times, sometimes another. */
function slotFor({ lastDeal, pick }: Choice): string {
	const slots = lastDeal?.handover?.slots ?? [];
	const other = new Date(Date.now() + 3 * 60 * MINUTE_MS).toISOString();
	return pick % 7 === 6 ? other : (pickOne(slots, pick) ?? other);
}
