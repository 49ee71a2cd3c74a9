import {
	type CalendarEntry,
	type Handover,
	type Hold,
	type MissedHandover,
	NEW_DEAL,
	type Offer,
	type OfferCounts,
	type PastStep,
	type Place,
} from '../deal-state.ts';
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
		counts: jsonb().$type<OfferCounts>().notNull().default(NEW_DEAL.counts),
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
