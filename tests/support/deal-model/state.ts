import type { DealAction, DealRole } from '#contract/deals/facts.ts';

/*
 * A plain model of the rules of deals, written from their description and not from the server's code. Times are hours
 * since the model began.
 */

/** Something that a step names. What happens to it makes the same step, sent again, a new one. */
export interface Thing {
	/** How often something has happened to it. */
	changes: number;
}

export interface Offer extends Thing {
	/** Of the server; 0 until it has said it. */
	id: number;
	by: DealRole;
	amount: number;
	askedPrice: number;
	listing: number;
	expiresAt: number;
	end: 'accepted' | 'declined' | 'countered' | 'withdrawn' | 'lapsed' | null;
}

export interface Handover extends Thing {
	/** Of the server; 0 until it has said it. */
	id: number;
	proposedBy: DealRole;
	slots: number[];
	agreedSlot: number | null;
	isCancelled: boolean;
	done: Record<DealRole, boolean | null>;
	reservation: Reservation;
}

export interface Reservation extends Thing {
	buyer: number;
	amount: number;
	startedAt: number;
	until: number;
	end: 'released' | 'over' | 'missed' | 'sold' | null;
	handovers: Handover[];
}

interface Place extends Thing {
	buyer: number;
	turnUntil: number | null;
}

export interface Review {
	stars: number;
	answer: string | null;
}

export interface Sale extends Thing {
	price: number;
	soldAt: number;
	answerUntil: number;
	isConfirmed: boolean | null;
	completedAt: number | null;
	listing: number;
	reviews: Partial<Record<DealRole, Review>>;
}

/** A step that was done. */
interface DoneStep {
	role: DealRole;
	action: DealAction;
	/** As JSON. */
	body: string;
	listing: number;
	thing: Thing;
	/** Of the thing, after the step. */
	changes: number;
}

/** What stands between the seller and one buyer. */
export interface Pair {
	/** Its number: 0, 1 or 2. */
	buyer: number;
	hasWritten: boolean;
	blockedBy: Record<DealRole, boolean>;
	/** The buyer is banned. */
	isBanned: boolean;
	offers: Offer[];
	reservations: Reservation[];
	sales: Sale[];
	/** The newest place in the queue, also one that is over. */
	lastPlace: Thing | undefined;
	steps: DoneStep[];
}

export interface World {
	now: number;
	price: number;
	isPriceFixed: boolean;
	/** Counts how often the item was put up. */
	listing: number;
	bannedAt: number | null;
	soldAt: number | null;
	/** The living one. */
	reservation: Reservation | null;
	/** The first may be on turn. */
	queue: Place[];
	pairs: Pair[];
}

export function newWorld(price: number, buyers: number): World {
	const pairs = Array.from({ length: buyers }, (_, buyer) => ({
		buyer,
		hasWritten: false,
		isBanned: false,
		blockedBy: { buyer: false, seller: false },
		offers: [],
		reservations: [],
		sales: [],
		lastPlace: undefined,
		steps: [],
	}));
	return {
		now: 0,
		price,
		isPriceFixed: false,
		listing: 0,
		bannedAt: null,
		soldAt: null,
		reservation: null,
		queue: [],
		pairs,
	};
}

export function pairOf(world: World, buyer: number): Pair {
	const pair = world.pairs[buyer];
	if (!pair) throw new Error(`There is no buyer ${buyer}.`);
	return pair;
}

/** Nothing but answers and reviews is possible between these two. */
export const isApart = ({ blockedBy, isBanned }: Pair) =>
	blockedBy.buyer || blockedBy.seller || isBanned;

export const openOffer = ({ offers }: Pair) => offers.find(({ end }) => end === null);

export const turnOf = ({ queue }: World) => queue.find(({ turnUntil }) => turnUntil !== null);

export const placeOf = ({ queue }: World, { buyer }: Pair) =>
	queue.find((place) => place.buyer === buyer);

/** The living reservation, if it is this buyer's. */
export const reservationOf = ({ reservation }: World, { buyer }: Pair) =>
	reservation?.buyer === buyer ? reservation : undefined;

/** The newest proposal of the living reservation, unless it was called off. */
export function currentHandover(world: World, pair: Pair): Handover | undefined {
	const newest = reservationOf(world, pair)?.handovers.at(-1);
	return newest?.isCancelled ? undefined : newest;
}

/** The sale to this buyer, unless the item was put up again since. */
export function currentSale({ listing, soldAt }: World, { sales }: Pair): Sale | undefined {
	return sales.find((sale) => sale.listing === listing && soldAt !== null);
}
