import { DEAL_LIMITS, DEAL_ROLES, type DealRole, type ReviewTag } from '#contract/deals/facts.ts';
import {
	boolean,
	check,
	index,
	integer,
	pgTable,
	smallint,
	sql,
	text,
	unique,
	uniqueIndex,
} from '../drizzle.ts';
import { isOneOf, isWithin } from './checks.ts';
import { dealKey, moment, pairColumns, rupees } from './deals.ts';
import { users } from './users.ts';

/** Sales for which the seller named the buyer. */
export const dealSales = pgTable(
	'deal_sales',
	{
		id: integer().primaryKey().generatedAlwaysAsIdentity(),
		...pairColumns(),
		/** Rupees. */
		price: rupees('price').notNull(),
		soldAt: moment('sold_at').notNull().defaultNow(),
		/**
		 * Until when the buyer can say whether they got the item. Null, without an end, if there was a block between the two
		 * meanwhile: only the buyer's yes completes such a sale.
		 */
		answerUntil: moment('answer_until'),
		/** Since when the time to answer is paused, because the item or one of the two people is banned; null if not. */
		pausedAt: moment('paused_at'),
		/** Whether the buyer got the item, as the buyer said; null without an answer. */
		isConfirmed: boolean('is_confirmed'),
		completedAt: moment('completed_at'),
		/** Until when the two can review each other; set with `completedAt`. */
		reviewUntil: moment('review_until'),
		/**
		 * When the sale was undone before it was complete: the item was put on sale again, or the item or one of the two people
		 * was deleted.
		 */
		endedAt: moment('ended_at'),
		/** The seller sold it at an agreed hand-over. With the buyer's yes, that hand-over was kept. */
		isFromHandover: boolean('from_handover').notNull().default(false),
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
		/** The writer's role in the deal. */
		role: text().$type<DealRole>().notNull(),
		stars: smallint().notNull(),
		tags: text().array().$type<ReviewTag[]>().notNull(),
		text: text(),
		createdAt: moment('created_at').notNull().defaultNow(),
		/** The answer of the reviewed person. */
		answer: text(),
		answeredAt: moment('answered_at'),
		/** When an administrator hid it. */
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
			isWithin(sql`char_length(${table.answer})`, 1, DEAL_LIMITS.reviewAnswerMax),
		),
		check(
			'deal_reviews_answered',
			sql`(${table.answer} is null) or (${table.answeredAt} is not null)`,
		),
		check('deal_reviews_not_oneself', sql`${table.writerId} <> ${table.aboutId}`),
	],
);
