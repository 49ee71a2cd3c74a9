import type { DealAction, DealRole } from '#contract/deals/facts.ts';

/*
 * A plain model of the rules of deals, written from their description and not from the server's code. Times are hours
 * since the model began.
 */

/** A thing that a step names. If it has changed since, the same step sent again counts as a new step. */
export interface Thing {
	/** How often the thing has changed. */
	changes: number;
}

export interface Offer extends Thing {
	/** The id on the server; 0 until the server has sent it. */
	id: number;
	by: DealRole;
	amount: number;
	askedPrice: number;
	listingNumber: number;
	expiresAt: number;
	end: 'accepted' | 'declined' | 'countered' | 'withdrawn' | 'lapsed' | null;
	/** Made while the seller had blocked the buyer: the seller never sees it. */
	isWithheld: boolean;
}

export interface Handover extends Thing {
	/** The id on the server; 0 until the server has sent it. */
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
	/** Joined while the seller had blocked the buyer: only this buyer sees it, and it gets no turn. */
	isWithheld: boolean;
}

export interface Review {
	stars: number;
	answer: string | null;
}

export interface Sale extends Thing {
	price: number;
	soldAt: number;
	/** `Infinity` once there was a block between the two. */
	answerUntil: number;
	isConfirmed: boolean | null;
	completedAt: number | null;
	listingNumber: number;
	reviews: Partial<Record<DealRole, Review>>;
}

/** A step that was done. */
interface DoneStep {
	role: DealRole;
	action: DealAction;
	/** The request body as JSON. */
	body: string;
	listingNumber: number;
	thing: Thing;
	/** The number of changes of `thing` after the step. */
	changes: number;
}

/** The deal of the seller with one buyer. */
export interface Pair {
	/** The buyer's number: 0, 1 or 2. */
	buyer: number;
	/** The buyer has a confirmed address. */
	isConfirmed: boolean;
	/** The buyer has written. */
	hasWritten: boolean;
	/** The seller can see something that the buyer has written. */
	isHeard: boolean;
	blockedBy: Record<DealRole, boolean>;
	/** The buyer is banned. */
	isBanned: boolean;
	offers: Offer[];
	reservations: Reservation[];
	sales: Sale[];
	/** The newest place in the queue, even if it has ended. */
	lastPlace: Thing | undefined;
	/** The buyer has agreed to something: an offer was accepted, a turn taken or a hand-over agreed. */
	hasBuyerAgreed: boolean;
	steps: DoneStep[];
}

/** The state of the model: one item, and the deal with each of its buyers. */
export interface World {
	now: number;
	price: number;
	isPriceFixed: boolean;
	/** The number of the current listing: it increases when a sold item is relisted. */
	listingNumber: number;
	bannedAt: number | null;
	soldAt: number | null;
	/** The current reservation. */
	reservation: Reservation | null;
	/** The queue, in order. It may be the turn of the first. */
	queue: Place[];
	pairs: Pair[];
}

export function newWorld(price: number, buyers: number): World {
	const pairs = Array.from({ length: buyers }, (_, buyer) => ({
		buyer,
		isConfirmed: buyer < 2,
		hasWritten: false,
		isHeard: false,
		isBanned: false,
		blockedBy: { buyer: false, seller: false },
		offers: [],
		reservations: [],
		sales: [],
		lastPlace: undefined,
		hasBuyerAgreed: false,
		steps: [],
	}));
	return {
		now: 0,
		price,
		isPriceFixed: false,
		listingNumber: 0,
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

/**
 * Whether a block or a ban ends what is open between the two. A block by the seller does not end what it hides from the
 * seller.
 */
export const isSeparated = ({ blockedBy, isBanned }: Pair, isWithheld = false) =>
	isBanned || blockedBy.buyer || (blockedBy.seller && !isWithheld);

/** Whether only answers to a sale and reviews are possible for a side: it has blocked the other, or the buyer is banned. */
export const isClosedFor = ({ blockedBy, isBanned }: Pair, role: DealRole) =>
	isBanned || blockedBy[role];

/** Whether a side can see an offer or a place in the queue. */
export const isSeenBy =
	(role: DealRole) =>
	({ isWithheld }: { isWithheld: boolean }) =>
		role === 'buyer' || !isWithheld;

/** Whether one of the two has blocked the other. */
export const isAcrossBlock = ({ blockedBy }: Pair) => blockedBy.buyer || blockedBy.seller;

/** The offer that is not decided yet, as a side sees it. */
export const openOffer = ({ offers }: Pair, role: DealRole = 'buyer') =>
	offers.filter(isSeenBy(role)).find(({ end }) => end === null);

/** The queue as a side sees it: nobody sees the withheld places but their own buyers. */
export const queueSeenBy = ({ queue }: World, { buyer }: Pair, role: DealRole) =>
	queue.filter((place) => !place.isWithheld || (role === 'buyer' && place.buyer === buyer));

/** The place in the queue whose turn it is. */
export const turnOf = ({ queue }: World) => queue.find(({ turnUntil }) => turnUntil !== null);

/** The buyer's place in the queue. */
export const placeOf = ({ queue }: World, { buyer }: Pair) =>
	queue.find((place) => place.buyer === buyer);

/** The current reservation, if it is this buyer's. */
export const reservationOf = ({ reservation }: World, { buyer }: Pair) =>
	reservation?.buyer === buyer ? reservation : undefined;

/** The newest proposal of the current reservation, unless it was cancelled. */
export function currentHandover(world: World, pair: Pair): Handover | undefined {
	const newest = reservationOf(world, pair)?.handovers.at(-1);
	return newest?.isCancelled ? undefined : newest;
}

/** The sale to this buyer in the current listing. */
export function currentSale({ listingNumber, soldAt }: World, { sales }: Pair): Sale | undefined {
	return sales.find((sale) => sale.listingNumber === listingNumber && soldAt !== null);
}
