import { describe, expect, test } from 'vitest';
import { AUTH_ERRORS } from '#contract/auth/errors.ts';
import { CHAT_ERRORS } from '#contract/chat/errors.ts';
import { CHAT_LIMITS, CHAT_MESSAGES } from '#contract/chat/facts.ts';
import { PAGING_ERRORS } from '#contract/core/errors.ts';
import { ITEM_ERRORS } from '#contract/items/errors.ts';
import { eq } from '#server/db/drizzle.ts';
import { messages } from '#server/db/schema/chats.ts';
import { items } from '#server/db/schema/items.ts';
import { users } from '#server/db/schema/users.ts';
import { openApp } from '#tests/support/app.ts';

const t = await openApp();

async function openChat() {
	const [seller, buyer] = [await t.student({ userName: 'Meena' }), await t.student()];
	const item = await t.item(seller);
	const room = await t.conversation(item, buyer);
	return { seller, buyer, item, room };
}
type Chat = Awaited<ReturnType<typeof openChat>>;

const read = (
	who: { token: string } | null,
	item: { id: number },
	other: { id: number },
	query = '',
) => t.as(who).get(`/chat/conversation/${item.id}/${other.id}${query}`);
const textsOf = (res: Awaited<ReturnType<typeof read>>) =>
	res.json().map(({ message }: { message: string }) => message);

async function insertMessages({ room, buyer }: Chat, count: number): Promise<number[]> {
	const ids: number[] = [];
	for (let n = 1; n <= count; n += 1) ids.push(await t.message(room, buyer, `Message ${n}`));
	return ids;
}

test('buyer and seller get a conversation as a plain array, oldest message first', async () => {
	const { seller, buyer, item, room } = await openChat();
	const createdAt = new Date('2026-10-01T09:30:00Z');
	const first = await t.message(room, buyer, 'Is it still there?', { createdAt });
	const second = await t.message(room, seller, 'Yes, come by.', { createdAt });

	const responses = [await read(buyer, item, buyer), await read(seller, item, buyer)];

	const at = createdAt.toISOString();
	const rest = { timestamp: at, createdAt: at, photos: [] };
	const by = ({ id }: { id: number }) => ({ userId: id, senderId: id });
	for (const res of responses) {
		expect(res.statusCode).toBe(200);
		expect(res.json()).toEqual([
			{ id: first, message: 'Is it still there?', ...by(buyer), ...rest },
			{ id: second, message: 'Yes, come by.', ...by(seller), ...rest },
		]);
	}
});

test('the path of a conversation may have the item id and the buyer id in either order', async () => {
	const chat = await openChat();
	await insertMessages(chat, 1);

	expect(textsOf(await read(chat.buyer, chat.buyer, chat.item))).toEqual(['Message 1']);
	expect(textsOf(await read(chat.seller, chat.buyer, chat.item))).toEqual(['Message 1']);
});

describe('access to conversations', () => {
	test('a stranger and another buyer of the item cannot read a conversation, with the ids in either order', async () => {
		const chat = await openChat();
		await insertMessages(chat, 1);
		const other = await t.student();
		await t.message(await t.conversation(chat.item, other), other, 'Mine is another chat');

		for (const person of [await t.student(), other]) {
			for (const res of [
				await read(person, chat.item, chat.buyer),
				await read(person, chat.buyer, chat.item),
			]) {
				expect(res.statusCode).toBe(403);
				expect(res.json()).toEqual({ success: false, ...CHAT_ERRORS.notYours });
			}
		}
		expect(textsOf(await read(other, chat.item, other))).toEqual(['Mine is another chat']);
	});

	test('a visitor without a session cannot read a conversation', async () => {
		const { item, buyer } = await openChat();

		expect((await read(null, item, buyer)).statusCode).toBe(401);
	});

	test('a buyer sees no messages in a conversation about another item of the same seller, and a stranger is refused with 403', async () => {
		const chat = await openChat();
		const second = await t.item(chat.seller);

		expect(textsOf(await read(chat.buyer, second, chat.buyer))).toEqual([]);
		expect((await read(await t.student(), second, chat.buyer)).statusCode).toBe(403);
	});
});

test('seller and buyer get an empty array for a chat without messages', async () => {
	const [seller, buyer] = [await t.student(), await t.student()];
	const item = await t.item(seller);

	expect((await read(seller, item, buyer)).json()).toEqual([]);
	expect((await read(buyer, item, buyer)).json()).toEqual([]);
});

describe('conversations with invalid participants', () => {
	test('a request for a conversation is answered with 404 when neither id is an item', async () => {
		const [one, two] = [await t.student(), await t.student()];

		const res = await read(one, one, two);

		expect([res.statusCode, res.json().message]).toEqual([404, ITEM_ERRORS.notFound.message]);
	});

	test('a request for a conversation is answered with 404 when the other id is not a user', async () => {
		const [seller, other] = [await t.student(), await t.student()];
		const older = await t.item(other);
		const item = await t.item(seller);
		const newer = await t.item(other);

		for (const number of [item, older, newer, { id: 2_147_483_647 }]) {
			const res = await read(seller, item, number);
			expect([res.statusCode, res.json().message]).toEqual([404, AUTH_ERRORS.userNotFound.message]);
		}
	});
});

describe('conversations with unavailable items or users', () => {
	test.each(['soldAt', 'bannedAt', 'deletedAt'] as const)(
		'a conversation can still be read when its item has %s set',
		async (column) => {
			const chat = await openChat();
			await insertMessages(chat, 1);
			await t.db
				.update(items)
				.set({ [column]: new Date() })
				.where(eq(items.id, chat.item.id));

			expect(textsOf(await read(chat.buyer, chat.item, chat.buyer))).toEqual(['Message 1']);
			expect(textsOf(await read(chat.seller, chat.item, chat.buyer))).toEqual(['Message 1']);
		},
	);

	test('a conversation can still be read when the other side is banned or deleted', async () => {
		const chat = await openChat();
		await insertMessages(chat, 1);
		const isOther = eq(users.id, chat.buyer.id);
		for (const changes of [{ bannedAt: new Date() }, { bannedAt: null, deletedAt: new Date() }]) {
			await t.db.update(users).set(changes).where(isOther);

			expect(textsOf(await read(chat.seller, chat.item, chat.buyer))).toEqual(['Message 1']);
		}
	});
});

test('in a conversation, only the sender sees a message that is hidden by a block', async () => {
	const { seller, buyer, item, room } = await openChat();
	await t.message(room, buyer, 'Before');
	await t.message(room, buyer, 'Into the void', { isHiddenFromRecipient: true });

	for (const query of ['', '?before=2147483647']) {
		expect(textsOf(await read(buyer, item, buyer, query))).toEqual(['Before', 'Into the void']);
		expect(textsOf(await read(seller, item, buyer, query))).toEqual(['Before']);
	}
});

test('messages of an erased account are shown as deleted in a conversation', async () => {
	const { seller, buyer, item, room } = await openChat();
	const id = await t.message(room, buyer, 'Soon forgotten');
	await t.db.update(messages).set({ body: null }).where(eq(messages.id, id));

	expect(textsOf(await read(seller, item, buyer))).toEqual([CHAT_MESSAGES.erased]);
});

describe('the history of a conversation', () => {
	test('without a cursor, the full history of a conversation is returned', async () => {
		const chat = await openChat();
		await insertMessages(chat, CHAT_LIMITS.historyPage + 5);

		const res = await read(chat.buyer, chat.item, chat.buyer, '?limit=2');

		expect(res.json()).toHaveLength(CHAT_LIMITS.historyPage + 5);
	});

	test('with a message id as the cursor, a conversation’s newest messages before this message are returned as a page', async () => {
		const chat = await openChat();
		const ids = await insertMessages(chat, CHAT_LIMITS.historyPage + 5);
		const pageBefore = (id: number | undefined, query = '') =>
			read(chat.buyer, chat.item, chat.buyer, `?before=${id}${query}`);

		const newest = await pageBefore(ids.at(-1));
		const oldest = await pageBefore(newest.json()[0].id);
		const two = await pageBefore(ids[4], '&limit=2');

		expect(newest.json()).toHaveLength(CHAT_LIMITS.historyPage);
		expect(textsOf(newest).at(-1)).toBe(`Message ${CHAT_LIMITS.historyPage + 4}`);
		expect(textsOf(oldest)).toEqual(['Message 1', 'Message 2', 'Message 3', 'Message 4']);
		expect(textsOf(two)).toEqual(['Message 3', 'Message 4']);
		expect((await pageBefore(ids[0])).json()).toEqual([]);
	});

	test.each([
		['before=0', CHAT_ERRORS.badCursor.message],
		['before=x', CHAT_ERRORS.badCursor.message],
		['before=-3', CHAT_ERRORS.badCursor.message],
		['limit=0', PAGING_ERRORS.badLimit.message],
	])('a request for a conversation with ?%s is refused with 400', async (query, message) => {
		const { buyer, item } = await openChat();

		const res = await read(buyer, item, buyer, `?${query}`);

		expect([res.statusCode, res.json().message]).toEqual([400, message]);
	});
});
