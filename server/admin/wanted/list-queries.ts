import { and, asc, eq, type SQL, sql } from 'drizzle-orm';
import { HISTORY_MAX_ENTRIES } from '#contract/admin/history.ts';
import type { ADMIN_WANTED_SORTS } from '#contract/admin/wanted.ts';
import { PAGING_LIMITS } from '#contract/core/paging.ts';
import type { WantedStatus } from '#contract/wanted/facts.ts';
import { EXPORT_BATCH_SIZE, inBatches } from '#server/admin/kit/csv.ts';
import { findPage } from '#server/admin/kit/list-page.ts';
import { parseIdInput } from '#server/admin/kit/search-input.ts';
import type { Db } from '#server/db/client.ts';
import { containsPattern } from '#server/db/expressions.ts';
import { wantedReports } from '#server/db/schema/reports.ts';
import { users } from '#server/db/schema/users.ts';
import { isOpen, searchTextOfWanted, wantedPosts } from '#server/db/schema/wanted.ts';
import {
	ANSWER_COUNT,
	IS_EXPIRED,
	IS_LIVE,
	type StoredWantedFields,
	WANTED_FIELD_COLUMNS,
} from '#server/features/wanted/queries.ts';

export interface WantedFilters {
	/** Text in the title or the note, or the id itself. */
	search?: string | undefined;
	status?: WantedStatus | undefined;
	category?: string | undefined;
	/** Whether reports about the post are pending. */
	isReported?: boolean | undefined;
	sort: (typeof ADMIN_WANTED_SORTS)[number];
}

export interface AdminWantedRow extends StoredWantedFields {
	id: number;
	userId: number;
	userName: string;
	email: string | null;
	isAskerBanned: boolean;
	isAskerGone: boolean;
	isDeleted: boolean;
	createdAt: Date;
	expiresAt: Date;
	isExpired: boolean;
	foundAt: Date | null;
	removedAt: Date | null;
	removalReason: string | null;
	answers: number;
	/** Number of pending reports. */
	reports: number;
}

const PENDING_REPORTS = sql`
	from ${wantedReports} where ${wantedReports.wantedId} = ${wantedPosts.id} and ${wantedReports.status} = 'pending'`;

/** A deleted post is listed until the reports about it are decided. */
const IS_LISTED = sql`(${wantedPosts.deletedAt} is null or exists (select ${PENDING_REPORTS}))`;

/** Each status as a condition; every post has exactly one. */
const STATUS_CONDITIONS: Record<WantedStatus, SQL> = {
	live: IS_LIVE,
	expired: sql`${isOpen(wantedPosts)} and ${wantedPosts.expiresAt} <= now()`,
	found: sql`${wantedPosts.foundAt} is not null and ${wantedPosts.removedAt} is null`,
	removed: sql`${wantedPosts.removedAt} is not null`,
};

function wantedRows(db: Db) {
	return db
		.select({
			id: wantedPosts.id,
			userId: users.id,
			userName: users.userName,
			email: users.email,
			isAskerBanned: sql<boolean>`${users.bannedAt} is not null`,
			isAskerGone: sql<boolean>`${users.deletedAt} is not null`,
			isDeleted: sql<boolean>`${wantedPosts.deletedAt} is not null`,
			...WANTED_FIELD_COLUMNS,
			createdAt: wantedPosts.createdAt,
			expiresAt: wantedPosts.expiresAt,
			isExpired: IS_EXPIRED,
			foundAt: wantedPosts.foundAt,
			removedAt: wantedPosts.removedAt,
			removalReason: wantedPosts.removalReason,
			answers: ANSWER_COUNT,
			reports: sql<number>`(select count(*)::int ${PENDING_REPORTS})`,
		})
		.from(wantedPosts)
		.innerJoin(users, eq(users.id, wantedPosts.userId))
		.$dynamic();
}

/** One page of posts in every status, and the total, counted as far as `findPage` counts. */
export function findWantedPage(
	db: Db,
	filters: WantedFilters,
	page: { page: number; limit: number },
): Promise<{ found: number; entries: AdminWantedRow[] }> {
	const listRange = ({ offset, size }: { offset: number; size: number }) =>
		wantedRows(db)
			.where(conditionsFor(filters))
			.orderBy(orderOf(filters))
			.limit(size)
			.offset(offset);
	return findPage(page, {
		async withCount(range) {
			const { rows } = await db.execute<{ found: number }>(sql`
				select count(*)::int as found from (
					select from ${wantedPosts} where ${conditionsFor(filters)} limit ${PAGING_LIMITS.countLimit + 1}
				) as first`);
			return { found: rows[0]?.found, entries: await listRange(range) };
		},
		withoutCount: listRange,
	});
}

/** A post in any status; a deleted one only while reports about it are pending. */
export async function findAdminWanted(db: Db, id: number): Promise<AdminWantedRow | undefined> {
	const [row] = await wantedRows(db).where(and(eq(wantedPosts.id, id), IS_LISTED));
	return row;
}

/** All posts of a list, for an export. */
export function streamWanted(db: Db, filters: WantedFilters): AsyncIterable<AdminWantedRow[]> {
	const operator = filters.sort === 'oldest' ? sql`>` : sql`<`;
	return inBatches<AdminWantedRow>(EXPORT_BATCH_SIZE, (last) =>
		wantedRows(db)
			.where(and(conditionsFor(filters), last && sql`${wantedPosts.id} ${operator} ${last.id}`))
			.orderBy(orderOf(filters))
			.limit(EXPORT_BATCH_SIZE),
	);
}

/** By id, which increases with time. */
function orderOf({ sort }: WantedFilters): SQL {
	return sort === 'oldest' ? sql`${wantedPosts.id}` : sql`${wantedPosts.id} desc`;
}

function conditionsFor({ search, status, category, isReported }: WantedFilters): SQL {
	const conditions = [IS_LISTED];
	if (search !== undefined) conditions.push(matchesSearch(search));
	if (status !== undefined) conditions.push(STATUS_CONDITIONS[status]);
	if (category !== undefined) conditions.push(sql`${wantedPosts.category} = ${category}`);
	if (isReported !== undefined)
		conditions.push(sql`exists (select ${PENDING_REPORTS}) = ${isReported}`);
	return sql.join(conditions, sql` and `);
}

function matchesSearch(search: string): SQL {
	const matchesText = sql`${searchTextOfWanted(wantedPosts)} like ${containsPattern(search)}`;
	return sql`(${matchesText} or ${wantedPosts.id} = ${parseIdInput(search) ?? 0})`;
}

export interface PendingReportRow {
	id: number;
	type: string;
	complaint: string;
	createdAt: Date;
	reporter: { id: number; userName: string; deletedAt: Date | null };
}

/** Pending reports about a post, oldest first. */
export function listPendingReports(db: Db, wantedId: number): Promise<PendingReportRow[]> {
	return db
		.select({
			id: wantedReports.id,
			type: wantedReports.type,
			complaint: wantedReports.complaint,
			createdAt: wantedReports.createdAt,
			reporter: { id: users.id, userName: users.userName, deletedAt: users.deletedAt },
		})
		.from(wantedReports)
		.innerJoin(users, eq(users.id, wantedReports.reporterId))
		.where(and(eq(wantedReports.wantedId, wantedId), eq(wantedReports.status, 'pending')))
		.orderBy(asc(wantedReports.id))
		.limit(HISTORY_MAX_ENTRIES);
}
