import {
	ITEM_REPORT_OUTCOMES,
	REVIEW_REPORT_OUTCOMES,
	USER_REPORT_OUTCOMES,
	WANTED_REPORT_OUTCOMES,
} from '#contract/admin/report-decisions.ts';
import {
	CONTENT_REPORT_TYPES,
	REPORT_KINDS,
	REPORT_LIMITS,
	REPORT_STATUSES,
	USER_REPORT_TYPES,
} from '#contract/reports/facts.ts';
import {
	bigint,
	check,
	index,
	integer,
	pgTable,
	primaryKey,
	type SQLWrapper,
	sql,
	text,
	timestamp,
	uniqueIndex,
} from '../drizzle.ts';
import { admins } from './admins.ts';
import { isOneOf } from './checks.ts';
import { dealReviews } from './deal-sales.ts';
import { items } from './items.ts';
import { users } from './users.ts';
import { wantedPosts } from './wanted.ts';

/** Reports of users about items, other users, wanted posts and reviews: exactly one of these four is set. */
export const reports = pgTable(
	'reports',
	{
		/** Unique within its kind only: before migration 0080, each kind had a table and a sequence of its own. */
		id: integer().generatedAlwaysAsIdentity(),
		kind: text({ enum: REPORT_KINDS })
			.notNull()
			.generatedAlwaysAs(
				sql`case when item_id is not null then 'item' when reported_id is not null then 'user' when wanted_id is not null then 'wanted' else 'review' end`,
			),
		itemId: integer('item_id').references(() => items.id),
		reportedId: integer('reported_id').references(() => users.id),
		wantedId: integer('wanted_id').references(() => wantedPosts.id),
		reviewId: integer('review_id').references(() => dealReviews.id),
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
		/** The item that a report about a user mentions. */
		mentionedItemId: integer('mentioned_item_id').references(() => items.id),
		/** The chat that a report about a user mentions, room `{chatItemId}-{chatBuyerId}`, if the reporter took part in it. */
		chatItemId: integer('chat_item_id').references(() => items.id),
		chatBuyerId: integer('chat_buyer_id').references(() => users.id),
		/** Ids of the messages of this chat that administrators have read; removed some time after the decision. */
		readMessageIds: bigint('read_message_ids', { mode: 'number' }).array(),
		/**
		 * Search text, maintained by triggers (migration 0080), in lower case and without accents: the complaint; of
		 * reports about items and users also the reporter's name and the item's title or the reported user's name.
		 */
		words: text().notNull().default(''),
	},
	(table) => [
		primaryKey({ columns: [table.kind, table.id] }),
		// Pending reports with the same text from the same person are stored once.
		uniqueIndex('reports_once_key')
			.on(
				table.reporterId,
				table.kind,
				sql`coalesce(${table.itemId}, ${table.reportedId}, ${table.wantedId}, ${table.reviewId})`,
				sql`md5(${table.complaint})`,
			)
			.where(sql`${table.status} = 'pending'`),
		index('reports_item_id_idx').on(table.itemId, table.id),
		index('reports_reported_id_idx').on(table.reportedId, table.id),
		index('reports_wanted_id_idx').on(table.wantedId, table.id),
		index('reports_review_id_idx').on(table.reviewId, table.id),
		index('reports_reporter_id_idx').on(table.reporterId, table.createdAt),
		index('reports_status_idx').on(table.status, table.kind, table.id),
		index('reports_words_idx').using('gin', table.words.op('gin_trgm_ops')),
		index('reports_resolved_by_idx').on(table.resolvedBy),
		index('reports_mentioned_item_id_idx').on(table.mentionedItemId),
		index('reports_chat_idx').on(table.chatItemId, table.chatBuyerId),
		index('reports_chat_buyer_id_idx').on(table.chatBuyerId),
		check(
			'reports_target',
			sql`num_nonnulls(${table.itemId}, ${table.reportedId}, ${table.wantedId}, ${table.reviewId}) = 1`,
		),
		check(
			'reports_type',
			sql`case ${table.kind} when 'user' then ${isOneOf(table.type, USER_REPORT_TYPES)} else ${isOneOf(table.type, CONTENT_REPORT_TYPES)} end`,
		),
		check(
			'reports_action',
			sql`case ${table.kind} when 'item' then ${isOneOf(table.action, ITEM_REPORT_OUTCOMES)} when 'user' then ${isOneOf(table.action, USER_REPORT_OUTCOMES)} when 'wanted' then ${isOneOf(table.action, WANTED_REPORT_OUTCOMES)} else ${isOneOf(table.action, REVIEW_REPORT_OUTCOMES)} end`,
		),
		// A report has `resolvedAt` exactly when it is decided, and `action` exactly when it is resolved.
		check(
			'reports_decision',
			sql`${isOneOf(table.status, REPORT_STATUSES)} and (${table.status} = 'pending') = (${table.resolvedAt} is null) and (${table.status} = 'resolved') = (${table.action} is not null)`,
		),
		check('reports_chat', sql`(${table.chatItemId} is null) = (${table.chatBuyerId} is null)`),
		check(
			'reports_chat_of_user',
			sql`${table.kind} = 'user' or num_nonnulls(${table.mentionedItemId}, ${table.chatItemId}, ${table.readMessageIds}) = 0`,
		),
		check('reports_not_oneself', sql`${table.reporterId} <> ${table.reportedId}`),
	],
);

/** SQL condition: what administrators read of the chat of a decided report can be read again. */
export const isChatKept = ({
	readMessageIds,
	resolvedAt,
}: Record<'readMessageIds' | 'resolvedAt', SQLWrapper>) =>
	sql<boolean>`(${readMessageIds} is not null
		and ${resolvedAt} > now() - make_interval(days => ${sql.raw(String(REPORT_LIMITS.chatKeptDays))}))`;
