import { and, count, desc, eq, gt, lt, or, sql } from 'drizzle-orm';
import type { Room } from '#contract/rooms.ts';
import type { Db } from '#server/db/client.ts';
import { messages, participants } from '#server/db/tables/chats.ts';

/** Looked for among all chats of a person, who has few enough. */
export const HAS_UNREAD = gt(participants.lastReceivedId, participants.readId);

/** How many chats of a person have something they have not read; the badge's number. */
export async function countUnreadChats(db: Db, userId: number): Promise<number> {
	const [row] = await db
		.select({ chats: count() })
		.from(participants)
		.where(and(eq(participants.userId, userId), HAS_UNREAD));
	return row?.chats ?? 0;
}

export interface MessageRow {
	id: number;
	senderId: number;
	/** Null once its writer's account is erased. */
	body: string | null;
	createdAt: Date;
}

export const MESSAGE = {
	id: messages.id,
	senderId: messages.senderId,
	body: messages.body,
	createdAt: messages.createdAt,
};

/** The newest messages of a chat, or the newest before one of them; all where no limit is given. */
interface Stretch {
	before?: number | undefined;
	limit?: number | undefined;
}

/** What a person can see of a chat, oldest first: what is withheld is its sender's alone. */
export async function listMessages(
	db: Db,
	{ itemId, buyerId }: Room,
	viewerId: number,
	{ before, limit }: Stretch = {},
): Promise<MessageRow[]> {
	const newestFirst = db
		.select(MESSAGE)
		.from(messages)
		.where(
			and(
				eq(messages.itemId, itemId),
				eq(messages.buyerId, buyerId),
				before === undefined ? undefined : lt(messages.id, before),
				or(eq(messages.senderId, viewerId), eq(messages.isWithheld, false)),
			),
		)
		.orderBy(desc(messages.id))
		.$dynamic();
	const rows = await (limit === undefined ? newestFirst : newestFirst.limit(limit));
	return rows.reverse();
}

/** How many messages of the other side a person has not read; for a statement that reads `participants`. */
export const UNREAD = sql<number>`(
	select count(*)::int from ${messages}
	where ${messages.itemId} = ${participants.itemId} and ${messages.buyerId} = ${participants.buyerId}
		and ${messages.id} > ${participants.readId}
		and ${messages.senderId} <> ${participants.userId} and not ${messages.isWithheld})`;
