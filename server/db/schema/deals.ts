import type { DealRole } from '#contract/deals/facts.ts';
import {
	bigint,
	boolean,
	check,
	foreignKey,
	index,
	integer,
	jsonb,
	numeric,
	type PgColumn,
	pgSequence,
	pgTable,
	primaryKey,
	type SQL,
	type SQLWrapper,
	sql,
	timestamp,
	uniqueIndex,
} from '../drizzle.ts';
import { items } from './items.ts';
import { users } from './users.ts';

export const rupees = (name: string) => numeric(name, { precision: 8, scale: 2, mode: 'number' });
export const moment = (name: string) => timestamp(name, { withTimezone: true });

/** Gives the ids of offers and hand-overs, and the numbers of places in queues. */
export const dealIds = pgSequence('deal_ids', { maxValue: 2_147_483_647 });

/** Predicate of a partial index: a place in a queue that everybody sees. */
export const isInQueue = ({ place }: { place: SQLWrapper }) =>
	sql<boolean>`${place} ->> 'isWithheld' = 'false'`;

/** The same: a place that only its buyer sees. */
export const isWithheldPlace = ({ place }: { place: SQLWrapper }) =>
	sql<boolean>`${place} ->> 'isWithheld' = 'true'`;

/** A time as `Date.prototype.toISOString` writes it: two such texts compare as their times do. */
export type Moment = string;

/** Offers since the item was last put up: counted by the asked price at that time ('350'), and those accepted, newest first. */
interface OfferCounts {
	/** `DealItem.listedAt` at that time: counts of an earlier listing are worth nothing. */
	listedAt: Moment;
	attempts: Record<string, number>;
	/** Those of `attempts` that a block hid from the seller, who does not see them counted. */
	withheldAttempts?: Record<string, number>;
	accepted: number[];
}

const NO_COUNTS: OfferCounts = {
	listedAt: '1970-01-01T00:00:00.000Z',
	attempts: {},
	accepted: [],
};

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
interface MissedHandover {
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

/**
 * The deal between an item's seller and one buyer; created with its first step. An end by the time limit is written later
 * (server/features/deals/commands.ts), so queries compare the time too.
 */
export const deals = pgTable(
	'deals',
	{
		itemId: integer('item_id')
			.notNull()
			.references(() => items.id),
		buyerId: integer('buyer_id')
			.notNull()
			.references(() => users.id),
		sellerId: integer('seller_id')
			.notNull()
			.references(() => users.id),
		startedAt: moment('started_at').notNull().defaultNow(),
		/** Time of the newest step that the buyer can see; the buyer's list is sorted by it. */
		changedAt: moment('changed_at').notNull().defaultNow(),
		/** The same for the seller; null while a block hides all steps from the seller. */
		sellerChangedAt: moment('seller_changed_at').defaultNow(),
		counts: jsonb().$type<OfferCounts>().notNull().default(NO_COUNTS),
		/**
		 * The buyer has agreed to something: an offer was accepted, a turn taken, a hand-over agreed. Decides about reviews
		 * across a block.
		 */
		hasBuyerAgreed: boolean('has_buyer_agreed').notNull().default(false),
		offer: jsonb().$type<Offer>(),
		hold: jsonb().$type<Hold>(),
		place: jsonb().$type<Place>(),
		/** `place.number`; null outside the queue. */
		placeNumber: bigint('place_number', { mode: 'number' }).generatedAlwaysAs(
			(): SQL => sql`(${deals.place} ->> 'number')::bigint`,
		),
		handover: jsonb().$type<Handover>(),
		calendar: jsonb().$type<CalendarEntry>(),
		missed: jsonb().$type<MissedHandover>(),
		/** The newest 20 of each kind, the newest first. */
		past: jsonb().$type<PastStep[]>().notNull().default([]),
	},
	(table) => [
		primaryKey({ columns: [table.itemId, table.buyerId] }),
		index('deals_buyer_idx').on(table.buyerId, table.changedAt, table.itemId),
		index('deals_seller_idx').on(
			table.sellerId,
			table.sellerChangedAt,
			table.itemId,
			table.buyerId,
		),
		// An item is held for one buyer at most.
		uniqueIndex('deals_hold_key').on(table.itemId).where(sql`${table.hold} is not null`),
		index('deals_offer_idx').on(table.itemId).where(sql`${table.offer} is not null`),
		uniqueIndex('deals_queue_key').on(table.itemId, table.placeNumber).where(isInQueue(table)),
		index('deals_withheld_idx').on(table.itemId).where(isWithheldPlace(table)),
		index('deals_places_idx').on(table.buyerId).where(sql`${table.place} is not null`),
		check('deals_sides', sql`${table.buyerId} <> ${table.sellerId}`),
		check('deals_hold_kind', sql`${table.hold} ->> 'kind' in ('reserved', 'turn')`),
	],
);

/** The columns with the state of a deal, which the rules change (server/features/deals). */
export const STATE_COLUMNS = [
	'counts',
	'hasBuyerAgreed',
	'offer',
	'hold',
	'place',
	'handover',
	'calendar',
	'missed',
	'past',
] as const;

export type StoredDeal = Pick<typeof deals.$inferSelect, (typeof STATE_COLUMNS)[number]>;

/** The columns' defaults. */
export const NEW_DEAL: StoredDeal = {
	counts: NO_COUNTS,
	hasBuyerAgreed: false,
	offer: null,
	hold: null,
	place: null,
	handover: null,
	calendar: null,
	missed: null,
	past: [],
};

/**
 * When the deals of an item next have to be brought up to date: because a time limit is reached, or because of a change
 * elsewhere. Triggers set `dueAt` to now (`row-changes.ts`): when the item is sold, banned, deleted or gets another
 * price, and when one of the people is banned, deleted or blocked by the other.
 */
export const dealDeadlines = pgTable(
	'deal_deadlines',
	{
		itemId: integer('item_id')
			.primaryKey()
			.references(() => items.id),
		/** Null while nothing of the item's deals has a time limit. */
		dueAt: moment('due_at'),
	},
	(table) => [
		index('deal_deadlines_due_idx')
			.on(table.dueAt, table.itemId)
			.where(sql`${table.dueAt} is not null`),
	],
);

/** Hand-overs to which `userId` did not come, as the other side reported. */
export const missedHandovers = pgTable(
	'missed_handovers',
	{
		handoverId: integer('handover_id').primaryKey(),
		userId: integer('user_id')
			.notNull()
			.references(() => users.id),
		reportedBy: integer('reported_by')
			.notNull()
			.references(() => users.id),
		createdAt: moment('created_at').notNull().defaultNow(),
		/** When `userId` said that they were there: then the report counts no longer. */
		contestedAt: moment('contested_at'),
	},
	(table) => [
		index('missed_handovers_user_idx').on(table.userId, table.createdAt),
		index('missed_handovers_reporter_idx').on(table.reportedBy),
		check('missed_handovers_not_oneself', sql`${table.userId} <> ${table.reportedBy}`),
	],
);

/** The columns that refer to a deal. */
export const pairColumns = () => ({
	itemId: integer('item_id').notNull(),
	buyerId: integer('buyer_id').notNull(),
});
/** The foreign key of the columns that refer to a deal. */
export const dealKey = (name: string, table: Record<'itemId' | 'buyerId', PgColumn>) =>
	foreignKey({
		name,
		columns: [table.itemId, table.buyerId],
		foreignColumns: [deals.itemId, deals.buyerId],
	});
