import { expect, test } from 'vitest';
import { CHAT_ERRORS } from '#contract/chat/errors.ts';
import { CHAT_EVENTS } from '#contract/chat/facts.ts';
import { eq, sql } from '#server/db/drizzle.ts';
import { items } from '#server/db/schema/items.ts';
import { openApp } from '#tests/support/app.ts';
import { waitForBlockedSession } from '#tests/support/lock-waits.ts';
import { PASSWORD } from '#tests/support/password.ts';
import { joinRoomAs, openSockets, sendMessage } from '#tests/support/sockets.ts';

const t = await openApp();
const { connectToRoom, connect } = await openSockets(t);
const admin = t.as(await t.admin());
const { errorMessage, receiveMessage } = CHAT_EVENTS;

async function openConnectedChat() {
	const [seller, buyer] = [await t.student(), await t.student()];
	const room = { itemId: (await t.item(seller)).id, buyerId: buyer.id };
	return {
		seller,
		buyer,
		room,
		selling: await connectToRoom(seller, room),
		buying: await connectToRoom(buyer, room),
	};
}

test.each([
	['banned', (id: number) => admin.put(`/admin/items/${id}/ban`, {})],
	['deleted', (id: number) => admin.delete(`/admin/items/${id}`)],
])(
	'when an administrator has %s an item, only the chats about that item close',
	async (_, change) => {
		const { room, selling, buying } = await openConnectedChat();
		const otherChat = await openConnectedChat();

		await change(room.itemId);

		for (const connection of [selling, buying]) {
			expect(await connection.waitFor(errorMessage)).toBe(CHAT_ERRORS.closed.message);
		}
		const refused = { success: false, ...CHAT_ERRORS.notJoined };
		expect(await sendMessage(buying, room, 'Still there?')).toEqual(refused);
		await expect(joinRoomAs(buying, { id: room.buyerId }, room)).rejects.toThrow(
			CHAT_ERRORS.closed.message,
		);
		expect(await sendMessage(otherChat.buying, otherChat.room, 'Hello')).toMatchObject({
			success: true,
		});
	},
);

test('a seller who joins a chat while the item is being banned is refused and cannot write in the chat', async () => {
	const { room, seller, buying } = await openConnectedChat();
	const selling = await connect(seller);
	const joining = await t.db.transaction(async (tx) => {
		// The join first reads the item. Then it waits for this lock.
		await tx.execute(sql`lock table messages in access exclusive mode`);
		const acknowledged = selling.request(CHAT_EVENTS.joinRoom, { ...room, userType: 'seller' });
		await waitForBlockedSession(t.url);
		await admin.put(`/admin/items/${room.itemId}/ban`, {});
		await buying.waitFor(errorMessage);
		return { acknowledged };
	});

	expect(await joining.acknowledged).toMatchObject({ success: false, ...CHAT_ERRORS.closed });
	expect(await selling.waitFor(errorMessage)).toBe(CHAT_ERRORS.closed.message);
	expect(await sendMessage(selling, room, 'Still there?')).toMatchObject(CHAT_ERRORS.notJoined);
});

test('after an item is unbanned, both sides can join the chat and write again', async () => {
	const { seller, buyer, room, selling, buying } = await openConnectedChat();
	await admin.put(`/admin/items/${room.itemId}/ban`, {});
	await admin.put(`/admin/items/${room.itemId}/unban`);

	await joinRoomAs(buying, buyer, room);
	await joinRoomAs(selling, seller, room);
	await sendMessage(buying, room, 'Back again');

	expect(await selling.waitFor(receiveMessage)).toMatchObject({ message: 'Back again' });
});

test.each<[string, (person: { id: number; token: string }) => Promise<unknown>]>([
	['is banned', ({ id }) => admin.put(`/admin/users/${id}/ban`, {})],
	[
		'has erased the account',
		(person) => t.as(person).post('/account/delete', { password: PASSWORD }),
	],
])('when a user %s, all chats with this user close for the other side', async (_, leave) => {
	const { seller, room, buying } = await openConnectedChat();
	const other = await t.student();
	const otherBuyer = await connect(other);
	const [item] = await t.db.select().from(items).where(eq(items.sellerId, seller.id));
	await joinRoomAs(otherBuyer, other, { itemId: item?.id ?? 0, buyerId: other.id });
	const selling = await connectToRoom(other, {
		itemId: (await t.item(other)).id,
		buyerId: seller.id,
	});

	await leave(seller);

	for (const connection of [buying, otherBuyer, selling]) {
		expect(await connection.waitFor(errorMessage)).toBe(CHAT_ERRORS.closed.message);
	}
	expect(await sendMessage(buying, room, 'Hello?')).toMatchObject({ success: false });
});
