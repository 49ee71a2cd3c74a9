import { OTHER_REPORTS_MAX } from '#contract/admin/report-decisions.ts';
import type { DealEventType, DealRole, ReviewTag } from '#contract/deals/facts.ts';
import { ifSet, type Listing } from '#server/admin/kit/list.ts';
import { parseIdInput } from '#server/admin/kit/queries.ts';
import type { Db } from '#server/db/client.ts';
import { and, asc, eq, ne, type SQL, sql } from '#server/db/drizzle.ts';
import { admins } from '#server/db/schema/admins.ts';
import { messages } from '#server/db/schema/chats.ts';
import { dealReviews, dealSales } from '#server/db/schema/deal-sales.ts';
import { deals } from '#server/db/schema/deals.ts';
import { itemPhotos, items } from '#server/db/schema/items.ts';
import { isChatKept, reports } from '#server/db/schema/reports.ts';
import { users } from '#server/db/schema/users.ts';
import {
	ITEM_REPORTS,
	isPendingAbout,
	REVIEW_REPORTS,
	type ReportKind,
	USER_REPORTS,
} from '#server/features/reports/queries.ts';

/** The query of a list of reports. */
export type ReportFilters = {
	status?: string | undefined;
	type?: string | undefined;
	/** Text in the complaint or, for reports about items and users, in the names; or the id of the report. */
	q?: string | undefined;
	/** Keeps only one report of each item, user or review: the oldest pending one, or the newest. For lists, not for exports. */
	each?: 'target' | undefined;
};

/** The columns that every kind of report has, as PostgreSQL returns them: timestamps are texts. */
export interface ReportRow {
	id: number;
	type: string;
	complaint: string;
	status: string;
	action: string | null;
	adminNotes: string | null;
	createdAt: string;
	resolvedAt: string | null;
	reporterId: number;
	reporterName: string;
	reporterIsGone: boolean;
	resolverId: number | null;
	resolverName: string | null;
	/** Pending reports about the same item, user or review. */
	pendingForTarget: number;
	/** All reports about it, and the people who sent them. */
	reportsForTarget: number;
	reportersForTarget: number;
}

/** The reports of one kind, with the columns and joins of what they are about. Reports about wanted posts have no list. */
export interface ReportList<Row extends ReportRow> extends ReportKind {
	columns: SQL;
	joins: SQL;
	targetIdOf: (row: Row) => number;
	/** The owner of the item, the reported user, or the writer of the review. */
	personIdOf: (row: Row) => number;
}

/** How reports of one kind are listed. */
export function reportListing<Row extends ReportRow>(
	list: ReportList<Row>,
): Listing<ReportFilters, Row> {
	const { kind, target } = list;
	const isOfKind = eq(reports.kind, kind);
	return {
		table: reports,
		where({ status, type, q, each }) {
			const matches = and(
				isOfKind,
				ifSet(status, (name) => eq(reports.status, name)),
				ifSet(type, (name) => eq(reports.type, name)),
				ifSet(
					q,
					(text) => sql`(${containsWords(text)} or ${reports.id} = ${parseIdInput(text) ?? 0})`,
				),
			);
			if (!each) return matches;
			return sql`${isOfKind} and ${reports.id} in (
				select coalesce(min(id) filter (where status = 'pending'), max(id)) from ${reports}
				where ${matches} group by ${target})`;
		},
		// By id, which increases with time.
		orders: { newest: sql`${reports.id} desc`, oldest: sql`${reports.id}` },
		read: (db, ids) => readReports(db, list, ids),
	};
}

/** Reports are counted once for each target on the page, however many of its reports are on the page. */
async function readReports<Row extends ReportRow>(
	db: Db,
	{ kind, target, columns, joins }: ReportList<Row>,
	ids: readonly number[],
): Promise<Row[]> {
	const { rows } = await db.execute(sql`
		select report.id, report.type, report.complaint, report.status, report.action,
			report.admin_notes as "adminNotes", report.created_at as "createdAt", report.resolved_at as "resolvedAt",
			reporter.id as "reporterId", reporter.user_name as "reporterName",
			reporter.deleted_at is not null as "reporterIsGone",
			resolver.id as "resolverId", resolver.username as "resolverName",
			same.pending as "pendingForTarget", same.number as "reportsForTarget",
			same.reporters as "reportersForTarget", ${columns}
		from ${reports} report
		join ${users} reporter on reporter.id = report.reporter_id
		left join ${admins} resolver on resolver.id = report.resolved_by
		${joins}
		join (
			select ${target} as target, count(*)::int as number, count(distinct reporter_id)::int as reporters,
				count(*) filter (where status = 'pending')::int as pending
			from ${reports} where kind = ${kind}
				and ${target} in (select ${target} from ${reports} where kind = ${kind} and id in ${ids})
			group by ${target}
		) same on same.target = report.${sql.identifier(target.name)}
		where report.kind = ${kind} and report.id in ${ids}`);
	return rows as unknown[] as Row[];
}

/** A report about an item, with the item and its owner as they are now. */
export interface ItemReportRow extends ReportRow {
	itemId: number;
	title: string;
	isBanned: boolean;
	isSold: boolean;
	isDeleted: boolean;
	/** Its owner removed it; it is deleted then, too. */
	isRemoved: boolean;
	/** Hash of the first photo. */
	cover: string | null;
	ownerId: number;
	ownerName: string;
	ownerIsBanned: boolean;
	ownerIsGone: boolean;
}

/** The columns and joins of the list of reports about items. */
export const ITEM_REPORT_LIST: ReportList<ItemReportRow> = {
	...ITEM_REPORTS,
	targetIdOf: ({ itemId }) => itemId,
	personIdOf: ({ ownerId }) => ownerId,
	columns: sql`
		item.id as "itemId", item.title, item.banned_at is not null as "isBanned",
		item.sold_at is not null as "isSold", item.deleted_at is not null as "isDeleted",
		coalesce(item.removed_at = item.deleted_at, false) as "isRemoved",
		cover.photo_hash as cover,
		owner.id as "ownerId", owner.user_name as "ownerName",
		owner.banned_at is not null as "ownerIsBanned", owner.deleted_at is not null as "ownerIsGone"`,
	joins: sql`
		join ${items} item on item.id = report.item_id
		join ${users} owner on owner.id = item.seller_id
		left join ${itemPhotos} cover on cover.item_id = item.id and cover.position = 0`,
};

/** A report about a user, with the user as they are now. */
export interface UserReportRow extends ReportRow {
	itemId: number | null;
	chatItemId: number | null;
	chatBuyerId: number | null;
	/** When the report was decided, if what was read of its chat is kept. */
	chatKeptSince: string | null;
	reportedId: number;
	reportedName: string;
	reportedIsVerified: boolean;
	reportedIsBanned: boolean;
	reportedIsGone: boolean;
	/** Null, like the fields below, unless the two people of the reported chat have a deal. */
	dealTitle: string | null;
	dealStartedAt: string | null;
	lastStepType: DealEventType | null;
	lastStepAt: string | null;
}

/** The columns and joins of the list of reports about users. */
export const USER_REPORT_LIST: ReportList<UserReportRow> = {
	...USER_REPORTS,
	targetIdOf: ({ reportedId }) => reportedId,
	personIdOf: ({ reportedId }) => reportedId,
	columns: sql`
		report.mentioned_item_id as "itemId", report.chat_item_id as "chatItemId", report.chat_buyer_id as "chatBuyerId",
		case when ${isChatKept({ readMessageIds: sql`report.read_message_ids`, resolvedAt: sql`report.resolved_at` })}
			then report.resolved_at end as "chatKeptSince",
		reported.id as "reportedId", reported.user_name as "reportedName",
		reported.verified_at is not null as "reportedIsVerified",
		reported.banned_at is not null as "reportedIsBanned",
		reported.deleted_at is not null as "reportedIsGone",
		case when deal.item_id is not null then dealt.title end as "dealTitle", deal.started_at as "dealStartedAt",
		step.event ->> 'type' as "lastStepType", step.created_at as "lastStepAt"`,
	joins: sql`
		join ${users} reported on reported.id = report.reported_id
		left join ${deals} deal on deal.item_id = report.chat_item_id and deal.buyer_id = report.chat_buyer_id
		left join ${items} dealt on dealt.id = deal.item_id
		left join lateral (
			select event, created_at from ${messages}
			where item_id = deal.item_id and buyer_id = deal.buyer_id and event is not null
			order by id desc limit 1
		) step on true`,
};

/** A report about a review, with the review and its people as they are now. */
export interface ReviewReportRow extends ReportRow {
	reviewId: number;
	role: DealRole;
	stars: number;
	tags: ReviewTag[];
	text: string | null;
	answer: string | null;
	answeredAt: string | null;
	writtenAt: string;
	isHidden: boolean;
	itemId: number;
	writerId: number;
	writerName: string;
	writerIsGone: boolean;
	aboutId: number;
	aboutName: string;
	aboutIsGone: boolean;
}

/** The columns and joins of the list of reports about reviews. */
export const REVIEW_REPORT_LIST: ReportList<ReviewReportRow> = {
	...REVIEW_REPORTS,
	targetIdOf: ({ reviewId }) => reviewId,
	personIdOf: ({ writerId }) => writerId,
	columns: sql`
		review.id as "reviewId", review.role, review.stars, review.tags, review.text, review.answer,
		review.answered_at as "answeredAt", review.created_at as "writtenAt",
		review.hidden_at is not null as "isHidden", sale.item_id as "itemId",
		writer.id as "writerId", writer.user_name as "writerName",
		writer.deleted_at is not null as "writerIsGone",
		about.id as "aboutId", about.user_name as "aboutName", about.deleted_at is not null as "aboutIsGone"`,
	joins: sql`
		join ${dealReviews} review on review.id = report.review_id
		join ${dealSales} sale on sale.id = review.sale_id
		join ${users} writer on writer.id = review.writer_id
		join ${users} about on about.id = review.about_id`,
};

/**
 * SQL condition: the text is in the column `words`, in any letter case and with or without accents. Wildcards are
 * escaped last, because removing accents may turn a character into a wildcard.
 */
function containsWords(text: string): SQL {
	return sql`${reports.words} like
		'%' || regexp_replace(lower(without_accents(${text})), '([\\\\%_])', '\\\\\\1', 'g') || '%'`;
}

/** Pending reports about an item, user, wanted post or review, except one: oldest first, at most `OTHER_REPORTS_MAX`. */
export function listPendingReports(db: Db, kind: ReportKind, targetId: number, exceptId?: number) {
	return db
		.select({
			id: reports.id,
			type: reports.type,
			complaint: reports.complaint,
			createdAt: reports.createdAt,
			reporter: { id: users.id, userName: users.userName, deletedAt: users.deletedAt },
		})
		.from(reports)
		.innerJoin(users, eq(users.id, reports.reporterId))
		.where(
			and(
				isPendingAbout(kind, targetId),
				ifSet(exceptId, (id) => ne(reports.id, id)),
			),
		)
		.orderBy(asc(reports.id))
		.limit(OTHER_REPORTS_MAX);
}
