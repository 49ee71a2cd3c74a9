import { sql } from 'drizzle-orm';
import { CHAT_EVENTS } from '#contract/chat-facts.ts';
import type { Room } from '#contract/rooms.ts';
import { messages, participants } from '#server/db/tables/chats.ts';
import type { openApp } from './app.ts';
import { openSockets, say } from './sockets.ts';

export const inRoom = ({ itemId, buyerId }: Room) =>
	sql`item_id = ${itemId} and buyer_id = ${buyerId}`;

/** Live connections of two who talk about an item, and what is stored of it. */
export async function openTalk(t: Awaited<ReturnType<typeof openApp>>) {
	const { connect, enter } = await openSockets(t);

	/** An item, its seller and a buyer who has not written yet. */
	async function parties() {
		const seller = await t.student({ userName: 'Ravi' });
		const buyer = await t.student({ userName: 'Asha' });
		const { id: itemId } = await t.item(seller);
		return { seller, buyer, room: { itemId, buyerId: buyer.id } };
	}

	/** Both in the room, after the buyer's first words. */
	async function talking() {
		const all = await parties();
		const [buying, selling] = await Promise.all([
			enter(all.buyer, all.room),
			enter(all.seller, all.room),
		]);
		await say(buying, all.room, 'Is it there?');
		await selling.hears(CHAT_EVENTS.receiveMessage);
		return { ...all, buying, selling };
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
	return { connect, enter, parties, talking, stored, standing };
}
