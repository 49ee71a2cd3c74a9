import type { PersonalData } from '#contract/accounts/personal-data.ts';
import { formatRoomId } from '#contract/chat/room-id.ts';
import { STORED_STEP_TEXTS } from '#contract/deals/server-texts.ts';
import type { Db } from '#server/db/client.ts';
import { and, asc, eq, or, sql } from '#server/db/drizzle.ts';
import {
	blocks,
	conversations,
	isShownTo,
	messages,
	participants,
} from '#server/db/schema/chats.ts';
import { expirePhotos } from '#server/features/photos/queries.ts';
import { withIsoDates } from '#server/lib/personal-data.ts';
import type { PhotoUrls } from '#server/storage/photo-urls.ts';
import { deletePhotosOfSender, listPhotosOfSender, MESSAGE_PHOTOS } from './photos/queries.ts';
import { textOf } from './present.ts';

/** What the chat stores about a user, for the export of the user's data. */
export async function exportOf(
	db: Db,
	userId: number,
	photoUrls: PhotoUrls,
): Promise<Pick<PersonalData, 'chats' | 'messages' | 'chatPhotos' | 'blocked'>> {
	const photos = await listPhotosOfSender(db, userId);
	return {
		chats: await exportChats(db, userId),
		messages: await exportMessages(db, userId),
		chatPhotos: photos.map((photo) => ({
			...withIsoDates(photo),
			photo: photoUrls.inChat(photo.id, { userId }),
		})),
		blocked: await exportBlocks(db, userId),
	};
}

/** Includes the positions up to which messages are delivered, read, notified and mailed. */
async function exportChats(db: Db, userId: number): Promise<PersonalData['chats']> {
	const chats = await db
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
	return chats.map((chat) => ({
		...withIsoDates(chat),
		roomId: formatRoomId(chat),
		role: chat.buyerId === userId ? 'buyer' : 'seller',
	}));
}

/** The messages that a user wrote. `is_withheld` is left out, because it would reveal a block. */
async function exportMessages(db: Db, userId: number): Promise<PersonalData['messages']> {
	const written = await db
		.select({
			id: messages.id,
			itemId: messages.itemId,
			buyerId: messages.buyerId,
			body: messages.body,
			photos: MESSAGE_PHOTOS,
			photoCount: messages.photoCount,
			clientId: messages.clientId,
			createdAt: messages.createdAt,
		})
		.from(messages)
		.where(and(isMessageOf(userId), isShownTo(sql`${userId}::int`)))
		.orderBy(asc(messages.id));
	return written.map(({ body, photos, photoCount, ...message }) => ({
		...withIsoDates(message),
		roomId: formatRoomId(message),
		message: textOf({ body, photos, photoCount }),
	}));
}

async function exportBlocks(db: Db, userId: number): Promise<PersonalData['blocked']> {
	const blocked = await db
		.select({ personId: blocks.blockedId, blockedAt: blocks.createdAt })
		.from(blocks)
		.where(eq(blocks.blockerId, userId))
		.orderBy(asc(blocks.createdAt));
	return blocked.map(withIsoDates);
}

/** The text of a deal step stays, except the reason of a release, which the user wrote. */
const WORDS_THAT_STAY = sql`case
	when ${messages.event} is null then null
	when ${messages.event}->>'type' = 'released' then ${STORED_STEP_TEXTS.released()}
	else ${messages.body} end`;

/**
 * Keeps the messages in their chats, without their photos and without the words that the user wrote. Deletes blocks by
 * the user and of the user. The task that the photo feature adds (features/photos/personal-data.ts) removes the files.
 */
export async function erase(tx: Db, userId: number): Promise<void> {
	await expirePhotos(tx, await deletePhotosOfSender(tx, userId));
	await tx
		.update(messages)
		.set({ body: WORDS_THAT_STAY, clientId: null })
		.where(isMessageOf(userId));
	await tx.delete(blocks).where(or(eq(blocks.blockerId, userId), eq(blocks.blockedId, userId)));
}

/** Finds the messages through the user's chats: no other query filters by sender, so there is no index on senders. */
function isMessageOf(userId: number) {
	return and(
		eq(messages.senderId, userId),
		sql`(${messages.itemId}, ${messages.buyerId}) in (
			select item_id, buyer_id from ${participants} where user_id = ${userId})`,
	);
}
