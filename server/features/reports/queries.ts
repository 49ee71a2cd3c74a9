import { ADMIN_NOTIFICATION_MESSAGES } from '#contract/admin/notifications.ts';
import { ADMIN_PAGES } from '#contract/admin/pages.ts';
import type { Room } from '#contract/chat/room-id.ts';
import { REPORT_MESSAGES, type ReportSubject } from '#contract/reports/facts.ts';
import type { Db } from '#server/db/client.ts';
import {
	and,
	asc,
	eq,
	inArray,
	isNotNull,
	isNull,
	ne,
	not,
	type PgColumn,
	type PgInsertValue,
	type SQL,
	sql,
} from '#server/db/drizzle.ts';
import { isPublic } from '#server/db/expressions.ts';
import { lockRows } from '#server/db/locks.ts';
import { dealReviews } from '#server/db/schema/deal-sales.ts';
import { items } from '#server/db/schema/items.ts';
import { notifications } from '#server/db/schema/notifications.ts';
import { isChatKept, reports } from '#server/db/schema/reports.ts';
import { users } from '#server/db/schema/users.ts';
import { wantedPosts } from '#server/db/schema/wanted.ts';

/** What differs between reports about items, users, wanted posts and reviews. */
export interface ReportKind {
	kind: ReportSubject;
	/** The name of such a report in the audit log. */
	name: 'report' | 'user report' | 'wanted report' | 'review report';
	/** The name of such reports in events for administrators. */
	event: 'reports' | 'user-reports' | 'wanted' | 'review-reports';
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

export const ITEM_REPORTS: ReportKind = {
	kind: 'item',
	name: 'report',
	event: 'reports',
	target: reports.itemId,
	targetName: sql`(select item.title from ${items} item where item.id = ${reports.itemId})`,
	person: sql`(select item.seller_id from ${items} item where item.id = ${reports.itemId})`,
	notificationTitle: ADMIN_NOTIFICATION_MESSAGES.newItemReport,
	notificationText: ADMIN_NOTIFICATION_MESSAGES.newItemReportText,
	linkOf: (reportId) => `${ADMIN_PAGES.reports}?report=${reportId}`,
};

export const USER_REPORTS: ReportKind = {
	kind: 'user',
	name: 'user report',
	event: 'user-reports',
	target: reports.reportedId,
	targetName: sql`(select person.user_name from ${users} person where person.id = ${reports.reportedId})`,
	person: sql`${reports.reportedId}`,
	notificationTitle: ADMIN_NOTIFICATION_MESSAGES.newUserReport,
	notificationText: ADMIN_NOTIFICATION_MESSAGES.newUserReportText,
	linkOf: (reportId) => `${ADMIN_PAGES.userReports}?report=${reportId}`,
};

export const WANTED_REPORTS: ReportKind = {
	kind: 'wanted',
	name: 'wanted report',
	event: 'wanted',
	target: reports.wantedId,
	targetName: sql`(select post.title from ${wantedPosts} post where post.id = ${reports.wantedId})`,
	person: sql`(select post.user_id from ${wantedPosts} post where post.id = ${reports.wantedId})`,
	notificationTitle: ADMIN_NOTIFICATION_MESSAGES.newWantedReport,
	notificationText: ADMIN_NOTIFICATION_MESSAGES.newWantedReportText,
	// Administrators decide these reports on the page of the post.
	linkOf: (_reportId, wantedId) => `${ADMIN_PAGES.wanted}?wanted=${wantedId}`,
};

export const REVIEW_REPORTS: ReportKind = {
	kind: 'review',
	name: 'review report',
	event: 'review-reports',
	target: reports.reviewId,
	targetName: sql`(
		select ${REPORT_MESSAGES.reviewOf('')} || about.user_name
		from ${dealReviews} review join ${users} about on about.id = review.about_id
		where review.id = ${reports.reviewId})`,
	person: sql`(select review.writer_id from ${dealReviews} review where review.id = ${reports.reviewId})`,
	notificationTitle: ADMIN_NOTIFICATION_MESSAGES.newReviewReport,
	notificationText: ADMIN_NOTIFICATION_MESSAGES.newReviewReportText,
	linkOf: (reportId) => `${ADMIN_PAGES.reviewReports}?report=${reportId}`,
};

/** SQL condition: the report of a kind with this id, which is unique within its kind only. */
export const isReport = ({ kind }: ReportKind, id: number) =>
	and(eq(reports.kind, kind), eq(reports.id, id));

/** SQL condition: the pending reports about a target. */
export const isPendingAbout = ({ kind, target }: ReportKind, targetId: number) =>
	and(eq(reports.kind, kind), eq(target, targetId), eq(reports.status, 'pending'));

/** The seller of an item and whether the item is public; undefined if it is deleted or does not exist. */
export async function findItemToReport(
	db: Db,
	itemId: number,
): Promise<{ sellerId: number; isPublic: boolean } | undefined> {
	const [found] = await db
		.select({ sellerId: items.sellerId, isPublic: isPublic(items, users) })
		.from(items)
		.innerJoin(users, eq(users.id, items.sellerId))
		.where(and(eq(items.id, itemId), isNull(items.deletedAt)));
	return found;
}

/** The values of a new report: one of the ids of what it is about, from which its kind follows. */
export type NewReport = PgInsertValue<typeof reports> & { type: string };

/**
 * Inserts a report. A unique index allows a pending report with the same text, reporter and target only once.
 * @returns the id; undefined when that report exists already
 */
export async function insertReport(db: Db, report: NewReport): Promise<number | undefined> {
	const [stored] = await db
		.insert(reports)
		.values(report)
		.onConflictDoNothing()
		.returning({ id: reports.id });
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
export function newUserReport(db: Db, { itemId, room, ...report }: UserReport): NewReport {
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
		mentionedItemId: sql`(${item})`,
		chatItemId: sql`(${chatColumn(items.id)})`,
		chatBuyerId: sql`(${chatColumn(users.id)})`,
	};
}

/** A decision as it is stored. */
interface StoredDecision {
	status: 'resolved' | 'dismissed';
	/** The action, if the report was resolved; otherwise null. */
	action: string | null;
	adminNotes: string | null;
	resolvedBy: number;
}

/** The columns of a decision while there is none. */
const UNDECIDED = {
	status: 'pending',
	action: null,
	adminNotes: null,
	resolvedBy: null,
	resolvedAt: null,
};

/**
 * Stores the decision on a pending report; with null, lets a decided report wait for a decision again, whose words stay
 * in the audit log. The condition is part of the update, so that of two administrators only one decides.
 * @returns the recipient and subject of the notification about the outcome; undefined when the report is already in
 * that state, or does not exist
 */
export async function setDecision(
	db: Db,
	kind: ReportKind,
	id: number,
	decision: StoredDecision | null,
) {
	const isPending = eq(reports.status, 'pending');
	const [outcome] = await db
		.update(reports)
		.set(decision ? { ...decision, resolvedAt: sql`now()` } : UNDECIDED)
		.where(and(isReport(kind, id), decision ? isPending : not(isPending)))
		.returning({
			reporterId: reports.reporterId,
			/** An erased account gets no notification. */
			isReporterErased: sql<boolean>`(
				select person.deleted_at is not null from users person where person.id = ${reports.reporterId})`,
			about: kind.targetName,
		});
	return outcome;
}

/** Deletes what the reporter was told of a report, before something new is told: a report has one notification. */
export async function deleteReportNotification(
	db: Db,
	{ kind }: ReportKind,
	id: number,
): Promise<void> {
	await db
		.delete(notifications)
		.where(and(eq(notifications.reportKind, kind), eq(notifications.reportId, id)));
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
	{ kind, target, person }: ReportKind,
	{ about, id }: BannedTarget,
): Promise<{ first: number; count: number }[]> {
	const isAbout = about === 'item' ? eq(target, id) : sql`${person} = ${id}`;
	return db
		.select({ first: sql<number>`min(${reports.id})`, count: sql<number>`count(*)::int` })
		.from(reports)
		.where(and(eq(reports.status, 'pending'), eq(reports.kind, kind), isAbout))
		.groupBy(target)
		.orderBy(sql`min(${reports.id})`);
}

/** Removes which messages administrators read for reports that were decided long ago. */
export async function forgetReadChats(db: Db): Promise<void> {
	await db
		.update(reports)
		.set({ readMessageIds: null })
		.where(
			and(
				isNotNull(reports.readMessageIds),
				ne(reports.status, 'pending'),
				not(isChatKept(reports)),
			),
		);
}

/** Whether there are pending reports about a target. */
export async function hasPendingReport(
	db: Db,
	kind: ReportKind,
	targetId: number,
): Promise<boolean> {
	const found = await db
		.select({ id: reports.id })
		.from(reports)
		.where(isPendingAbout(kind, targetId))
		.limit(1);
	return found.length === 1;
}

export async function hasReport(db: Db, kind: ReportKind, id: number): Promise<boolean> {
	const found = await db.select({ id: reports.id }).from(reports).where(isReport(kind, id));
	return found.length === 1;
}

/** The target of a report, locked until the transaction ends. */
export interface ReportTarget {
	/** The id of the item, user, wanted post or review. */
	id: number;
	/** The owner of the item or post, the reported user, or the writer of the review. */
	personId: number;
	/** Whether the account of that user is erased. */
	isPersonErased: boolean;
	/** The title of an item or wanted post. */
	title?: string;
	/** Whether the item or wanted post is deleted. */
	isDeleted: boolean;
	/** Ids of the other selected reports about the same target that are pending. */
	otherReports: number[];
}

/**
 * Locks all rows that a decision may change, always in the same order: users by id; the item, wanted post or review;
 * its reports. Concurrent decisions about one item, bans and erasures therefore wait for each other without
 * deadlocks.
 * @param selection which other pending reports about the same target get the same decision
 * @returns undefined when there is no such report
 */
export async function lockTarget(
	db: Db,
	reportKind: ReportKind,
	reportId: number,
	selection: 'all' | readonly number[],
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
	const others = hasSelection
		? await db
				.select({ id: reports.id, reporterId: reports.reporterId })
				.from(reports)
				.where(isOther)
		: [];
	const reporterIds = [reporterId, ...others.map((other) => other.reporterId)];
	const erasedIds = await lockPeople(db, [personId, ...reporterIds]);
	const content = await lockContent(db, kind, targetId);
	// Reports that came meanwhile are left out, because their reporters are not locked.
	const ids = others.map((other) => other.id);
	const isStillPending = and(isPendingAbout(reportKind, targetId), inArray(reports.id, ids));
	const otherReports = ids.length > 0 ? await lockRows(db, reports, isStillPending) : [];
	const isPersonErased = erasedIds.has(personId);
	return { id: targetId, personId, isPersonErased, ...content, otherReports };
}

/** Locks an item, wanted post or review. A user is locked with the other people. */
async function lockContent(
	db: Db,
	kind: ReportSubject,
	id: number,
): Promise<Pick<ReportTarget, 'title' | 'isDeleted'>> {
	if (kind === 'review') await lockRows(db, dealReviews, eq(dealReviews.id, id));
	if (kind === 'review' || kind === 'user') return { isDeleted: false };
	const table = kind === 'item' ? items : wantedPosts;
	const [content] = await db
		.select({ title: table.title, isDeleted: sql<boolean>`${table.deletedAt} is not null` })
		.from(table)
		.where(eq(table.id, id))
		.for('no key update');
	return content ?? { isDeleted: true };
}

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
