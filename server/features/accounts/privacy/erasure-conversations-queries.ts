import { and, eq, or, sql } from 'drizzle-orm';
import { ACCOUNT_MESSAGES } from '#contract/accounts/account.ts';
import { NOTIFICATION_MESSAGES } from '#contract/notifications/facts.ts';
import type { Db } from '#server/db/client.ts';
import { blocks, messages } from '#server/db/schema/chats.ts';
import { feedback } from '#server/db/schema/feedback.ts';
import { items } from '#server/db/schema/items.ts';
import { notifications } from '#server/db/schema/notifications.ts';
import { itemReports, userReports } from '#server/db/schema/reports.ts';
import { deletePreferences } from '#server/features/notifications/queries.ts';
import { ERASED_TEXT } from './erasure-queries.ts';
import { confirmedEmailOf, isFeedbackOf, isMessageOf } from './export-conversations-queries.ts';

/** Keeps the messages in their chats, without their text. */
export async function eraseMessages(db: Db, userId: number): Promise<void> {
	await db.update(messages).set({ body: null, clientId: null }).where(isMessageOf(userId));
}

/** Deletes blocks by the user and of the user. */
export async function deleteBlocks(db: Db, userId: number): Promise<void> {
	await db.delete(blocks).where(or(eq(blocks.blockerId, userId), eq(blocks.blockedId, userId)));
}

/**
 * Keeps the user's reports for the administrators to decide, without their text. The report id is appended, because
 * pending reports about the same target must have different texts (unique index).
 */
export async function eraseReports(db: Db, userId: number): Promise<void> {
	await db
		.update(itemReports)
		.set({ complaint: sql`${`${ERASED_TEXT} `} || ${itemReports.id}` })
		.where(eq(itemReports.reporterId, userId));
	await db
		.update(userReports)
		.set({ complaint: sql`${`${ERASED_TEXT} `} || ${userReports.id}` })
		.where(eq(userReports.reporterId, userId));
}

/**
 * Removes the user's feedback from the testimonials and erases everything but the rating. Where another user entered
 * this address, only the address is erased.
 */
export async function eraseFeedback(db: Db, userId: number): Promise<void> {
	const email = sql`'deleted-' || ${feedback.id} || '@invalid'`;
	await db
		.update(feedback)
		.set({
			name: ACCOUNT_MESSAGES.deletedName,
			email,
			feedback: ERASED_TEXT,
			isPublic: false,
			isFeatured: false,
		})
		.where(isFeedbackOf(userId));
	await db
		.update(feedback)
		.set({ email })
		.where(eq(feedback.email, confirmedEmailOf(userId)));
}

export async function deleteNotifications(db: Db, userId: number): Promise<void> {
	await db.delete(notifications).where(eq(notifications.userId, userId));
	await deletePreferences(db, userId);
}

/**
 * Removes a user's name and item titles from the outcome notifications of those who reported them. Such a notification
 * is created in the transaction that decides the report, so both have the same timestamp.
 */
export async function redactNotifications(db: Db, userId: number): Promise<void> {
	await db
		.update(notifications)
		.set({ message: outcomeText(userReports, ACCOUNT_MESSAGES.deletedName) })
		.from(userReports)
		.where(and(eq(userReports.reportedId, userId), isOutcomeOf(userReports)));
	await db
		.update(notifications)
		.set({ message: outcomeText(itemReports, ERASED_TEXT) })
		.from(itemReports)
		.innerJoin(items, eq(items.id, itemReports.itemId))
		.where(and(eq(items.sellerId, userId), isOutcomeOf(itemReports)));
}

type ReportTable = typeof itemReports | typeof userReports;

const outcomeText = ({ status }: ReportTable, about: string) => sql`case ${status}
	when 'resolved' then ${NOTIFICATION_MESSAGES.reportResolvedText(about)}
	else ${NOTIFICATION_MESSAGES.reportDismissedText(about)} end`;

const isOutcomeOf = ({ reporterId, resolvedAt }: ReportTable) =>
	and(
		eq(notifications.userId, reporterId),
		eq(notifications.kind, 'report'),
		eq(notifications.createdAt, resolvedAt),
	);
