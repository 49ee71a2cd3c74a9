import { and, asc, eq, inArray, ne, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#server/db/client.ts';
import { items } from '#server/db/schema/items.ts';
import { itemReports, userReports } from '#server/db/schema/reports.ts';
import { users } from '#server/db/schema/users.ts';

/** What a decision is about, held until the end of the transaction. */
export interface ReportTarget {
	/** The owner of the item, or the person who was reported. */
	personId: number;
	/** Their account is erased. */
	isPersonErased: boolean;
	/** Where the report is about one. */
	item?: { id: number; title: string; isDeleted: boolean };
	/** Other pending reports about the same, where they are asked for. */
	otherReports: number[];
}

/** Which other pending reports about the same are decided alike. */
export type OtherReportsSelection = 'all' | readonly number[];

/**
 * Holds everything that deciding a report about an item may change, always in one order: people by their numbers, the item,
 * its reports. Two decisions about the same item, bans and erasures then wait for each other, never in a circle.
 * @returns undefined when there is no such report
 */
export async function lockItemTarget(
	db: Db,
	reportId: number,
	selection: OtherReportsSelection,
): Promise<ReportTarget | undefined> {
	const [report] = await db
		.select({
			reporterId: itemReports.reporterId,
			itemId: itemReports.itemId,
			personId: items.sellerId,
		})
		.from(itemReports)
		.innerJoin(items, eq(items.id, itemReports.itemId))
		.where(eq(itemReports.id, reportId));
	if (!report) return undefined;
	const { reporterId, itemId, personId } = report;
	const isOther = and(
		eq(itemReports.itemId, itemId),
		eq(itemReports.status, 'pending'),
		ne(itemReports.id, reportId),
		isSelected(itemReports, selection),
	);
	const others = selection.length > 0 ? await listPending(db, itemReports, isOther) : [];
	const erasedIds = await lockPeople(db, [personId, reporterId, ...reportersOf(others)]);
	const [item] = await db
		.select({
			id: items.id,
			title: items.title,
			isDeleted: sql<boolean>`${items.deletedAt} is not null`,
		})
		.from(items)
		.where(eq(items.id, itemId))
		.for('no key update');
	const otherReports = await lockPending(db, itemReports, others);
	return { personId, isPersonErased: erasedIds.has(personId), otherReports, ...(item && { item }) };
}

/**
 * Holds everything that deciding a report about a person may change, in the same order.
 * @returns undefined when there is no such report
 */
export async function lockUserTarget(
	db: Db,
	reportId: number,
	selection: OtherReportsSelection,
): Promise<ReportTarget | undefined> {
	const [report] = await db
		.select({ reporterId: userReports.reporterId, personId: userReports.reportedId })
		.from(userReports)
		.where(eq(userReports.id, reportId));
	if (!report) return undefined;
	const { reporterId, personId } = report;
	const isOther = and(
		eq(userReports.reportedId, personId),
		eq(userReports.status, 'pending'),
		ne(userReports.id, reportId),
		isSelected(userReports, selection),
	);
	const others = selection.length > 0 ? await listPending(db, userReports, isOther) : [];
	const erasedIds = await lockPeople(db, [personId, reporterId, ...reportersOf(others)]);
	const otherReports = await lockPending(db, userReports, others);
	return { personId, isPersonErased: erasedIds.has(personId), otherReports };
}

type ReportTable = typeof itemReports | typeof userReports;

function isSelected(table: ReportTable, selection: OtherReportsSelection): SQL | undefined {
	return selection === 'all' ? undefined : inArray(table.id, [...selection]);
}

interface Pending {
	id: number;
	reporterId: number;
}

function listPending(db: Db, table: ReportTable, isSelected: SQL | undefined): Promise<Pending[]> {
	return db.select({ id: table.id, reporterId: table.reporterId }).from(table).where(isSelected);
}

const reportersOf = (reports: readonly Pending[]) => reports.map(({ reporterId }) => reporterId);

/** @returns those whose account is erased */
async function lockPeople(db: Db, ids: readonly number[]): Promise<Set<number>> {
	const locked = await db
		.select({ id: users.id, deletedAt: users.deletedAt })
		.from(users)
		.where(inArray(users.id, [...ids]))
		.orderBy(asc(users.id))
		.for('no key update');
	return new Set(locked.filter(({ deletedAt }) => deletedAt).map(({ id }) => id));
}

/** Only those whose reporter is held already; what came since waits for another decision. */
async function lockPending(
	db: Db,
	table: ReportTable,
	pending: readonly Pending[],
): Promise<number[]> {
	if (pending.length === 0) return [];
	const ids = pending.map(({ id }) => id);
	const locked = await db
		.select({ id: table.id })
		.from(table)
		.where(and(inArray(table.id, ids), eq(table.status, 'pending')))
		.orderBy(asc(table.id))
		.for('no key update');
	return locked.map(({ id }) => id);
}
