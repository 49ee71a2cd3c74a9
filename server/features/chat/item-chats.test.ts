import { describe, expect, test } from 'vitest';
import { CHAT_ERRORS } from '#contract/chat/errors.ts';
import { CHAT_MESSAGES } from '#contract/chat/facts.ts';
import { ITEM_ERRORS } from '#contract/items/errors.ts';
import { and, eq } from '#server/db/drizzle.ts';
import { blocks, messages, participants } from '#server/db/schema/chats.ts';
import { items } from '#server/db/schema/items.ts';
import { openApp } from '#tests/support/app.ts';

const t = await openApp();

const getItemChats = (who: { token: string } | null, item: { id: number }) =>
	t.as(who).get(`/chat/item-chats/${item.id}`);

async function createSellerWithItem() {
	const seller = await t.student({ userName: 'Meena' });
	return { seller, item: await t.item(seller) };
}

async function createBuyerChat(item: { id: number }, ...texts: string[]) {
	const buyer = await t.student({ userName: `Buyer of ${item.id}` });
	const room = await t.conversation(item, buyer);
	const ids: number[] = [];
	for (const text of texts) ids.push(await t.message(room, buyer, text));
	return { buyer, room, ids };
}

test('the seller of an item sees one chat per buyer who has written, the one with the last stored message first', async () => {
	const { seller, item } = await createSellerWithItem();
	const pictureHash = await t.photo();
	const known = await t.student({ userName: 'Ravi', pictureHash, verifiedAt: new Date() });
	const room = await t.conversation(item, known);
	const createdAt = new Date('2026-10-01T09:30:00Z');
	await t.message(room, known, 'Hello');
	const { buyer } = await createBuyerChat(item, 'Is it there?', 'Please answer');
	await t.message(room, known, 'Anybody?', { createdAt });

	const res = await getItemChats(seller, item);

	expect(res.statusCode).toBe(200);
	expect(res.json()).toEqual([
		{
			userId: known.id,
			recieverId: seller.id,
			userName: 'Ravi',
			lastMessageAt: createdAt.toISOString(),
			unread: 2,
			lastMessage: 'Anybody?',
			isLastMessageWithoutWords: false,
			profilePicUrl: expect.stringContaining(pictureHash),
			isVerified: true,
			isBlocked: false,
		},
		expect.objectContaining({
			userId: buyer.id,
			unread: 2,
			lastMessage: 'Please answer',
			profilePicUrl: null,
			isVerified: false,
		}),
	]);
});

test('the list of an item’s chats marks a buyer whom the seller has blocked', async () => {
	const { seller, item } = await createSellerWithItem();
	const { buyer } = await createBuyerChat(item, 'Hello');
	await t.db.insert(blocks).values({ blockerId: seller.id, blockedId: buyer.id });

	expect((await getItemChats(seller, item)).json()).toMatchObject([
		{ userId: buyer.id, isBlocked: true },
	]);
});

describe('unread count of an item’s chat', () => {
	test('only the buyer’s messages after the last message read by the seller count as unread', async () => {
		const { seller, item } = await createSellerWithItem();
		const { buyer, room, ids } = await createBuyerChat(item, 'One', 'Two', 'Three');
		await t.message(room, seller, 'Four, my own');
		await t.message(room, buyer, 'Five');
		await t.db
			.update(participants)
			.set({ readId: ids[1] ?? 0 })
			.where(eq(participants.userId, seller.id));

		const [entry] = (await getItemChats(seller, item)).json();

		expect(entry).toMatchObject({ unread: 2, lastMessage: 'Five' });
	});

	test('the unread count and the last message of an item’s chat leave out messages hidden by a block', async () => {
		const { seller, item } = await createSellerWithItem();
		const { buyer, room } = await createBuyerChat(item, 'Seen');
		await t.message(room, buyer, 'Never seen', { isHiddenFromRecipient: true });

		const [entry] = (await getItemChats(seller, item)).json();

		expect(entry).toMatchObject({ unread: 1, lastMessage: 'Seen' });
	});
});

test('the list of an item’s chats leaves out a buyer without messages visible to the seller', async () => {
	const { seller, item } = await createSellerWithItem();
	await createBuyerChat(item);
	const { buyer, room } = await createBuyerChat(item);
	await t.message(room, buyer, 'Never seen', { isHiddenFromRecipient: true });

	expect((await getItemChats(seller, item)).json()).toEqual([]);
});

test('the list of an item’s chats shows an erased buyer without picture and with a placeholder for the message', async () => {
	const { seller, item } = await createSellerWithItem();
	const deletedStudent = await t.student({ userName: 'Deleted user', deletedAt: new Date() });
	const id = await t.message(
		await t.conversation(item, deletedStudent),
		deletedStudent,
		'Soon forgotten',
	);
	await t.db.update(messages).set({ body: null }).where(eq(messages.id, id));

	expect((await getItemChats(seller, item)).json()).toMatchObject([
		{ userName: 'Deleted user', profilePicUrl: null, lastMessage: CHAT_MESSAGES.erased },
	]);
});

test.each(['soldAt', 'bannedAt', 'deletedAt'] as const)(
	'the seller still sees the list of an item’s chats when the item has %s set',
	async (column) => {
		const { seller, item } = await createSellerWithItem();
		const { buyer } = await createBuyerChat(item, 'Hello');
		await t.db
			.update(items)
			.set({ [column]: new Date() })
			.where(eq(items.id, item.id));

		expect((await getItemChats(seller, item)).json()).toMatchObject([{ userId: buyer.id }]);
	},
);

describe('access to the list of an item’s chats', () => {
	test('the list of an item’s chats is refused to a buyer and a stranger with 403', async () => {
		const { item } = await createSellerWithItem();
		const { buyer } = await createBuyerChat(item, 'Hello');

		for (const person of [buyer, await t.student()]) {
			const res = await getItemChats(person, item);
			expect(res.statusCode).toBe(403);
			expect(res.json()).toEqual({ success: false, ...CHAT_ERRORS.notOwner });
		}
	});

	test('the list of an item’s chats is refused to a visitor with 401', async () => {
		const { item } = await createSellerWithItem();

		expect((await getItemChats(null, item)).statusCode).toBe(401);
	});
});

test('a request for the chats of an unknown item is answered with 404', async () => {
	const student = await t.student();

	const res = await getItemChats(student, { id: 2_147_483_647 });

	expect([res.statusCode, res.json().message]).toEqual([404, ITEM_ERRORS.notFound.message]);
});

describe('chat counts for the button on the item page', () => {
	const count = (who: { token: string } | null, item: { id: number }) =>
		t.as(who).get(`/chat/item-chats/${item.id}/count`);

	test('the chat counts of an item are the number of buyers who have written and the number of buyers with unread messages', async () => {
		const { seller, item } = await createSellerWithItem();
		await t.message((await createBuyerChat(item, 'One', 'Two')).room, seller, 'Hello');
		const { buyer, ids } = await createBuyerChat(item, 'Read already');
		await createBuyerChat(item);
		await t.db
			.update(participants)
			.set({ readId: ids[0] ?? 0 })
			.where(and(eq(participants.userId, seller.id), eq(participants.buyerId, buyer.id)));

		const res = await count(seller, item);

		expect(res.statusCode).toBe(200);
		expect(res.json()).toEqual({ success: true, buyers: 2, unread: 1 });
	});

	test('the chat counts of an item are refused to a buyer with 403 and to a visitor with 401; an unknown item answers 404', async () => {
		const { item } = await createSellerWithItem();
		const { buyer } = await createBuyerChat(item, 'Hello');

		expect((await count(buyer, item)).statusCode).toBe(403);
		expect((await count(null, item)).statusCode).toBe(401);
		expect((await count(buyer, { id: 2_147_483_647 })).statusCode).toBe(404);
	});
});
