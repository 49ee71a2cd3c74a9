import { describe, expect, test } from 'vitest';
import { CHAT_MESSAGES } from '#contract/chat/facts.ts';
import type { Room } from '#contract/chat/room-id.ts';
import { and, eq } from '#server/db/drizzle.ts';
import { blocks, messages, participants } from '#server/db/schema/chats.ts';
import { items } from '#server/db/schema/items.ts';
import { openApp } from '#tests/support/app.ts';
import { countUnreadChats } from './queries.ts';

const t = await openApp();
type Who = { id: number; token: string };

const getInbox = async (who: Who, query = '') => (await t.as(who).get(`/chats${query}`)).json();
const roomsOf = ({ chats }: { chats: { roomId: string }[] }) => chats.map(({ roomId }) => roomId);
const idOf = ({ itemId, buyerId }: Room) => `${itemId}-${buyerId}`;

/** A chat in which `buyer` has written to another student about their item. */
async function createChatAsBuyer(buyer: Who, ...texts: string[]) {
	const seller = await t.student({ userName: 'Meena' });
	const item = await t.item(seller);
	const room = await t.conversation(item, buyer);
	for (const text of texts) await t.message(room, buyer, text);
	return { seller, item, room };
}

/** A chat in which another student has written to `seller` about their item. */
async function createChatAsSeller(seller: Who, ...texts: string[]) {
	const buyer = await t.student({ userName: 'Ravi' });
	const item = await t.item(seller);
	const room = await t.conversation(item, buyer);
	for (const text of texts) await t.message(room, buyer, text);
	return { buyer, item, room };
}

async function setReadId(who: Who, { itemId, buyerId }: Room, readId: number) {
	const isOwn = eq(participants.userId, who.id);
	const inRoom = and(eq(participants.itemId, itemId), eq(participants.buyerId, buyerId), isOwn);
	await t.db.update(participants).set({ readId }).where(inRoom);
}

test('when the newest message is a deal event, the list of all chats and the list of an item’s chats contain this event', async () => {
	const seller = await t.student();
	const { item, buyer, room } = await createChatAsSeller(seller, 'Hello');
	const event = { type: 'reserved', until: '2026-11-28T12:30:00.000Z' } as const;
	await t.message(room, seller, 'Reserved for you until Sat, 18:00.', { event });

	const { chats } = (await t.as(seller).get('/chats')).json();
	const buyers = (await t.as(seller).get(`/chat/item-chats/${item.id}`)).json();

	expect(chats[0].lastMessage).toMatchObject({ event, isOwn: true });
	expect(buyers).toMatchObject([{ userId: buyer.id, lastStep: { event, isOwn: true } }]);
});

test('a user sees chats as buyer and as seller, newest message first, with the item and the other person', async () => {
	const asha = await t.student();
	const createdAt = new Date('2026-10-01T09:30:00Z');
	const one = await createChatAsBuyer(asha, 'Is it there?');
	const two = await createChatAsSeller(asha, 'Hello');
	const id = await t.message(two.room, asha, 'Come by at five', { createdAt });

	const res = await t.as(asha).get('/chats');

	const [hash] = two.item.hashes;
	expect(res.statusCode).toBe(200);
	expect(res.json()).toEqual({
		success: true,
		chats: [
			{
				roomId: idOf(two.room),
				role: 'seller',
				item: {
					id: two.item.id,
					title: two.item.row?.title,
					price: two.item.row?.price,
					status: 'available',
					reservedUntil: null,
					isPriceFixed: false,
					photo: {
						url: expect.stringContaining(String(hash)),
						width: 1600,
						height: 1200,
						thumbhash: 'AAAA',
					},
				},
				other: { id: two.buyer.id, userName: 'Ravi', profilePicUrl: null, isVerified: false },
				lastMessage: {
					id,
					text: 'Come by at five',
					photos: [],
					isOwn: true,
					createdAt: createdAt.toISOString(),
				},
				unread: 1,
				isBlocked: false,
			},
			expect.objectContaining({
				roomId: idOf(one.room),
				role: 'buyer',
				other: { id: one.seller.id, userName: 'Meena', profilePicUrl: null, isVerified: false },
				unread: 0,
			}),
		],
		nextCursor: null,
		unread: { buyer: 0, seller: 1 },
	});
});

test('a chat moves to the top of the list when a message is sent in it', async () => {
	const asha = await t.student();
	const older = await createChatAsBuyer(asha, 'First');
	const newer = await createChatAsBuyer(asha, 'Second');
	expect(roomsOf(await getInbox(asha))).toEqual([idOf(newer.room), idOf(older.room)]);

	await t.message(older.room, older.seller, 'Still there');

	const { chats } = await getInbox(asha);
	expect(roomsOf({ chats })).toEqual([idOf(older.room), idOf(newer.room)]);
	expect(chats[0]).toMatchObject({ unread: 1, lastMessage: { text: 'Still there', isOwn: false } });
});

test('the list of chats in one role contains only chats in that role, but counts unread chats of both roles', async () => {
	const asha = await t.student();
	const bought = await createChatAsBuyer(asha, 'Hello');
	await t.message(bought.room, bought.seller, 'Yes?');
	const sold = await createChatAsSeller(asha, 'Hello', 'Anybody?');
	await createChatAsSeller(asha, 'Mine, please');

	const asBuyer = await getInbox(asha, '?role=buyer');
	const asSeller = await getInbox(asha, '?role=seller&limit=1');

	expect(roomsOf(asBuyer)).toEqual([idOf(bought.room)]);
	expect(asSeller.chats).toHaveLength(1);
	expect(roomsOf(await getInbox(asha, `?role=seller&cursor=${asSeller.nextCursor}`))).toEqual([
		idOf(sold.room),
	]);
	for (const response of [asBuyer, asSeller]) {
		expect(response.unread).toEqual({ buyer: 1, seller: 2 });
	}
});

describe('unread counts of chats', () => {
	test('unread messages are counted per chat and unread chats in total, without the user’s own messages', async () => {
		const asha = await t.student();
		const { buyer, room } = await createChatAsSeller(asha, 'One');
		const second = await t.message(room, buyer, 'Two');
		await t.message(room, asha, 'Mine');
		await t.message(room, buyer, 'Three');
		await createChatAsSeller(asha, 'Another chat');

		expect((await getInbox(asha)).chats.map(({ unread }: { unread: number }) => unread)).toEqual([
			1, 3,
		]);
		await setReadId(asha, room, second);

		const { chats, unread } = await getInbox(asha);
		expect(chats[1]).toMatchObject({ roomId: idOf(room), unread: 1 });
		expect(unread).toEqual({ buyer: 0, seller: 2 });
		expect(await countUnreadChats(t.db, asha.id)).toBe(2);
		expect(await countUnreadChats(t.db, buyer.id)).toBe(1);
	});

	test('the unread counts of chats are 0 after all messages are read', async () => {
		const asha = await t.student();
		const { buyer, room } = await createChatAsSeller(asha, 'One');
		await setReadId(asha, room, await t.message(room, buyer, 'Two'));

		expect(await getInbox(asha)).toMatchObject({
			chats: [{ unread: 0 }],
			unread: { buyer: 0, seller: 0 },
		});
		expect(await countUnreadChats(t.db, asha.id)).toBe(0);
	});
});

describe('messages hidden by a block', () => {
	test('a message hidden by a block appears in the sender’s list of chats, but not in the other side’s list', async () => {
		const asha = await t.student();
		const { buyer, room } = await createChatAsSeller(asha, 'Before');
		await t.message(room, buyer, 'Into the void', { isHiddenFromRecipient: true });

		expect((await getInbox(buyer)).chats).toMatchObject([
			{ lastMessage: { text: 'Into the void' } },
		]);
		expect(await getInbox(asha)).toMatchObject({
			chats: [{ lastMessage: { text: 'Before' }, unread: 1 }],
			unread: { seller: 1 },
		});
	});

	test('a chat with only messages hidden by a block is not listed for the other side', async () => {
		const asha = await t.student();
		const { buyer, room } = await createChatAsSeller(asha);
		await t.message(room, buyer, 'Into the void', { isHiddenFromRecipient: true });

		expect(await getInbox(asha)).toMatchObject({ chats: [], unread: { seller: 0 } });
		expect((await getInbox(buyer)).chats).toHaveLength(1);
	});
});

test('a user does not see chats of other users, and a visitor is refused with 401', async () => {
	const asha = await t.student();
	await createChatAsBuyer(asha, 'Hello');

	expect(await getInbox(await t.student())).toEqual({
		success: true,
		chats: [],
		nextCursor: null,
		unread: { buyer: 0, seller: 0 },
	});
	expect((await t.as(null).get('/chats')).statusCode).toBe(401);
});

describe('listed chats with unavailable items or users', () => {
	test.each([
		['soldAt', 'sold'],
		['bannedAt', 'banned'],
		['deletedAt', 'banned'],
	])(
		'a chat stays in the list when its item has %s set, with the item status %s',
		async (column, status) => {
			const asha = await t.student();
			const { item } = await createChatAsBuyer(asha, 'Hello');
			await t.db
				.update(items)
				.set({ [column]: new Date() })
				.where(eq(items.id, item.id));

			const [chat] = (await getInbox(asha)).chats;

			expect(chat.item).toMatchObject({ id: item.id, status });
			expect(chat.item.photo === null).toBe(status === 'banned');
		},
	);

	test('a chat stays in the list when the other person has deleted the account, under the name "Deleted user"', async () => {
		const asha = await t.student();
		const item = await t.item(asha);
		const deletedStudent = await t.student({ userName: 'Deleted user', deletedAt: new Date() });
		const id = await t.message(
			await t.conversation(item, deletedStudent),
			deletedStudent,
			'Soon forgotten',
		);
		await t.db.update(messages).set({ body: null }).where(eq(messages.id, id));

		expect((await getInbox(asha)).chats).toMatchObject([
			{ other: { userName: 'Deleted user' }, lastMessage: { text: CHAT_MESSAGES.erased } },
		]);
	});
});

describe('pages of the list of chats', () => {
	test('the pages of the list of chats contain each chat once, and the last page has no next cursor', async () => {
		const asha = await t.student();
		const rooms: string[] = [];
		for (let n = 0; n < 5; n += 1)
			rooms.unshift(idOf((await createChatAsBuyer(asha, 'Hello')).room));
		const seen: string[] = [];

		let cursor: string | null = '';
		while (cursor !== null) {
			const response = await getInbox(asha, `?limit=2${cursor && `&cursor=${cursor}`}`);
			seen.push(...roomsOf(response));
			cursor = response.nextCursor;
		}

		expect(seen).toEqual(rooms);
	});
});

test('the list of chats marks people blocked by the user, but does not reveal who has blocked the user', async () => {
	const asha = await t.student();
	const bought = await createChatAsBuyer(asha, 'Hello');
	const sold = await createChatAsSeller(asha, 'Hello');
	await t.db.insert(blocks).values([
		{ blockerId: asha.id, blockedId: sold.buyer.id },
		{ blockerId: bought.seller.id, blockedId: asha.id },
	]);

	const { chats } = await getInbox(asha);

	expect(chats).toMatchObject([
		{ roomId: idOf(sold.room), isBlocked: true },
		{ roomId: idOf(bought.room), isBlocked: false },
	]);
});
