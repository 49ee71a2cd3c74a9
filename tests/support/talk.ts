import { eq, sql } from 'drizzle-orm';
import { CHAT_EVENTS } from '#contract/chat/facts.ts';
import type { Room } from '#contract/chat/room-id.ts';
import { messages, participants } from '#server/db/schema/chats.ts';
import { items } from '#server/db/schema/items.ts';
import { users } from '#server/db/schema/users.ts';
import type { openApp } from './app.ts';
import { openSockets, say } from './sockets.ts';

type App = Awaited<ReturnType<typeof openApp>>;

/** Rows of one chat, in any table that has its item and buyer. */
export const inRoom = ({ itemId, buyerId }: Room) =>
	sql`item_id = ${itemId} and buyer_id = ${buyerId}`;

/** Two users who may talk about an item, and what is stored of their chat. */
export function openRooms(t: App) {
	/** An item, its seller and a buyer who has not written yet. */
	async function parties() {
		const seller = await t.student({ userName: 'Ravi' });
		const buyer = await t.student({ userName: 'Asha' });
		const { id: itemId } = await t.item(seller);
		return { seller, buyer, itemId, room: { itemId, buyerId: buyer.id } };
	}

	/** Changes the item or its seller meanwhile. */
	async function alter(
		{ itemId, seller }: Awaited<ReturnType<typeof parties>>,
		what: 'item' | 'seller',
		change: { bannedAt: Date } | { deletedAt: Date },
	): Promise<void> {
		if (what === 'item') await t.db.update(items).set(change).where(eq(items.id, itemId));
		else await t.db.update(users).set(change).where(eq(users.id, seller.id));
	}

	const stored = (room: Room) =>
		t.db.select().from(messages).where(inRoom(room)).orderBy(messages.id);

	async function standing(room: Room, userId: number) {
		const [row] = await t.db
			.select()
			.from(participants)
			.where(sql`${inRoom(room)} and user_id = ${userId}`);
		return row;
	}
	return { parties, alter, stored, standing };
}

/** The same, with realtime connections of both. */
export async function openTalk(t: App) {
	const rooms = openRooms(t);
	const { connect, enter } = await openSockets(t);

	/** Both in the room, after the buyer's first message. */
	async function talking() {
		const all = await rooms.parties();
		const [buying, selling] = await Promise.all([
			enter(all.buyer, all.room),
			enter(all.seller, all.room),
		]);
		await say(buying, all.room, 'Is it there?');
		await selling.hears(CHAT_EVENTS.receiveMessage);
		return { ...all, buying, selling };
	}
	return { ...rooms, connect, enter, talking };
}
