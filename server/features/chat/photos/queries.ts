import { CHAT_LIMITS } from '#contract/chat/facts.ts';
import { buildOncePerPool, type Db } from '#server/db/client.ts';
import { and, eq, gt, inArray, isNull, lt, sql } from '#server/db/drizzle.ts';
import { isPublic } from '#server/db/expressions.ts';
import { chatPhotos } from '#server/db/schema/chat-photos.ts';
import { isShownTo, messages, participants } from '#server/db/schema/chats.ts';
import { photos } from '#server/db/schema/photos.ts';
import { isChatKept, reports } from '#server/db/schema/reports.ts';
import { users } from '#server/db/schema/users.ts';
import type { PhotoViewer } from '#server/storage/photo-urls.ts';

/** A photo of a message. */
export interface MessagePhoto {
	id: number;
	/** Pixels of the largest size. */
	width: number;
	height: number;
}

/**
 * The photos of a message; null if there are none. For statements that select from `messages`. The subquery runs only
 * for messages sent with photos. The column names are written out, because Drizzle drops the table's name in a
 * statement that selects from one table.
 */
export const MESSAGE_PHOTOS = sql<MessagePhoto[] | null>`case when messages.photo_count > 0 then (
	select json_agg(json_build_object('id', sent.id, 'width', photo.width, 'height', photo.height)
		order by sent.position)
	from ${chatPhotos} sent join ${photos} photo on photo.hash = sent.photo_hash
	where sent.message_id = messages.id) end`;

const isWithinHours = (hours: number) =>
	gt(chatPhotos.createdAt, sql`now() - make_interval(hours => ${hours})`);

/** The number of photos that a user has uploaded within a day, sent or not. */
export async function countPhotosOfDay(db: Db, senderId: number): Promise<number> {
	const [row] = await db
		.select({ count: sql<number>`count(*)::int` })
		.from(chatPhotos)
		.where(and(eq(chatPhotos.senderId, senderId), isWithinHours(24)));
	return row?.count ?? 0;
}

/** @returns the new ids, in the order of the hashes */
export async function insertChatPhotos(
	db: Db,
	senderId: number,
	hashes: readonly string[],
): Promise<number[]> {
	const rows = await db
		.insert(chatPhotos)
		.values(hashes.map((photoHash) => ({ senderId, photoHash })))
		.returning({ id: chatPhotos.id });
	return rows.map(({ id }) => id);
}

/** A photo that its sender wants to send. */
export interface OfferedPhoto extends MessagePhoto {
	/** The message that the photo was sent with; null if it was not sent yet. */
	messageId: number | null;
}

/**
 * Returns those of the photos that the sender may still send or has sent. Locks them, in order of id, until the
 * transaction ends: of two messages with the same photo, the second finds the photo sent already.
 */
export async function lockOfferedPhotos(
	tx: Db,
	senderId: number,
	ids: readonly number[],
): Promise<OfferedPhoto[]> {
	return tx
		.select({
			id: chatPhotos.id,
			width: photos.width,
			height: photos.height,
			messageId: chatPhotos.messageId,
		})
		.from(chatPhotos)
		.innerJoin(photos, eq(photos.hash, chatPhotos.photoHash))
		.where(
			and(
				inArray(chatPhotos.id, [...ids]),
				eq(chatPhotos.senderId, senderId),
				sql`(${chatPhotos.messageId} is not null or ${isWithinHours(CHAT_LIMITS.photoMaxAgeHours)})`,
			),
		)
		.orderBy(chatPhotos.id)
		.for('update', { of: chatPhotos });
}

/** Makes locked photos part of a message, in the order of the ids. */
export async function attachPhotos(
	tx: Db,
	messageId: number,
	ids: readonly number[],
): Promise<void> {
	await tx
		.update(chatPhotos)
		.set({
			messageId,
			position: sql`array_position(${sql.param([...ids])}::bigint[], ${chatPhotos.id}) - 1`,
		})
		.where(and(inArray(chatPhotos.id, [...ids]), isNull(chatPhotos.messageId)));
	await tx.update(messages).set({ photoCount: ids.length }).where(eq(messages.id, messageId));
}

/** Deletes photos that were uploaded before a time and never sent, and returns their hashes. */
export async function deleteUnsentPhotos(db: Db, before: Date): Promise<string[]> {
	const deleted = await db
		.delete(chatPhotos)
		.where(and(isNull(chatPhotos.messageId), lt(chatPhotos.createdAt, before)))
		.returning({ hash: chatPhotos.photoHash });
	return deleted.map(({ hash }) => hash);
}

/** All photos of a user, sent or not, in the order of their upload. */
export async function listPhotosOfSender(
	db: Db,
	senderId: number,
): Promise<{ id: number; hash: string; messageId: number | null; createdAt: Date }[]> {
	return db
		.select({
			id: chatPhotos.id,
			hash: chatPhotos.photoHash,
			messageId: chatPhotos.messageId,
			createdAt: chatPhotos.createdAt,
		})
		.from(chatPhotos)
		.where(eq(chatPhotos.senderId, senderId))
		.orderBy(chatPhotos.id);
}

/** @returns the hashes */
export async function deletePhotosOfSender(db: Db, senderId: number): Promise<string[]> {
	const deleted = await db
		.delete(chatPhotos)
		.where(eq(chatPhotos.senderId, senderId))
		.returning({ hash: chatPhotos.photoHash });
	return deleted.map(({ hash }) => hash);
}

/** The hash of a photo if the viewer may see the photo; undefined otherwise. */
export async function findVisiblePhoto(
	db: Db,
	photoId: number,
	viewer: PhotoViewer,
): Promise<string | undefined> {
	const [photo] =
		'userId' in viewer
			? await photoOfPerson(db).execute({ photoId, userId: viewer.userId })
			: await photoOfReport(db).execute({ photoId, reportId: viewer.reportId });
	return photo?.hash;
}

/**
 * Both participants of the chat may see a photo, unless they are banned or erased. Only the sender may see a photo that
 * is not sent yet or whose message a block hides.
 */
const photoOfPerson = buildOncePerPool((db) =>
	db
		.select({ hash: chatPhotos.photoHash })
		.from(chatPhotos)
		.innerJoin(users, eq(users.id, sql.placeholder('userId')))
		.leftJoin(messages, eq(messages.id, chatPhotos.messageId))
		.where(
			and(
				eq(chatPhotos.id, sql.placeholder('photoId')),
				isPublic(users),
				sql`(${chatPhotos.senderId} = ${users.id} or (not ${messages.isHiddenFromRecipient} and exists (
					select from ${participants}
					where ${participants.itemId} = ${messages.itemId}
						and ${participants.buyerId} = ${messages.buyerId} and ${participants.userId} = ${users.id})))`,
			),
		)
		.prepare('chat photo of a person'),
);

/** A photo in the chat of a pending report, or in what is kept of the chat of a decided one, if the reporter may see it. */
const photoOfReport = buildOncePerPool((db) =>
	db
		.select({ hash: chatPhotos.photoHash })
		.from(chatPhotos)
		.innerJoin(messages, eq(messages.id, chatPhotos.messageId))
		.innerJoin(
			reports,
			and(eq(reports.chatItemId, messages.itemId), eq(reports.chatBuyerId, messages.buyerId)),
		)
		.where(
			and(
				eq(chatPhotos.id, sql.placeholder('photoId')),
				eq(reports.kind, 'user'),
				eq(reports.id, sql.placeholder('reportId')),
				sql`(${reports.status} = 'pending'
					or (${isChatKept(reports)} and ${messages.id} = any(${reports.readMessageIds})))`,
				isShownTo(reports.reporterId),
			),
		)
		.prepare('chat photo of a report'),
);
