import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { CHAT_EVENTS, CHAT_MESSAGES } from '#contract/chat/facts.ts';
import { items } from '#server/db/schema/items.ts';
import { openApp } from '#tests/support/app.ts';
import { PASSWORD } from '#tests/support/password.ts';
import { join, openSockets, say } from '#tests/support/sockets.ts';

const t = await openApp();
const { enter, connect } = await openSockets(t);
const office = t.as(await t.admin());
const { errorMessage, receiveMessage } = CHAT_EVENTS;

async function twoInAChat() {
	const [seller, buyer] = [await t.student(), await t.student()];
	const room = { itemId: (await t.item(seller)).id, buyerId: buyer.id };
	return {
		seller,
		buyer,
		room,
		selling: await enter(seller, room),
		buying: await enter(buyer, room),
	};
}

test.each([
	['banned', (id: number) => office.put(`/admin/items/${id}/ban`, {})],
	['deleted', (id: number) => office.delete(`/admin/items/${id}`)],
])(
	'when an administrator has %s an item, only the chats about that item close',
	async (_, change) => {
		const { room, selling, buying } = await twoInAChat();
		const elsewhere = await twoInAChat();

		await change(room.itemId);

		for (const line of [selling, buying]) {
			expect(await line.hears(errorMessage)).toBe(CHAT_MESSAGES.closed);
		}
		const refused = { success: false, message: CHAT_MESSAGES.notJoined };
		expect(await say(buying, room, 'Still there?')).toEqual(refused);
		await expect(join(buying, { id: room.buyerId }, room)).rejects.toThrow(CHAT_MESSAGES.closed);
		expect(await say(elsewhere.buying, elsewhere.room, 'Hello')).toMatchObject({ success: true });
	},
);

test('both sides can join the chat of an unbanned item and write again', async () => {
	const { seller, buyer, room, selling, buying } = await twoInAChat();
	await office.put(`/admin/items/${room.itemId}/ban`, {});
	await office.put(`/admin/items/${room.itemId}/unban`);

	await join(buying, buyer, room);
	await join(selling, seller, room);
	await say(buying, room, 'Back again');

	expect(await selling.hears(receiveMessage)).toMatchObject({ message: 'Back again' });
});

test.each<[string, (person: { id: number; token: string }) => Promise<unknown>]>([
	['is banned', ({ id }) => office.put(`/admin/users/${id}/ban`, {})],
	['has erased their account', (it) => t.as(it).post('/account/delete', { password: PASSWORD })],
])('when a user %s, their chats close for the other side', async (_, leave) => {
	const { seller, room, buying } = await twoInAChat();
	const other = await t.student();
	const asked = await connect(other);
	const [item] = await t.db.select().from(items).where(eq(items.sellerId, seller.id));
	await join(asked, other, { itemId: item?.id ?? 0, buyerId: other.id });
	const selling = await enter(other, { itemId: (await t.item(other)).id, buyerId: seller.id });

	await leave(seller);

	for (const line of [buying, asked, selling]) {
		expect(await line.hears(errorMessage)).toBe(CHAT_MESSAGES.closed);
	}
	expect(await say(buying, room, 'Hello?')).toMatchObject({ success: false });
});
