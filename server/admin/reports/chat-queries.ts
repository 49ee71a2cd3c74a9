import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import type { Room } from '#contract/chat/room-id.ts';
import type { Db } from '#server/db/client.ts';
import { isShownTo, messages } from '#server/db/schema/chats.ts';
import { isChatKept, userReports } from '#server/db/schema/reports.ts';
import { users } from '#server/db/schema/users.ts';
import { MESSAGE_PHOTOS, type MessagePhoto } from '#server/features/chat/photos/queries.ts';

export interface ReportedChat {
	status: string;
	reporterId: number;
	room: Room | undefined;
	/** For a decided report: the messages that were read before and can be read again; null if there are none. */
	keptIds: number[] | null;
}

/** The chat that a report refers to. Locks the report, so that its status stays while the chat is read. */
export async function lockReportedChat(
	db: Db,
	reportId: number,
): Promise<ReportedChat | undefined> {
	const [report] = await db
		.select({
			status: userReports.status,
			reporterId: userReports.reporterId,
			keptIds: sql<
				number[] | null
			>`case when ${isChatKept(userReports)} then ${userReports.readMessageIds} end`.mapWith(
				userReports.readMessageIds,
			),
			itemId: userReports.chatItemId,
			buyerId: userReports.chatBuyerId,
		})
		.from(userReports)
		.where(eq(userReports.id, reportId))
		.for('no key update');
	if (!report) return undefined;
	const { status, reporterId, keptIds, itemId, buyerId } = report;
	const room = itemId === null || buyerId === null ? undefined : { itemId, buyerId };
	return { status, reporterId, keptIds, room };
}

/** Remembers which messages an administrator has read, beside those that were read before. */
export async function addReadMessages(
	db: Db,
	reportId: number,
	ids: readonly number[],
): Promise<void> {
	await db
		.update(userReports)
		.set({
			readMessageIds: sql`(select array_agg(distinct id) from unnest(
				coalesce(${userReports.readMessageIds}, '{}') || ${sql.param([...ids], userReports.readMessageIds)}) as id)`,
		})
		.where(eq(userReports.id, reportId));
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

/** The last messages of a chat that the reporter can see, or of these those with the given ids; oldest first. */
export async function listLastMessages(
	db: Db,
	{ itemId, buyerId }: Room,
	reporterId: number,
	{ limit, ids }: { limit?: number; ids?: readonly number[] },
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
				ids && inArray(messages.id, [...ids]),
				isShownTo(sql`${reporterId}::int`),
			),
		)
		.orderBy(desc(messages.id))
		.limit(limit ?? Number.MAX_SAFE_INTEGER);
	return newestFirst.reverse();
}
