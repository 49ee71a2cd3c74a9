import { and, asc, eq, inArray, ne, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#server/db/client.ts';
import { lockRows } from '#server/db/locks.ts';
import { dealReviews } from '#server/db/schema/deal-sales.ts';
import { items } from '#server/db/schema/items.ts';
import { reports } from '#server/db/schema/reports.ts';
import { users } from '#server/db/schema/users.ts';
import { wantedPosts } from '#server/db/schema/wanted.ts';
import { isPendingAbout, isReport, type ReportKind } from './queries.ts';

/** The target of a report, locked until the transaction ends. */
export interface ReportTarget {
	/** The id of the item, user, wanted post or review. */
	id: number;
	/** The owner of the item or post, the reported user, or the writer of the review. */
	personId: number;
	/** Whether the account of that user is erased. */
	isPersonErased: boolean;
	/** Of `item`, `wanted` and `review`, only the one that the report is about is set. */
	item?: { id: number; title: string; isDeleted: boolean } | undefined;
	wanted?: { id: number; title: string; isDeleted: boolean } | undefined;
	review?: { id: number } | undefined;
	/** Ids of the other selected reports about the same target that are pending. */
	otherReports: number[];
}

/** Which other pending reports about the same target get the same decision. */
export type OtherReportsSelection = 'all' | readonly number[];

/**
 * Locks all rows that a decision may change, always in the same order: users by id; the item, wanted post or review;
 * its reports. Concurrent decisions about one item, bans and erasures therefore wait for each other without
 * deadlocks.
 * @returns undefined when there is no such report
 */
export async function lockTarget(
	db: Db,
	reportKind: ReportKind,
	reportId: number,
	selection: OtherReportsSelection,
): Promise<ReportTarget | undefined> {
	const { kind, target, person } = reportKind;
	const [report] = await db
		.select({ reporterId: reports.reporterId, targetId: target, personId: person })
		.from(reports)
		.where(isReport(reportKind, reportId));
	if (!report) return undefined;
	const { reporterId, personId } = report;
	const targetId = report.targetId as number;
	const isOther = and(
		isPendingAbout(reportKind, targetId),
		ne(reports.id, reportId),
		selection === 'all' ? undefined : inArray(reports.id, [...selection]),
	);
	const hasSelection = selection === 'all' || selection.length > 0;
	const others = hasSelection ? await listPending(db, isOther) : [];
	const erasedIds = await lockPeople(db, [personId, reporterId, ...reportersOf(others)]);
	const item = kind === 'item' ? await lockItem(db, targetId) : undefined;
	const wanted = kind === 'wanted' ? await lockWanted(db, targetId) : undefined;
	const review = kind === 'review' ? await lockReview(db, targetId) : undefined;
	const otherReports = await lockPending(db, reportKind, others);
	const isPersonErased = erasedIds.has(personId);
	return { id: targetId, personId, isPersonErased, otherReports, item, wanted, review };
}

async function lockItem(db: Db, id: number): Promise<ReportTarget['item']> {
	const [item] = await db
		.select({
			id: items.id,
			title: items.title,
			isDeleted: sql<boolean>`${items.deletedAt} is not null`,
		})
		.from(items)
		.where(eq(items.id, id))
		.for('no key update');
	return item;
}

async function lockWanted(db: Db, id: number): Promise<ReportTarget['wanted']> {
	const [post] = await db
		.select({
			id: wantedPosts.id,
			title: wantedPosts.title,
			isDeleted: sql<boolean>`${wantedPosts.deletedAt} is not null`,
		})
		.from(wantedPosts)
		.where(eq(wantedPosts.id, id))
		.for('no key update');
	return post;
}

async function lockReview(db: Db, id: number): Promise<ReportTarget['review']> {
	const [review] = await db
		.select({ id: dealReviews.id })
		.from(dealReviews)
		.where(eq(dealReviews.id, id))
		.for('no key update');
	return review;
}

interface Pending {
	id: number;
	reporterId: number;
}

function listPending(db: Db, isSelected: SQL | undefined): Promise<Pending[]> {
	return db
		.select({ id: reports.id, reporterId: reports.reporterId })
		.from(reports)
		.where(isSelected);
}

const reportersOf = (reports: readonly Pending[]) => reports.map(({ reporterId }) => reporterId);

/** @returns the ids of the users whose account is erased */
async function lockPeople(db: Db, ids: readonly number[]): Promise<Set<number>> {
	const locked = await db
		.select({ id: users.id, deletedAt: users.deletedAt })
		.from(users)
		.where(inArray(users.id, [...ids]))
		.orderBy(asc(users.id))
		.for('no key update');
	return new Set(locked.filter(({ deletedAt }) => deletedAt).map(({ id }) => id));
}

/**
 * Locks those of the reports that are still pending. Newer reports are left out, because their reporters are not
 * locked.
 */
async function lockPending(
	db: Db,
	{ kind }: ReportKind,
	pending: readonly Pending[],
): Promise<number[]> {
	if (pending.length === 0) return [];
	const ids = pending.map(({ id }) => id);
	return lockRows(
		db,
		reports,
		and(eq(reports.kind, kind), inArray(reports.id, ids), eq(reports.status, 'pending')),
	);
}
