import type { DealEvent } from '#contract/deals/events.ts';
import { DEAL_ACTIONS, type DealAction } from '#contract/deals/facts.ts';
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
	pgTable,
	primaryKey,
	type SQLWrapper,
	sql,
	text,
	timestamp,
} from '../drizzle.ts';
import { isOneOf } from './checks.ts';
import { items } from './items.ts';
import { users } from './users.ts';

/*
 * The tables of deals store what happened, and when. An offer, a reservation or a queue place is open while `endedAt` is
 * null and its time limit is not reached. An end by the time limit is written later (server/features/deals/settle.ts), so
 * queries compare the time limit as well.
 */

export const rupees = (name: string) => numeric(name, { precision: 8, scale: 2, mode: 'number' });
export const moment = (name: string) => timestamp(name, { withTimezone: true });

/** The deal between an item's seller and one buyer; created with its first step. */
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
		check('deals_sides', sql`${table.buyerId} <> ${table.sellerId}`),
	],
);

/**
 * When the deals of an item next have to be settled: because a time limit is reached, or because of
 * a change elsewhere. Triggers set `dueAt` to now (`row-changes.ts`): when the item is sold, banned,
 * deleted or gets another price, and when one of the people is banned, deleted or blocked by the
 * other.
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

type EndColumn = { endedAt: SQLWrapper };
/** Predicate of partial indexes: no end is written yet. The time limit may be reached already. */
export const isUnended = ({ endedAt }: EndColumn) => sql`${endedAt} is null`;

/**
 * Everything that has happened in a deal, in the order of the ids. A repeated request is recognised
 * by its step.
 */
export const dealSteps = pgTable(
	'deal_steps',
	{
		id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
		...pairColumns(),
		/** Null for a step that no person took: it followed from a time limit or from another change. */
		actorId: integer('actor_id').references(() => users.id),
		action: text().$type<DealAction>(),
		/**
		 * The body of the request, with its `clientId` if it has one. The texts of reasons, reviews and answers are removed
		 * when the account is erased.
		 */
		body: jsonb(),
		/** What the step is about: `offer 12`, `reservation 5`. */
		subject: text().notNull(),
		event: jsonb().$type<DealEvent>().notNull(),
		/** A block hides it from the other side: only its actor sees it or, if it has none, the buyer. */
		isWithheld: boolean('is_withheld').notNull().default(false),
		createdAt: moment('created_at').notNull().defaultNow(),
	},
	(table) => [
		dealKey('deal_steps_deal_fk', table),
		index('deal_steps_deal_idx').on(table.itemId, table.buyerId, table.id),
		index('deal_steps_actor_idx').on(table.actorId),
		check('deal_steps_action', isOneOf(table.action, DEAL_ACTIONS)),
		check('deal_steps_actor', sql`(${table.actorId} is null) = (${table.action} is null)`),
	],
);
