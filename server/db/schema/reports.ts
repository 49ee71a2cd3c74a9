import { type SQLWrapper, sql } from 'drizzle-orm';
import {
	bigint,
	check,
	index,
	integer,
	type PgColumn,
	pgTable,
	text,
	timestamp,
	uniqueIndex,
} from 'drizzle-orm/pg-core';
import {
	ITEM_REPORT_OUTCOMES,
	REVIEW_REPORT_OUTCOMES,
	USER_REPORT_OUTCOMES,
	WANTED_REPORT_OUTCOMES,
} from '#contract/admin/report-decisions.ts';
import {
	CONTENT_REPORT_TYPES,
	REPORT_LIMITS,
	REPORT_STATUSES,
	USER_REPORT_TYPES,
} from '#contract/reports/facts.ts';
import { admins } from './admins.ts';
import { isOneOf } from './checks.ts';
import { dealReviews } from './deal-sales.ts';
import { items } from './items.ts';
import { users } from './users.ts';
import { wantedPosts } from './wanted.ts';

/** Columns of every kind of report. */
const commonColumns = () => ({
	id: integer().primaryKey().generatedAlwaysAsIdentity(),
	reporterId: integer('reporter_id')
		.notNull()
		.references(() => users.id),
	complaint: text().notNull(),
	type: text().notNull(),
	status: text().notNull().default('pending'),
	/** The action taken; set when resolved. */
	action: text(),
	adminNotes: text('admin_notes'),
	resolvedBy: integer('resolved_by').references(() => admins.id),
	resolvedAt: timestamp('resolved_at', { withTimezone: true }),
	createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
});

/**
 * Search text, maintained by triggers (migration 0005): complaint, reporter's name and the item's title or the reported
 * user's name, in lower case and without accents.
 */
const searchWords = () => text().notNull().default('');

interface DecisionColumns {
	status: PgColumn;
	action: PgColumn;
	resolvedAt: PgColumn;
}

/** A report has `resolvedAt` exactly when it is decided, and `action` exactly when it is resolved. */
const decisionCheck = (name: string, { status, action, resolvedAt }: DecisionColumns) =>
	check(
		name,
		sql`${isOneOf(status, REPORT_STATUSES)} and (${status} = 'pending') = (${resolvedAt} is null) and (${status} = 'resolved') = (${action} is not null)`,
	);

/** Reports of users about items. */
export const itemReports = pgTable(
	'item_reports',
	{
		...commonColumns(),
		words: searchWords(),
		itemId: integer('item_id')
			.notNull()
			.references(() => items.id),
	},
	(table) => [
		// Pending reports with the same text from the same person are stored once.
		uniqueIndex('item_reports_once_key')
			.on(table.reporterId, table.itemId, sql`md5(${table.complaint})`)
			.where(sql`${table.status} = 'pending'`),
		index('item_reports_item_id_idx').on(table.itemId, table.id),
		index('item_reports_reporter_id_idx').on(table.reporterId, table.createdAt),
		index('item_reports_status_idx').on(table.status, table.id),
		index('item_reports_words_idx').using('gin', table.words.op('gin_trgm_ops')),
		index('item_reports_resolved_by_idx').on(table.resolvedBy),
		check('item_reports_type', isOneOf(table.type, CONTENT_REPORT_TYPES)),
		check('item_reports_action', isOneOf(table.action, ITEM_REPORT_OUTCOMES)),
		decisionCheck('item_reports_decision', table),
	],
);

/** Reports of users about other users. */
export const userReports = pgTable(
	'user_reports',
	{
		...commonColumns(),
		words: searchWords(),
		reportedId: integer('reported_id')
			.notNull()
			.references(() => users.id),
		itemId: integer('item_id').references(() => items.id),
		/** The reported chat, room `{chatItemId}-{chatBuyerId}`, if the reporter took part in it. */
		chatItemId: integer('chat_item_id').references(() => items.id),
		chatBuyerId: integer('chat_buyer_id').references(() => users.id),
		/** Ids of the messages of this chat that administrators have read; removed some time after the decision. */
		readMessageIds: bigint('read_message_ids', { mode: 'number' }).array(),
	},
	(table) => [
		uniqueIndex('user_reports_once_key')
			.on(table.reporterId, table.reportedId, sql`md5(${table.complaint})`)
			.where(sql`${table.status} = 'pending'`),
		index('user_reports_reported_id_idx').on(table.reportedId, table.id),
		index('user_reports_reporter_id_idx').on(table.reporterId, table.createdAt),
		index('user_reports_status_idx').on(table.status, table.id),
		index('user_reports_words_idx').using('gin', table.words.op('gin_trgm_ops')),
		index('user_reports_resolved_by_idx').on(table.resolvedBy),
		index('user_reports_item_id_idx').on(table.itemId),
		index('user_reports_chat_idx').on(table.chatItemId, table.chatBuyerId),
		index('user_reports_chat_buyer_id_idx').on(table.chatBuyerId),
		check('user_reports_type', isOneOf(table.type, USER_REPORT_TYPES)),
		check('user_reports_action', isOneOf(table.action, USER_REPORT_OUTCOMES)),
		check('user_reports_chat', sql`(${table.chatItemId} is null) = (${table.chatBuyerId} is null)`),
		check('user_reports_not_oneself', sql`${table.reporterId} <> ${table.reportedId}`),
		decisionCheck('user_reports_decision', table),
	],
);

/** SQL condition: what administrators read of the chat of a decided report can be read again. */
export const isChatKept = ({
	readMessageIds,
	resolvedAt,
}: Record<'readMessageIds' | 'resolvedAt', SQLWrapper>) =>
	sql<boolean>`(${readMessageIds} is not null
		and ${resolvedAt} > now() - make_interval(days => ${sql.raw(String(REPORT_LIMITS.chatKeptDays))}))`;

/** Reports of users about wanted posts. */
export const wantedReports = pgTable(
	'wanted_reports',
	{
		...commonColumns(),
		wantedId: integer('wanted_id')
			.notNull()
			.references(() => wantedPosts.id),
	},
	(table) => [
		uniqueIndex('wanted_reports_once_key')
			.on(table.reporterId, table.wantedId, sql`md5(${table.complaint})`)
			.where(sql`${table.status} = 'pending'`),
		index('wanted_reports_wanted_id_idx').on(table.wantedId, table.id),
		index('wanted_reports_reporter_id_idx').on(table.reporterId, table.createdAt),
		index('wanted_reports_status_idx').on(table.status, table.wantedId),
		index('wanted_reports_resolved_by_idx').on(table.resolvedBy),
		check('wanted_reports_type', isOneOf(table.type, CONTENT_REPORT_TYPES)),
		check('wanted_reports_action', isOneOf(table.action, WANTED_REPORT_OUTCOMES)),
		decisionCheck('wanted_reports_decision', table),
	],
);

/** Expression of an index: a query uses the index only with exactly this expression. */
export const searchTextOfReviewReport = (of: Record<'complaint', SQLWrapper>) =>
	sql`normalize(lower(${of.complaint}))`;

/** Reports of users about reviews. */
export const reviewReports = pgTable(
	'review_reports',
	{
		...commonColumns(),
		reviewId: integer('review_id')
			.notNull()
			.references(() => dealReviews.id),
	},
	(table) => [
		uniqueIndex('review_reports_once_key')
			.on(table.reporterId, table.reviewId, sql`md5(${table.complaint})`)
			.where(sql`${table.status} = 'pending'`),
		index('review_reports_review_id_idx').on(table.reviewId, table.id),
		index('review_reports_reporter_id_idx').on(table.reporterId, table.createdAt),
		index('review_reports_status_idx').on(table.status, table.id),
		index('review_reports_words_idx').using(
			'gin',
			sql`${searchTextOfReviewReport(table)} gin_trgm_ops`,
		),
		index('review_reports_resolved_by_idx').on(table.resolvedBy),
		check('review_reports_type', isOneOf(table.type, CONTENT_REPORT_TYPES)),
		check('review_reports_action', isOneOf(table.action, REVIEW_REPORT_OUTCOMES)),
		decisionCheck('review_reports_decision', table),
	],
);
