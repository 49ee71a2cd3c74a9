import { type SQLWrapper, sql } from 'drizzle-orm';
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
	smallint,
	text,
	timestamp,
	unique,
	uniqueIndex,
} from 'drizzle-orm/pg-core';
import type { DealEvent } from '#contract/deals/events.ts';
import {
	DEAL_ACTIONS,
	DEAL_LIMITS,
	DEAL_ROLES,
	type DealAction,
	type DealRole,
	type ReviewTag,
} from '#contract/deals/facts.ts';
import { isOneOf, isWithin } from './checks.ts';
import { items } from './items.ts';
import { users } from './users.ts';

/*
 * Facts with their times. Something is open while nothing has ended it and its time is not over; an end by time is
 * written later (server/features/deals/settle.ts), so a query compares the time as well.
 */

const rupees = (name: string) => numeric(name, { precision: 8, scale: 2, mode: 'number' });
const moment = (name: string) => timestamp(name, { withTimezone: true });

/** What stands between an item's seller and one buyer; made with the first step. */
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
		/** Of the newest step; lists are sorted by it. */
		changedAt: moment('changed_at').notNull().defaultNow(),
	},
	(table) => [
		primaryKey({ columns: [table.itemId, table.buyerId] }),
		index('deals_buyer_idx').on(table.buyerId, table.changedAt, table.itemId),
		index('deals_seller_idx').on(table.sellerId, table.changedAt, table.itemId, table.buyerId),
		check('deals_sides', sql`${table.buyerId} <> ${table.sellerId}`),
	],
);

/**
 * When something of an item's deals ends by time, or has to follow a change elsewhere: a trigger sets it to now when the
 * item or one of the people is sold, banned, deleted or priced anew, or when one blocks the other (migration "deals").
 */
export const dealDeadlines = pgTable(
	'deal_deadlines',
	{
		itemId: integer('item_id')
			.primaryKey()
			.references(() => items.id),
		/** Null while nothing of the item ends by time. */
		dueAt: moment('due_at'),
	},
	(table) => [
		index('deal_deadlines_due_idx')
			.on(table.dueAt, table.itemId)
			.where(sql`${table.dueAt} is not null`),
	],
);

const pairColumns = () => ({
	itemId: integer('item_id').notNull(),
	buyerId: integer('buyer_id').notNull(),
});
const dealKey = (name: string, table: Record<'itemId' | 'buyerId', PgColumn>) =>
	foreignKey({
		name,
		columns: [table.itemId, table.buyerId],
		foreignColumns: [deals.itemId, deals.buyerId],
	});

export const OFFER_OUTCOMES = ['accepted', 'declined', 'countered', 'withdrawn', 'lapsed'] as const;
export type OfferOutcome = (typeof OFFER_OUTCOMES)[number];

type EndColumn = { endedAt: SQLWrapper };
/** Predicate of partial indexes: nothing has ended it yet. Its time may be over. */
export const isUnended = ({ endedAt }: EndColumn) => sql`${endedAt} is null`;

export const dealOffers = pgTable(
	'deal_offers',
	{
		id: integer().primaryKey().generatedAlwaysAsIdentity(),
		...pairColumns(),
		/** Who made it; a counter-offer is the seller's. */
		by: text().$type<DealRole>().notNull(),
		amount: integer().notNull(),
		/** The item's price at that time. */
		askedPrice: rupees('asked_price').notNull(),
		createdAt: moment('created_at').notNull().defaultNow(),
		expiresAt: moment('expires_at').notNull(),
		endedAt: moment('ended_at'),
		outcome: text().$type<OfferOutcome>(),
	},
	(table) => [
		dealKey('deal_offers_deal_fk', table),
		uniqueIndex('deal_offers_open_key').on(table.itemId, table.buyerId).where(isUnended(table)),
		index('deal_offers_deal_idx').on(table.itemId, table.buyerId, table.id),
		check('deal_offers_by', isOneOf(table.by, DEAL_ROLES)),
		check(
			'deal_offers_amount',
			sql`${table.amount} > 0 and ${table.amount} <= ${table.askedPrice}`,
		),
		check('deal_offers_outcome', isOneOf(table.outcome, OFFER_OUTCOMES)),
		check('deal_offers_end', sql`(${table.endedAt} is null) = (${table.outcome} is null)`),
	],
);

export const RESERVATION_OUTCOMES = ['released', 'lapsed', 'missed', 'sold', 'ended'] as const;
export type ReservationOutcome = (typeof RESERVATION_OUTCOMES)[number];

export const dealReservations = pgTable(
	'deal_reservations',
	{
		id: integer().primaryKey().generatedAlwaysAsIdentity(),
		...pairColumns(),
		/** Rupees. */
		amount: rupees('amount').notNull(),
		startedAt: moment('started_at').notNull().defaultNow(),
		until: moment('until').notNull(),
		endedAt: moment('ended_at'),
		outcome: text().$type<ReservationOutcome>(),
		/** Of a release, as its author wrote it. */
		reason: text(),
		/** When both were told that it ends soon. */
		remindedAt: moment('reminded_at'),
	},
	(table) => [
		dealKey('deal_reservations_deal_fk', table),
		uniqueIndex('deal_reservations_living_key').on(table.itemId).where(isUnended(table)),
		index('deal_reservations_deal_idx').on(table.itemId, table.buyerId, table.id),
		check('deal_reservations_outcome', isOneOf(table.outcome, RESERVATION_OUTCOMES)),
		check('deal_reservations_end', sql`(${table.endedAt} is null) = (${table.outcome} is null)`),
		check(
			'deal_reservations_reason_length',
			isWithin(sql`char_length(${table.reason})`, 1, DEAL_LIMITS.releaseReasonMax),
		),
	],
);

export const QUEUE_OUTCOMES = ['left', 'taken', 'passed', 'lapsed', 'given', 'ended'] as const;
export type QueueOutcome = (typeof QUEUE_OUTCOMES)[number];

/** Places in the queues of items, in the order of their ids. */
export const dealQueue = pgTable(
	'deal_queue',
	{
		id: integer().primaryKey().generatedAlwaysAsIdentity(),
		...pairColumns(),
		joinedAt: moment('joined_at').notNull().defaultNow(),
		/** Set on the buyer's turn. */
		turnUntil: moment('turn_until'),
		endedAt: moment('ended_at'),
		outcome: text().$type<QueueOutcome>(),
	},
	(table) => [
		dealKey('deal_queue_deal_fk', table),
		uniqueIndex('deal_queue_person_key').on(table.buyerId, table.itemId).where(isUnended(table)),
		index('deal_queue_order_idx').on(table.itemId, table.id).where(isUnended(table)),
		uniqueIndex('deal_queue_turn_key')
			.on(table.itemId)
			.where(sql`${table.endedAt} is null and ${table.turnUntil} is not null`),
		check('deal_queue_outcome', isOneOf(table.outcome, QUEUE_OUTCOMES)),
		check('deal_queue_end', sql`(${table.endedAt} is null) = (${table.outcome} is null)`),
	],
);

/** Proposals of a place and times; the newest of a reservation stands. */
export const dealHandovers = pgTable(
	'deal_handovers',
	{
		id: integer().primaryKey().generatedAlwaysAsIdentity(),
		...pairColumns(),
		reservationId: integer('reservation_id')
			.notNull()
			.references(() => dealReservations.id),
		proposedBy: text('proposed_by').$type<DealRole>().notNull(),
		/** The spot as it was in the catalogue. */
		spotId: integer('spot_id').notNull(),
		spotName: text('spot_name').notNull(),
		spotHint: text('spot_hint').notNull(),
		slots: timestamp({ withTimezone: true }).array().notNull(),
		createdAt: moment('created_at').notNull().defaultNow(),
		agreedSlot: moment('agreed_slot'),
		agreedAt: moment('agreed_at'),
		cancelledAt: moment('cancelled_at'),
		/** How it went, by each side; null while one has not said. */
		buyerDone: boolean('buyer_done'),
		sellerDone: boolean('seller_done'),
		remindedAt: moment('reminded_at'),
	},
	(table) => [
		dealKey('deal_handovers_deal_fk', table),
		index('deal_handovers_reservation_idx').on(table.reservationId, table.id),
		index('deal_handovers_deal_idx').on(table.itemId, table.buyerId),
		check('deal_handovers_proposed_by', isOneOf(table.proposedBy, DEAL_ROLES)),
		check(
			'deal_handovers_slots',
			isWithin(sql`cardinality(${table.slots})`, 1, DEAL_LIMITS.slotsMax),
		),
		check(
			'deal_handovers_agreed',
			sql`(${table.agreedSlot} is null) = (${table.agreedAt} is null) and (${table.agreedSlot} is null or ${table.agreedSlot} = any(${table.slots}))`,
		),
		check(
			'deal_handovers_said',
			sql`${table.agreedAt} is not null or num_nonnulls(${table.buyerDone}, ${table.sellerDone}, ${table.cancelledAt}) = 0`,
		),
	],
);

/** Sales to a buyer who was named. */
export const dealSales = pgTable(
	'deal_sales',
	{
		id: integer().primaryKey().generatedAlwaysAsIdentity(),
		...pairColumns(),
		/** Rupees. */
		price: rupees('price').notNull(),
		soldAt: moment('sold_at').notNull().defaultNow(),
		/** Until when the buyer can say whether they got it. */
		answerUntil: moment('answer_until').notNull(),
		/** Since when that time stands still, because the item is banned. */
		pausedAt: moment('paused_at'),
		/** Whether the buyer got it; null without a word. */
		isConfirmed: boolean('is_confirmed'),
		completedAt: moment('completed_at'),
		/** Until when the two can review each other; set with `completedAt`. */
		reviewUntil: moment('review_until'),
		/** When the item was put up again before the sale was complete. */
		endedAt: moment('ended_at'),
	},
	(table) => [
		dealKey('deal_sales_deal_fk', table),
		index('deal_sales_deal_idx').on(table.itemId, table.buyerId, table.id),
		uniqueIndex('deal_sales_unanswered_key')
			.on(table.itemId)
			.where(
				sql`${table.endedAt} is null and ${table.completedAt} is null and ${table.isConfirmed} is null`,
			),
		index('deal_sales_completed_idx')
			.on(table.completedAt)
			.where(sql`${table.completedAt} is not null`),
		check(
			'deal_sales_review',
			sql`(${table.completedAt} is null) = (${table.reviewUntil} is null)`,
		),
		check(
			'deal_sales_complete',
			sql`${table.completedAt} is null or (${table.isConfirmed} is not false and ${table.endedAt} is null)`,
		),
	],
);

/** A review of one side by the other; published when both have written, or after the sale's `reviewUntil`. */
export const dealReviews = pgTable(
	'deal_reviews',
	{
		id: integer().primaryKey().generatedAlwaysAsIdentity(),
		saleId: integer('sale_id')
			.notNull()
			.references(() => dealSales.id),
		writerId: integer('writer_id')
			.notNull()
			.references(() => users.id),
		aboutId: integer('about_id')
			.notNull()
			.references(() => users.id),
		/** What the writer was. */
		role: text().$type<DealRole>().notNull(),
		stars: smallint().notNull(),
		tags: text().array().$type<ReviewTag[]>().notNull(),
		text: text(),
		createdAt: moment('created_at').notNull().defaultNow(),
		/** The answer of the reviewed. */
		answer: text(),
		answeredAt: moment('answered_at'),
		/** By an administrator. */
		hiddenAt: moment('hidden_at'),
	},
	(table) => [
		unique('deal_reviews_once').on(table.saleId, table.role),
		index('deal_reviews_about_idx').on(table.aboutId, table.id),
		index('deal_reviews_writer_idx').on(table.writerId),
		check('deal_reviews_role', isOneOf(table.role, DEAL_ROLES)),
		check('deal_reviews_stars', isWithin(table.stars, 1, DEAL_LIMITS.starsMax)),
		check(
			'deal_reviews_tags',
			sql`cardinality(${table.tags}) <= ${sql.raw(String(DEAL_LIMITS.tagsMax))}`,
		),
		check(
			'deal_reviews_text_length',
			isWithin(sql`char_length(${table.text})`, 1, DEAL_LIMITS.reviewMax),
		),
		check(
			'deal_reviews_answer_length',
			isWithin(sql`char_length(${table.answer})`, 1, DEAL_LIMITS.answerMax),
		),
		check(
			'deal_reviews_answered',
			sql`(${table.answer} is null) or (${table.answeredAt} is not null)`,
		),
		check('deal_reviews_not_oneself', sql`${table.writerId} <> ${table.aboutId}`),
	],
);

/** Somebody did not come to a hand-over, as the other said. */
export const missedHandovers = pgTable(
	'missed_handovers',
	{
		handoverId: integer('handover_id')
			.primaryKey()
			.references(() => dealHandovers.id),
		userId: integer('user_id')
			.notNull()
			.references(() => users.id),
		reportedBy: integer('reported_by')
			.notNull()
			.references(() => users.id),
		createdAt: moment('created_at').notNull().defaultNow(),
	},
	(table) => [
		index('missed_handovers_user_idx').on(table.userId, table.createdAt),
		index('missed_handovers_reporter_idx').on(table.reportedBy),
		check('missed_handovers_not_oneself', sql`${table.userId} <> ${table.reportedBy}`),
	],
);

/** Everything that has happened in a deal, in the order of the ids. An action that is repeated is found here. */
export const dealSteps = pgTable(
	'deal_steps',
	{
		id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
		...pairColumns(),
		/** Null for a step by time, or that followed from something else. */
		actorId: integer('actor_id').references(() => users.id),
		action: text().$type<DealAction>(),
		/** What was sent with the action; without the words of reasons, reviews and answers after an erasure. */
		body: jsonb(),
		/** What the step is about: `offer 12`, `reservation 5`. */
		subject: text().notNull(),
		event: jsonb().$type<DealEvent>().notNull(),
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
