import type { DealEvent } from '#contract/deals/events.ts';
import { DEAL_ROLES, type DealRole, type ReviewTag } from '#contract/deals/facts.ts';
import type { Hold, Moment, StoredDeal } from '#server/db/deal-state.ts';

/*
 * The state of an item's deals, as the pure rules see it, and the tools that these share. A deal has five shapes:
 * `ItemDeals` (all deals of the item that a change can touch) → `DealState` (that with one buyer) → `DealView` (as one
 * side sees it; decide.ts) → `DealSituation` (what the table of transitions asks; contract/deals/situation.ts) → `Deal`
 * (what the side is sent; contract/deals/schemas.ts). To be read in the order in which a request runs: routes.ts,
 * commands.ts, load-queries.ts, lapse.ts, decide.ts, bounds.ts, apply.ts, save-queries.ts, effects.ts, present.ts.
 */

/** The columns of an item on which its deals depend. */
export interface DealItem {
	id: number;
	sellerId: number;
	sellerName: string;
	title: string;
	/** Rupees. */
	price: number;
	isPriceFixed: boolean;
	soldAt: Moment | null;
	/** Removed by the seller, who can still put it back. */
	isRemoved: boolean;
	/** The item is deleted for good or by an administrator, or its seller is deleted. */
	isDeleted: boolean;
	/** Since when the item or its seller is banned; null if neither is. */
	bannedSince: Moment | null;
	/** When the item was posted, or put on sale again after a sale. */
	listedAt: Moment;
}

/** A sale to the buyer. */
export interface Sale {
	/** Null until it is stored. */
	id: number | null;
	/** Rupees. */
	price: number;
	soldAt: Moment;
	/** Until when the buyer can answer; null, without an end, if there was a block between the two meanwhile. */
	answerUntil: Moment | null;
	/** Since when that time stands still, because the item or one of the two is banned. */
	pausedAt: Moment | null;
	/** Whether the buyer says that they got it; null without an answer. */
	isConfirmed: boolean | null;
	completedAt: Moment | null;
	/** Until when the two can review each other; set with `completedAt`. */
	reviewUntil: Moment | null;
	/** When it was undone before it was complete. */
	endedAt: Moment | null;
	/** The seller sold it at an agreed hand-over. With the buyer's yes, that hand-over was kept. */
	isFromHandover: boolean;
	reviews: Review[];
}

/** What is read about the buyer, and never written with the deal. */
export interface BuyerFacts {
	isDeleted: boolean;
	bannedSince: Moment | null;
	/** Has a confirmed address. */
	isConfirmed: boolean;
	/** When the buyer blocked the seller; null if they have not. */
	blockedSellerAt: Moment | null;
	/** When the seller blocked the buyer. */
	blockedBySellerAt: Moment | null;
	/** Queues in which the buyer waits, over all items; a place whose turn is over does not count. */
	queues: number;
	/** The buyer's place in this queue as the buyer sees it, from 1; null outside, and where it was not read. */
	position: number | null;
}

/** A completed sale: the two can review each other. */
type CompletedSale = Sale & { id: number; reviewUntil: Moment };

export interface Review {
	id: number;
	role: DealRole;
	stars: number;
	tags: ReviewTag[];
	text: string | null;
	createdAt: Moment;
	answer: string | null;
	answeredAt: Moment | null;
	isHidden: boolean;
}

/** What stands between an item's seller and one buyer. */
export interface DealState extends StoredDeal {
	buyerId: number;
	/** The newest first. */
	sales: Sale[];
	isStored: boolean;
	/** Whether there is a message of the buyer, or a step, that the buyer can see, and that the seller can see. */
	hasBegun: { buyer: boolean; seller: boolean };
	buyer: BuyerFacts;
}

/**
 * The deals of one item that a change can touch: the deal it is about, those with a hold, an open offer, an unanswered
 * sale, and the first places of the queue, in the order of the queue.
 */
export interface ItemDeals {
	item: DealItem;
	now: Moment;
	deals: DealState[];
	/** All places that everybody sees, loaded or not. */
	queueLength: number;
	/** For the offer, the proposal or the place that is made next: a change makes at most one. */
	newId: number;
	/** The college's time zone. */
	timeZone: string;
}

/** One thing that happened in a deal: a message of its chat, and notifications (effects.ts). */
export interface Step {
	buyerId: number;
	/** The side that the message is from; the seller for what no person did. */
	from: DealRole;
	event: DealEvent;
	/** Set for what a person did. */
	actorId?: number;
	/** A text by the person, added after the words of the step. */
	reason?: string | undefined;
	/** For a counter-offer, the offer that it answers, in rupees. */
	offered?: number;
	/** The message of another step says it already: nothing is written or told, the pages are only told to look again. */
	isSilent?: boolean;
	/** A block hides it from the other side: only its actor sees it or, if it has none, the buyer. */
	isWithheld?: boolean;
	/** The seller is told of what no person did, too. */
	isForSellerToo?: boolean;
	/**
	 * A variant of the step's words for notifications (effects.ts). `theirOffer`: the seller has made the offer that
	 * lapsed, so that 'your offer' is wrong for the buyer, and right for the seller.
	 */
	variant?: 'theirOffer' | 'bothDone';
}

/** The deal of a buyer in which something has changed, and which of the two sides can see the change. */
export interface ChangedDeal {
	buyerId: number;
	sides: ReadonlySet<DealRole>;
}

/** A reminder that both sides get. */
export interface Reminder {
	buyerId: number;
	of: 'reservation' | 'handover';
	/** The end of the reservation, or the hour of the hand-over. */
	at: Moment;
	/** The name of the spot of a hand-over. */
	spot?: string;
}

/** A person did not come to a hand-over, as the other reports, or the person contests that report. */
export interface MissedReport {
	kind: 'missed' | 'contested';
	handoverId: number;
	userId: number;
	reportedBy: number;
}

/** What a change of an item's deals has set off; `ItemDeals` itself holds the new state. */
export interface Changes {
	steps: Step[];
	reminders: Reminder[];
	report: MissedReport | null;
	/** The item is on sale again after a hold, and nobody waits: who saved it is told, but not this buyer. */
	backOnSale: { exceptBuyerId: number } | null;
	/** The item was sold. The price is null if it is unknown, the buyer if none was named. */
	sold: { price: number | null; buyerId: number | null } | null;
	/** The seller took the item off the market. */
	isRemoved: boolean;
	review: {
		saleId: number;
		role: DealRole;
		stars: number;
		tags: ReviewTag[];
		text: string | undefined;
	} | null;
	answer: { reviewId: number; text: string } | null;
}

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

export const addMs = (moment: Moment, ms: number): Moment =>
	new Date(Date.parse(moment) + ms).toISOString();

export const earliest = (moments: readonly (Moment | null)[]): Moment | null =>
	moments.reduce(
		(one, other) => (one === null || (other !== null && other < one) ? other : one),
		null,
	);

/** Neither the item nor its seller is banned or deleted, and the item is not removed. */
export const isPublic = ({ isDeleted, isRemoved, bannedSince }: DealItem): boolean =>
	!isDeleted && !isRemoved && bannedSince === null;

/** Banned or deleted. */
export const isGone = ({ isDeleted, bannedSince }: BuyerFacts): boolean =>
	isDeleted || bannedSince !== null;

/** The deal of a buyer. @throws if it was not loaded */
export function dealOf({ deals }: ItemDeals, buyerId: number): DealState {
	const deal = deals.find((one) => one.buyerId === buyerId);
	if (!deal) throw new Error(`The deal of buyer ${buyerId} was not loaded.`);
	return deal;
}

/** The newest sale. */
export const saleOf = ({ sales }: DealState): Sale | null => sales[0] ?? null;

/** The newest completed sale, whose reviews are shown. */
export const reviewedSaleOf = ({ sales }: DealState): CompletedSale | null =>
	sales.find((sale): sale is CompletedSale => sale.id !== null && sale.reviewUntil !== null) ??
	null;

type Held = DealState & { hold: Hold };

export const holderOf = ({ deals }: ItemDeals): Held | undefined =>
	deals.find((deal): deal is Held => deal.hold !== null);

/** The first in the queue who can get a turn; a place that a block hides from the seller gets none. */
export const firstInQueue = ({ deals }: ItemDeals): DealState | undefined =>
	deals
		.filter(({ place }) => place && !place.isWithheld)
		.toSorted((one, other) => (one.place?.number ?? 0) - (other.place?.number ?? 0))[0];

/** The side from which a block hides a step. */
export function hiddenSideOf({ isWithheld, actorId, from }: Step): DealRole | null {
	if (!isWithheld) return null;
	return actorId !== undefined && from === 'seller' ? 'buyer' : 'seller';
}

/** The deals in which a step was made, each once, with the sides that can see it. */
export function changedDealsOf(steps: readonly Step[]): ChangedDeal[] {
	const sides = new Map<number, Set<DealRole>>();
	for (const step of steps) {
		const ofBuyer = sides.get(step.buyerId) ?? new Set();
		sides.set(step.buyerId, ofBuyer);
		for (const role of DEAL_ROLES) if (role !== hiddenSideOf(step)) ofBuyer.add(role);
	}
	return Array.from(sides, ([buyerId, ofBuyer]) => ({ buyerId, sides: ofBuyer }));
}

export function newChanges(): Changes {
	return {
		steps: [],
		reminders: [],
		report: null,
		backOnSale: null,
		sold: null,
		isRemoved: false,
		review: null,
		answer: null,
	};
}
