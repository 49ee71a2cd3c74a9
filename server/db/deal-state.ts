import type { DealRole } from '#contract/deals/facts.ts';

/* The state of a deal as the columns of `deals` have it (schema/deals.ts), which the rules change (server/features/deals). */

/** A time as `Date.prototype.toISOString` writes it: two such texts compare as their times do. */
export type Moment = string;

/** Offers since the item was last put up: counted by the asked price at that time ('350'), and those accepted, newest first. */
export interface OfferCounts {
	/** `DealItem.listedAt` at that time: counts of an earlier listing are worth nothing. */
	listedAt: Moment;
	attempts: Record<string, number>;
	/** Those of `attempts` that a block hid from the seller, who does not see them counted. */
	withheldAttempts?: Record<string, number>;
	accepted: number[];
}

/** The open offer of a buyer, or the seller's counter-offer that stands in its place. */
export interface Offer {
	id: number;
	by: DealRole;
	/** Whole rupees. */
	amount: number;
	/** The item's price at that time. */
	askedPrice: number;
	expiresAt: Moment;
	/** Made while the seller had blocked the buyer: only the buyer ever sees it, and it can only end by time. */
	isWithheld: boolean;
}

/** The item is held for the buyer: reserved, or left to them for their turn. One deal of an item at most has a hold. */
export interface Hold {
	kind: 'reserved' | 'turn';
	/** Rupees; of a turn, the price at which it can be taken. */
	amount: number;
	startedAt: Moment;
	until: Moment;
	/** Both sides were reminded of the end. */
	isReminded: boolean;
}

/** The buyer's place in the queue, which lasts until the end of their turn. */
export interface Place {
	/** Places are in the order of these numbers. */
	number: number;
	joinedAt: Moment;
	/** Joined while the seller had blocked the buyer: only the buyer ever sees it, and it never gets a turn. */
	isWithheld: boolean;
}

/** The newest proposal for a hand-over of the living reservation. */
export interface Handover {
	id: number;
	proposedBy: DealRole;
	/** The spot as the catalogue had it; without an id, a place in the words of the person who proposed it. */
	spot: { id: number | null; name: string; hint: string };
	slots: Moment[];
	agreedSlot: Moment | null;
	/** Whether the hand-over took place, as each side said; null for a side that has not said so yet. */
	done: { buyer: boolean | null; seller: boolean | null };
	isReminded: boolean;
}

/** The entry of the two people's calendars: the hand-over that was agreed last. */
export interface CalendarEntry {
	slot: Moment;
	spot: { name: string; hint: string };
	/** Rupees. */
	amount: number;
	/** Rises with each agreement and each cancellation. */
	sequence: number;
	/** Called off, or ended in another way without being done. */
	isCancelled: boolean;
}

/** One side said last that the other did not come. The other can contest it for `DEAL_LIMITS.contestHours`. */
export interface MissedHandover {
	handover: Handover;
	reportedBy: DealRole;
	reportedAt: Moment;
	isContested: boolean;
}

/** An offer or a hand-over that is over, so that a request which names it gets the right refusal. */
export interface PastStep {
	id: number;
	kind: 'offer' | 'handover';
	/** `decided` by a person, `lapsed` by its time or another change; `over` without a refusal of its own. */
	outcome: 'decided' | 'lapsed' | 'over';
	/** An offer that a block hid from the seller. */
	isWithheld?: boolean;
}

export interface StoredDeal {
	counts: OfferCounts;
	hasBuyerAgreed: boolean;
	offer: Offer | null;
	hold: Hold | null;
	place: Place | null;
	handover: Handover | null;
	calendar: CalendarEntry | null;
	missed: MissedHandover | null;
	past: PastStep[];
}

/** The columns' defaults. */
export const NEW_DEAL: StoredDeal = {
	counts: { listedAt: '1970-01-01T00:00:00.000Z', attempts: {}, accepted: [] },
	hasBuyerAgreed: false,
	offer: null,
	hold: null,
	place: null,
	handover: null,
	calendar: null,
	missed: null,
	past: [],
};

export const STATE_COLUMNS = Object.keys(NEW_DEAL) as (keyof StoredDeal)[];
