import type { DealAction, DealRole } from '#contract/deals/facts.ts';
import type { Request } from './bodies.ts';
import { isWithinBounds } from './bounds.ts';
import { refusal } from './refusals.ts';
import {
	currentHandover,
	currentSale,
	type Pair,
	placeOf,
	reservationOf,
	type Thing,
	type World,
} from './state.ts';
import { doStep } from './steps.ts';

/** The answer to a request: its status and, for 409, the error code without `deal/`. */
export interface Answer {
	status: number;
	code?: string;
}

/** Performs an action if it is possible. @returns the expected answer of the server */
export function perform(world: World, pair: Pair, role: DealRole, request: Request): Answer {
	const { action } = request;
	if (world.bannedAt !== null) return { status: 404 };
	if (role === 'seller' && !pair.isHeard) return { status: 404 };
	const body = JSON.stringify(request.body);
	if (isRepetition(world, pair, role, action, body)) return { status: 200 };
	const code = refusal(action, { world, pair, role, body: request.body });
	if (code) return { status: 409, code };
	if (!isWithinBounds(world, pair, request)) return { status: 400 };
	const thing = doStep({ ...request, world, pair, role });
	const { listingNumber } = world;
	pair.steps.push({ role, action, body, listingNumber, thing, changes: thing.changes });
	return { status: 200 };
}

/**
 * Whether this person has already done this step of the current listing with the same request. The request counts as new if, since then, the thing that it names
 * has changed or a newer thing of this kind exists.
 */
function isRepetition(
	world: World,
	pair: Pair,
	role: DealRole,
	action: DealAction,
	body: string,
): boolean {
	const last = pair.steps.findLast(
		(step) =>
			step.role === role &&
			step.action === action &&
			step.body === body &&
			step.listingNumber === world.listingNumber,
	);
	if (!last) return false;
	const newest = newestThing(world, pair, action);
	if (newest && newest !== last.thing) return false;
	// For 'reserve', later changes of the created reservation do not matter.
	return action === 'reserve' || last.thing.changes === last.changes;
}

/** The thing that a new step of this kind would be about: the newest of its kind; undefined if there is none. */
function newestThing(world: World, pair: Pair, action: DealAction): Thing | undefined {
	switch (action) {
		case 'counter-offer':
			return pair.offers.findLast(({ by, isWithheld }) => by === 'buyer' && !isWithheld);
		case 'reserve':
		case 'release':
			return pair.reservations.at(-1);
		case 'join-queue':
			return placeOf(world, pair);
		case 'leave-queue':
		case 'take-turn':
		case 'pass-turn':
			return pair.lastPlace;
		case 'propose-handover':
			return currentHandover(world, pair) ?? reservationOf(world, pair);
		case 'confirm-sale':
		case 'deny-sale':
			return currentSale(world, pair);
		default:
			return undefined;
	}
}
