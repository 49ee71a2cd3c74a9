import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgInsertValue } from 'drizzle-orm/pg-core';
import { ADMIN_NOTIFICATION_MESSAGES } from '#contract/admin/notifications.ts';
import { ADMIN_PAGES } from '#contract/admin/pages.ts';
import type { Room } from '#contract/chat/room-id.ts';
import { REPORT_MESSAGES } from '#contract/reports/facts.ts';
import type { Db } from '#server/db/client.ts';
import { dealReviews } from '#server/db/schema/deal-sales.ts';
import { items } from '#server/db/schema/items.ts';
import {
	itemReports,
	reviewReports,
	userReports,
	wantedReports,
} from '#server/db/schema/reports.ts';
import { users } from '#server/db/schema/users.ts';
import { wantedPosts } from '#server/db/schema/wanted.ts';
import { isPublic } from '#server/db/visibility.ts';

/** Who is suspended is gone for the public; administrators may still have to hear more of them. */
export const PERSON_IS_PUBLIC = isPublic(users);
/** Of an item joined to its seller. */
export const ITEM_IS_PUBLIC = isPublic(items, users);

export type ReportTable =
	| typeof itemReports
	| typeof userReports
	| typeof wantedReports
	| typeof reviewReports;

/** What differs between reports about items, users, wanted posts and reviews. */
export interface ReportKind<Table extends ReportTable = ReportTable> {
	/** As the audit log names one. */
	name: 'report' | 'user report' | 'wanted report' | 'review report';
	/** As events for administrators name them. */
	event: 'reports' | 'user-reports' | 'wanted' | 'review-reports';
	/** The column of a notification that names the report whose outcome it tells. */
	outcomeKey: 'itemReportId' | 'userReportId' | 'wantedReportId' | 'reviewReportId';
	table: Table;
	/** What is reported. */
	target: PgColumn;
	/** The title, the user's name, or whom the review is about. */
	targetName: SQL<string>;
	/** The owner of what is reported, the user, or who wrote the review. */
	person: SQL<number>;
	/** The notification of administrators about a new one. */
	notificationTitle: string;
	notificationText: (targetId: number, type: string) => string;
	/** The page where administrators decide. */
	linkOf: (reportId: number, targetId: number) => string;
}

export const ITEM_REPORTS: ReportKind<typeof itemReports> = {
	name: 'report',
	event: 'reports',
	outcomeKey: 'itemReportId',
	table: itemReports,
	target: itemReports.itemId,
	targetName: sql`(select item.title from ${items} item where item.id = ${itemReports.itemId})`,
	person: sql`(select item.seller_id from ${items} item where item.id = ${itemReports.itemId})`,
	notificationTitle: ADMIN_NOTIFICATION_MESSAGES.newItemReport,
	notificationText: ADMIN_NOTIFICATION_MESSAGES.newItemReportText,
	linkOf: (reportId) => `${ADMIN_PAGES.reports}?report=${reportId}`,
};

export const USER_REPORTS: ReportKind<typeof userReports> = {
	name: 'user report',
	event: 'user-reports',
	outcomeKey: 'userReportId',
	table: userReports,
	target: userReports.reportedId,
	targetName: sql`(select person.user_name from ${users} person where person.id = ${userReports.reportedId})`,
	person: sql`${userReports.reportedId}`,
	notificationTitle: ADMIN_NOTIFICATION_MESSAGES.newUserReport,
	notificationText: ADMIN_NOTIFICATION_MESSAGES.newUserReportText,
	linkOf: (reportId) => `${ADMIN_PAGES.userReports}?report=${reportId}`,
};

export const WANTED_REPORTS: ReportKind<typeof wantedReports> = {
	name: 'wanted report',
	event: 'wanted',
	outcomeKey: 'wantedReportId',
	table: wantedReports,
	target: wantedReports.wantedId,
	targetName: sql`(select post.title from ${wantedPosts} post where post.id = ${wantedReports.wantedId})`,
	person: sql`(select post.user_id from ${wantedPosts} post where post.id = ${wantedReports.wantedId})`,
	notificationTitle: ADMIN_NOTIFICATION_MESSAGES.newWantedReport,
	notificationText: ADMIN_NOTIFICATION_MESSAGES.newWantedReportText,
	// Decided beside the post.
	linkOf: (_reportId, wantedId) => `${ADMIN_PAGES.wanted}?wanted=${wantedId}`,
};

export const REVIEW_REPORTS: ReportKind<typeof reviewReports> = {
	name: 'review report',
	event: 'review-reports',
	outcomeKey: 'reviewReportId',
	table: reviewReports,
	target: reviewReports.reviewId,
	targetName: sql`(
		select ${REPORT_MESSAGES.reviewOf('')} || about.user_name
		from ${dealReviews} review join ${users} about on about.id = review.about_id
		where review.id = ${reviewReports.reviewId})`,
	person: sql`(select review.writer_id from ${dealReviews} review where review.id = ${reviewReports.reviewId})`,
	notificationTitle: ADMIN_NOTIFICATION_MESSAGES.newReviewReport,
	notificationText: ADMIN_NOTIFICATION_MESSAGES.newReviewReportText,
	linkOf: (reportId) => `${ADMIN_PAGES.reviewReports}?report=${reportId}`,
};

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

/** A new report as it is inserted. */
export type NewReport<Table extends ReportTable> = PgInsertValue<Table> & { type: string };

/**
 * The same words from the same person about the same target, while pending, are stored once: the index decides.
 * @returns its number; undefined when it is there already
 */
export async function insertReport<Table extends ReportTable>(
	db: Db,
	{ table }: ReportKind<Table>,
	report: NewReport<Table>,
): Promise<number | undefined> {
	const [stored] = await db
		.insert<Table>(table)
		.values(report)
		.onConflictDoNothing()
		.returning({ id: table.id });
	return stored?.id;
}

interface UserReport {
	reporterId: number;
	reportedId: number;
	complaint: string;
	type: string;
	itemId: number | null | undefined;
	room: Room | undefined;
}

/** An item that is not there is dropped, and so is a chat that the reporter is not in (decisions, "Chat"). */
export function newUserReport(
	db: Db,
	{ itemId, room, ...report }: UserReport,
): NewReport<typeof userReports> {
	const item = db
		.select({ id: items.id })
		.from(items)
		.where(sql`${items.id} = ${itemId ?? null}`);
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
	return {
		...report,
		itemId: sql`(${item})`,
		chatItemId: sql`(${chatColumn(items.id)})`,
		chatBuyerId: sql`(${chatColumn(users.id)})`,
	};
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
export async function setReportDecided(
	db: Db,
	{ table, targetName }: ReportKind,
	id: number,
	decided: DecidedReport,
): Promise<ReportOutcome | undefined> {
	const [outcome] = await db
		.update(table)
		.set({ ...decided, resolvedAt: sql`now()` })
		.where(and(eq(table.id, id), eq(table.status, 'pending')))
		.returning({
			reporterId: table.reporterId,
			isReporterErased: sql<boolean>`(
				select person.deleted_at is not null from users person where person.id = ${table.reporterId})`,
			about: targetName,
		});
	return outcome;
}

export async function hasReport(db: Db, { table }: ReportKind, id: number): Promise<boolean> {
	const found = await db.select({ id: table.id }).from(table).where(eq(table.id, id));
	return found.length === 1;
}
