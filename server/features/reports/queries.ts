import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { Room } from '#contract/chat/room-id.ts';
import type { Db } from '#server/db/client.ts';
import { items } from '#server/db/schema/items.ts';
import { itemReports, userReports } from '#server/db/schema/reports.ts';
import { users } from '#server/db/schema/users.ts';
import { isPublic } from '#server/db/visibility.ts';

/** Who is suspended is gone for the public; administrators may still have to hear more of them. */
export const PERSON_IS_PUBLIC = isPublic(users);
/** Of an item joined to its seller. */
export const ITEM_IS_PUBLIC = isPublic(items, users);

interface NewReport {
	reporterId: number;
	complaint: string;
	type: string;
}

/** Whose item it is, and whether the public finds it; undefined when it is deleted or was never there. */
export async function findItemToReport(
	db: Db,
	itemId: number,
): Promise<{ sellerId: number; isPublic: boolean } | undefined> {
	const [found] = await db
		.select({ sellerId: items.sellerId, isPublic: ITEM_IS_PUBLIC })
		.from(items)
		.innerJoin(users, eq(users.id, items.sellerId))
		.where(and(eq(items.id, itemId), isNull(items.deletedAt)));
	return found;
}

/**
 * The same words from the same person about the same item, while pending, are stored once: the index decides.
 * @returns its number; undefined when it is there already
 */
export async function insertItemReport(
	db: Db,
	report: NewReport & { itemId: number },
): Promise<number | undefined> {
	const [stored] = await db
		.insert(itemReports)
		.values(report)
		.onConflictDoNothing()
		.returning({ id: itemReports.id });
	return stored?.id;
}

/**
 * An item that is not there is dropped, and so is a chat that the reporter is not in (decisions, "Chat"). The same words from
 * the same person about the same person, while pending, are stored once: the index decides.
 * @returns its number; undefined when it is there already
 */
export async function insertUserReport(
	db: Db,
	report: NewReport & { reportedId: number; itemId?: number | undefined; room?: Room | undefined },
): Promise<number | undefined> {
	const { itemId = null, room } = report;
	const item = db.select({ id: items.id }).from(items).where(sql`${items.id} = ${itemId}`);
	// Of the room's item and its buyer: there is no conversation before a first message.
	const chatColumn = (column: typeof items.id | typeof users.id) =>
		db
			.select({ id: column })
			.from(items)
			.innerJoin(users, sql`${users.id} = ${room?.buyerId ?? null}`)
			.where(
				sql`${items.id} = ${room?.itemId ?? null} and ${items.sellerId} <> ${users.id}
					and ${report.reporterId} in (${users.id}, ${items.sellerId})`,
			);
	const [stored] = await db
		.insert(userReports)
		.values({
			reporterId: report.reporterId,
			reportedId: report.reportedId,
			complaint: report.complaint,
			type: report.type,
			itemId: sql`(${item})`,
			chatItemId: sql`(${chatColumn(items.id)})`,
			chatBuyerId: sql`(${chatColumn(users.id)})`,
		})
		.onConflictDoNothing()
		.returning({ id: userReports.id });
	return stored?.id;
}

/** What became of a pending report. */
export interface DecidedReport {
	status: 'resolved' | 'dismissed';
	/** What was done if the report was resolved; null otherwise. */
	action: string | null;
	adminNotes: string | null;
	resolvedBy: number;
}

/** Whom to tell of what. */
export interface ReportOutcome {
	reporterId: number;
	/** An erased account is told nothing. */
	isReporterErased: boolean;
	/** The item's title or the person's name. */
	about: string;
}

/** Undefined when it is not pending, or not there: the statement decides between two administrators. */
export async function setItemReportDecided(
	db: Db,
	id: number,
	decided: DecidedReport,
): Promise<ReportOutcome | undefined> {
	const [outcome] = await db
		.update(itemReports)
		.set({ ...decided, resolvedAt: sql`now()` })
		.from(items)
		.where(
			and(
				eq(itemReports.id, id),
				eq(itemReports.status, 'pending'),
				eq(items.id, itemReports.itemId),
			),
		)
		.returning({
			reporterId: itemReports.reporterId,
			isReporterErased: isErased(itemReports.reporterId),
			about: items.title,
		});
	return outcome;
}

/** Undefined when it is not pending, or not there. */
export async function setUserReportDecided(
	db: Db,
	id: number,
	decided: DecidedReport,
): Promise<ReportOutcome | undefined> {
	const [outcome] = await db
		.update(userReports)
		.set({ ...decided, resolvedAt: sql`now()` })
		.from(users)
		.where(
			and(
				eq(userReports.id, id),
				eq(userReports.status, 'pending'),
				eq(users.id, userReports.reportedId),
			),
		)
		.returning({
			reporterId: userReports.reporterId,
			isReporterErased: isErased(userReports.reporterId),
			about: users.userName,
		});
	return outcome;
}

function isErased(
	userId: typeof itemReports.reporterId | typeof userReports.reporterId,
): SQL<boolean> {
	return sql<boolean>`(select person.deleted_at is not null from users person where person.id = ${userId})`;
}

export async function hasItemReport(db: Db, id: number): Promise<boolean> {
	const found = await db
		.select({ id: itemReports.id })
		.from(itemReports)
		.where(eq(itemReports.id, id));
	return found.length === 1;
}

export async function hasUserReport(db: Db, id: number): Promise<boolean> {
	const found = await db
		.select({ id: userReports.id })
		.from(userReports)
		.where(eq(userReports.id, id));
	return found.length === 1;
}
