import { eq, sql } from 'drizzle-orm';
import { CHAT_EVENTS, REALTIME_EVENTS } from '#contract/chat/facts.ts';
import type { Room } from '#contract/chat/room-id.ts';
import { messages, participants } from '#server/db/schema/chats.ts';
import { items } from '#server/db/schema/items.ts';
import { users } from '#server/db/schema/users.ts';
import type { App } from './app.ts';
import { openSockets, sendMessage } from './sockets.ts';

/** Rows of one chat, in any table that has its item and buyer. */
export const inRoom = ({ itemId, buyerId }: Room) =>
	sql`item_id = ${itemId} and buyer_id = ${buyerId}`;

/** Creates an item with two users who may chat about it, and reads or changes what is stored. */
export function openChatRooms(t: App) {
	/** An item, its seller and a buyer who has not written yet. */
	async function createRoom() {
		const seller = await t.student({ userName: 'Ravi' });
		const buyer = await t.student({ userName: 'Asha' });
		const { id: itemId } = await t.item(seller);
		return { seller, buyer, itemId, room: { itemId, buyerId: buyer.id } };
	}

	/** Changes the row of the item or of its seller. */
	async function updateItemOrSeller(
		{ itemId, seller }: Awaited<ReturnType<typeof createRoom>>,
		subject: 'item' | 'seller',
		change: { bannedAt: Date } | { deletedAt: Date },
	): Promise<void> {
		if (subject === 'item') await t.db.update(items).set(change).where(eq(items.id, itemId));
		else await t.db.update(users).set(change).where(eq(users.id, seller.id));
	}

	const storedMessages = (room: Room) =>
		t.db.select().from(messages).where(inRoom(room)).orderBy(messages.id);

	async function findParticipant(room: Room, userId: number) {
		const [row] = await t.db
			.select()
			.from(participants)
			.where(sql`${inRoom(room)} and user_id = ${userId}`);
		return row;
	}
	return { createRoom, updateItemOrSeller, storedMessages, findParticipant };
}

/** The functions of `openChatRooms`, and realtime connections of both users. */
export async function openChatConnections(t: App) {
	const rooms = openChatRooms(t);
	const { connect, connectToRoom } = await openSockets(t);

	/** Connects both users to the room. The buyer has sent the first message, and each sees that the other is online. */
	async function startChat() {
		const created = await rooms.createRoom();
		const [buying, selling] = await Promise.all([
			connectToRoom(created.buyer, created.room),
			connectToRoom(created.seller, created.room),
		]);
		await sendMessage(buying, created.room, 'Is it there?');
		await selling.waitFor(CHAT_EVENTS.receiveMessage);
		await Promise.all([buying, selling].map(({ waitFor }) => waitFor(REALTIME_EVENTS.presence)));
		return { ...created, buying, selling };
	}
	return { ...rooms, connect, connectToRoom, startChat };
}
