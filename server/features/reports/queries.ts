import { and, eq, isNotNull, isNull, ne, not, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgInsertValue } from 'drizzle-orm/pg-core';
import { REPORT_DECISION_ERRORS } from '#contract/admin/errors.ts';
import { ADMIN_NOTIFICATION_MESSAGES } from '#contract/admin/notifications.ts';
import { ADMIN_PAGES } from '#contract/admin/pages.ts';
import type { Room } from '#contract/chat/room-id.ts';
import { REPORT_MESSAGES } from '#contract/reports/facts.ts';
import type { Db } from '#server/db/client.ts';
import { conflictIfTaken } from '#server/db/errors.ts';
import { isPublic } from '#server/db/expressions.ts';
import { dealReviews } from '#server/db/schema/deal-sales.ts';
import { items } from '#server/db/schema/items.ts';
import { notifications } from '#server/db/schema/notifications.ts';
import {
	isChatKept,
	itemReports,
	reviewReports,
	userReports,
	wantedReports,
} from '#server/db/schema/reports.ts';
import { users } from '#server/db/schema/users.ts';
import { wantedPosts } from '#server/db/schema/wanted.ts';

/** Banned users are not public, but can still be reported. */
export const PERSON_IS_PUBLIC = isPublic(users);
/** For statements that join an item to its seller. */
export const ITEM_IS_PUBLIC = isPublic(items, users);

export type ReportTable =
	| typeof itemReports
	| typeof userReports
	| typeof wantedReports
	| typeof reviewReports;

/** What differs between reports about items, users, wanted posts and reviews. */
export interface ReportKind<Table extends ReportTable = ReportTable> {
	/** The name of such a report in the audit log. */
	name: 'report' | 'user report' | 'wanted report' | 'review report';
	/** The name of such reports in events for administrators. */
	event: 'reports' | 'user-reports' | 'wanted' | 'review-reports';
	/** The column of a notification about the outcome that has the id of the report. */
	outcomeKey: 'itemReportId' | 'userReportId' | 'wantedReportId' | 'reviewReportId';
	table: Table;
	/** The column with the id of what is reported. */
	target: PgColumn;
	/** The title of the item or post, the user's name, or the name of the user whom the review is about. */
	targetName: SQL<string>;
	/** The owner of the item or post, the reported user, or the writer of the review. */
	person: SQL<number>;
	/** The notification that administrators get about a new report. */
	notificationTitle: string;
	notificationText: (targetId: number, type: string) => string;
	/** The page where administrators decide the report. */
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
	// Administrators decide these reports on the page of the post.
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

/** The seller of an item and whether the item is public; undefined if it is deleted or does not exist. */
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

/** The values of a new report. */
export type NewReport<Table extends ReportTable> = PgInsertValue<Table> & { type: string };

/**
 * Inserts a report. A unique index allows a pending report with the same text, reporter and target only once.
 * @returns the id; undefined when that report exists already
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

/**
 * The values of a new report about a user. Leaves out an item that does not exist, and a chat that the reporter is
 * not in.
 */
export function newUserReport(
	db: Db,
	{ itemId, room, ...report }: UserReport,
): NewReport<typeof userReports> {
	const item = db
		.select({ id: items.id })
		.from(items)
		.where(sql`${items.id} = ${itemId ?? null}`);
	// Checks the item and the buyer of the chat: before the first message there is no row of `conversations`.
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

/** The decision on a pending report, as it is stored. */
export interface DecidedReport {
	status: 'resolved' | 'dismissed';
	/** The action, if the report was resolved; otherwise null. */
	action: string | null;
	adminNotes: string | null;
	resolvedBy: number;
}

/** The recipient and subject of the notification about the outcome. */
export interface ReportOutcome {
	reporterId: number;
	/** An erased account gets no notification. */
	isReporterErased: boolean;
	/** Name of the target, as in `targetName`. */
	about: string;
}

/**
 * Stores the decision on a pending report. The condition is part of the update, so that of two administrators only
 * one decides.
 * @returns undefined when the report is not pending, or does not exist
 */
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
		.returning(outcomeColumns(table, targetName));
	return outcome;
}

const outcomeColumns = (table: ReportTable, targetName: ReportKind['targetName']) => ({
	reporterId: table.reporterId,
	isReporterErased: sql<boolean>`(
		select person.deleted_at is not null from users person where person.id = ${table.reporterId})`,
	about: targetName,
});

/**
 * Lets a decided report wait for a decision again. The words of the earlier decision stay in the audit log.
 * @returns undefined when the report is pending, or does not exist
 * @throws AppError conflict when the reporter has sent the same report again
 */
export async function setReportReopened(
	db: Db,
	{ table, targetName }: ReportKind,
	id: number,
): Promise<ReportOutcome | undefined> {
	const [outcome] = await db
		.update(table)
		.set({ status: 'pending', action: null, adminNotes: null, resolvedBy: null, resolvedAt: null })
		.where(and(eq(table.id, id), ne(table.status, 'pending')))
		.returning(outcomeColumns(table, targetName))
		.catch(conflictIfTaken(REPORT_DECISION_ERRORS.sentAgain));
	return outcome;
}

/** Deletes what the reporter was told of a report, before something new is told: a report has one notification. */
export async function deleteReportNotification(
	db: Db,
	{ outcomeKey }: ReportKind,
	id: number,
): Promise<void> {
	await db.delete(notifications).where(eq(notifications[outcomeKey], id));
}

/** What was banned. */
export interface BannedTarget {
	about: 'user' | 'item';
	id: number;
}

/** The reason of a ban; undefined without a ban. */
export async function findBan(
	db: Db,
	{ about, id }: BannedTarget,
): Promise<{ reason: string | null } | undefined> {
	const table = about === 'user' ? users : items;
	const [ban] = await db
		.select({ reason: table.banReason })
		.from(table)
		.where(and(eq(table.id, id), isNotNull(table.bannedAt)));
	return ban;
}

/**
 * The pending reports of one kind about a banned item, or about a banned person and what the person posted: the first
 * of each target, and how many there are.
 */
export function listOpenReports(
	db: Db,
	{ table, target, person }: ReportKind,
	{ about, id }: BannedTarget,
): Promise<{ first: number; count: number }[]> {
	const isAbout = about === 'item' ? eq(target, id) : sql`${person} = ${id}`;
	return db
		.select({ first: sql<number>`min(${table.id})`, count: sql<number>`count(*)::int` })
		.from(table)
		.where(and(eq(table.status, 'pending'), isAbout))
		.groupBy(target)
		.orderBy(sql`min(${table.id})`);
}

/** Removes which messages administrators read for reports that were decided long ago. */
export async function forgetReadChats(db: Db): Promise<void> {
	await db
		.update(userReports)
		.set({ readMessageIds: null })
		.where(
			and(
				isNotNull(userReports.readMessageIds),
				ne(userReports.status, 'pending'),
				not(isChatKept(userReports)),
			),
		);
}

/** Whether there are pending reports about a target. */
export async function hasPendingReport(
	db: Db,
	{ table, target }: ReportKind,
	targetId: number,
): Promise<boolean> {
	const found = await db
		.select({ id: table.id })
		.from(table)
		.where(and(eq(target, targetId), eq(table.status, 'pending')))
		.limit(1);
	return found.length === 1;
}

export async function hasReport(db: Db, { table }: ReportKind, id: number): Promise<boolean> {
	const found = await db.select({ id: table.id }).from(table).where(eq(table.id, id));
	return found.length === 1;
}
