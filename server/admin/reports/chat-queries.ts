import { and, desc, eq, sql } from 'drizzle-orm';
import type { Room } from '#contract/chat/room-id.ts';
import type { Db } from '#server/db/client.ts';
import { isShownTo, messages } from '#server/db/schema/chats.ts';
import { userReports } from '#server/db/schema/reports.ts';
import { users } from '#server/db/schema/users.ts';
import { MESSAGE_PHOTOS, type MessagePhoto } from '#server/features/chat/photos/queries.ts';

/** The chat that a report refers to. Locks the report, so that it stays pending while the chat is read. */
export async function lockReportedChat(
	db: Db,
	reportId: number,
): Promise<{ status: string; reporterId: number; room: Room | undefined } | undefined> {
	const [report] = await db
		.select({
			status: userReports.status,
			reporterId: userReports.reporterId,
			itemId: userReports.chatItemId,
			buyerId: userReports.chatBuyerId,
		})
		.from(userReports)
		.where(eq(userReports.id, reportId))
		.for('share');
	if (!report) return undefined;
	const { status, reporterId, itemId, buyerId } = report;
	const room = itemId === null || buyerId === null ? undefined : { itemId, buyerId };
	return { status, reporterId, room };
}

export interface ExcerptRow {
	id: number;
	senderId: number;
	senderName: string;
	/** Null for photos only, and once the sender's account is erased. */
	text: string | null;
	/** Null for a message without photos. */
	photos: MessagePhoto[] | null;
	createdAt: Date;
}

/** The last messages of a chat that the reporter can see, oldest first. */
export async function listLastMessages(
	db: Db,
	{ itemId, buyerId }: Room,
	reporterId: number,
	limit: number,
): Promise<ExcerptRow[]> {
	const newestFirst = await db
		.select({
			id: messages.id,
			senderId: messages.senderId,
			senderName: users.userName,
			text: messages.body,
			photos: MESSAGE_PHOTOS,
			createdAt: messages.createdAt,
		})
		.from(messages)
		.innerJoin(users, eq(users.id, messages.senderId))
		.where(
			and(
				eq(messages.itemId, itemId),
				eq(messages.buyerId, buyerId),
				isShownTo(sql`${reporterId}::int`),
			),
		)
		.orderBy(desc(messages.id))
		.limit(limit);
	return newestFirst.reverse();
}
