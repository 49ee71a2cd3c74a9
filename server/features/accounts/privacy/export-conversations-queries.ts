import { and, asc, eq, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#server/db/client.ts';
import { blocks, conversations, messages, participants } from '#server/db/schema/chats.ts';
import { feedback } from '#server/db/schema/feedback.ts';
import { notificationPreferences, notifications } from '#server/db/schema/notifications.ts';
import { itemReports, userReports } from '#server/db/schema/reports.ts';
import { users } from '#server/db/schema/users.ts';

/** The user's chats with the positions up to which messages are delivered, read, notified and mailed. */
export async function listAllChats(db: Db, userId: number) {
	return db
		.select({
			itemId: participants.itemId,
			buyerId: participants.buyerId,
			startedAt: conversations.createdAt,
			deliveredId: participants.deliveredId,
			readId: participants.readId,
			noticedId: participants.noticedId,
			mailedId: participants.mailedId,
			mailedAt: participants.mailedAt,
		})
		.from(participants)
		.innerJoin(
			conversations,
			and(
				eq(conversations.itemId, participants.itemId),
				eq(conversations.buyerId, participants.buyerId),
			),
		)
		.where(eq(participants.userId, userId))
		.orderBy(asc(participants.itemId), asc(participants.buyerId));
}
export type StoredChat = Awaited<ReturnType<typeof listAllChats>>[number];

/** Finds the messages through the user's chats: no other query asks by sender, so there is no index for it. */
export const isMessageOf = (userId: number) =>
	and(
		eq(messages.senderId, userId),
		sql`(${messages.itemId}, ${messages.buyerId}) in (
			select item_id, buyer_id from ${participants} where user_id = ${userId})`,
	);

/** The messages a user wrote. `is_withheld` is left out: it would reveal that somebody has blocked the user. */
export async function listOwnMessages(db: Db, userId: number) {
	return db
		.select({
			id: messages.id,
			itemId: messages.itemId,
			buyerId: messages.buyerId,
			body: messages.body,
			clientId: messages.clientId,
			createdAt: messages.createdAt,
		})
		.from(messages)
		.where(isMessageOf(userId))
		.orderBy(asc(messages.id));
}
export type StoredMessage = Awaited<ReturnType<typeof listOwnMessages>>[number];

export async function listOwnBlocks(db: Db, userId: number) {
	return db
		.select({ personId: blocks.blockedId, blockedAt: blocks.createdAt })
		.from(blocks)
		.where(eq(blocks.blockerId, userId))
		.orderBy(asc(blocks.createdAt));
}

export async function listOwnItemReports(db: Db, userId: number) {
	return db
		.select({
			itemId: itemReports.itemId,
			complaint: itemReports.complaint,
			type: itemReports.type,
			status: itemReports.status,
			createdAt: itemReports.createdAt,
			resolvedAt: itemReports.resolvedAt,
		})
		.from(itemReports)
		.where(eq(itemReports.reporterId, userId))
		.orderBy(asc(itemReports.id));
}

export async function listOwnUserReports(db: Db, userId: number) {
	return db
		.select({
			personId: userReports.reportedId,
			itemId: userReports.itemId,
			chatItemId: userReports.chatItemId,
			chatBuyerId: userReports.chatBuyerId,
			complaint: userReports.complaint,
			type: userReports.type,
			status: userReports.status,
			createdAt: userReports.createdAt,
			resolvedAt: userReports.resolvedAt,
		})
		.from(userReports)
		.where(eq(userReports.reporterId, userId))
		.orderBy(asc(userReports.id));
}

/** The account's address if it is confirmed: anybody can type any address into the feedback form. */
export function confirmedEmailOf(userId: number): SQL {
	return sql`(
		select ${users.email} from ${users}
		where ${users.id} = ${userId} and ${users.emailConfirmedAt} is not null)`;
}

/** Feedback sent while signed in, or sent signed out under the user's confirmed address. */
export function isFeedbackOf(userId: number): SQL | undefined {
	const isByEmail = and(isNull(feedback.userId), eq(feedback.email, confirmedEmailOf(userId)));
	return or(eq(feedback.userId, userId), isByEmail);
}

export async function listOwnFeedback(db: Db, userId: number) {
	return db.select().from(feedback).where(isFeedbackOf(userId)).orderBy(asc(feedback.id));
}

export async function listAllNotifications(db: Db, userId: number) {
	return db
		.select()
		.from(notifications)
		.where(eq(notifications.userId, userId))
		.orderBy(asc(notifications.id));
}

export async function listPreferences(db: Db, userId: number) {
	return db
		.select({
			kind: notificationPreferences.kind,
			inApp: notificationPreferences.inApp,
			byMail: notificationPreferences.byMail,
		})
		.from(notificationPreferences)
		.where(eq(notificationPreferences.userId, userId))
		.orderBy(asc(notificationPreferences.kind));
}
