import { expect, test } from 'vitest';
import { messages } from '#server/db/schema/chats.ts';
import { openApp } from '#tests/support/app.ts';
import type { Student } from '#tests/support/factories.ts';
import { LONG_CHAT_MESSAGES, LONG_CHATS_PER_MINUTE } from './routes.ts';

const t = await openApp({ RATE_LIMIT: 'on' });

async function createChat(buyer: Student, length: number) {
	const seller = await t.student();
	const item = await t.item(seller);
	const room = await t.conversation(item, buyer);
	const sides = { ...room, senderId: buyer.id };
	const rows = Array.from({ length }, (_, n) => ({ ...sides, body: `No. ${n}` }));
	await t.db.insert(messages).values(rows);
	return `/chat/conversation/${item.id}/${buyer.id}`;
}

const statuses = async (who: Student, url: string, count: number) => {
	const responses = Array.from({ length: count }, () => t.as(who).get(url));
	return (await Promise.all(responses)).map(({ statusCode }) => statusCode);
};

test('full reads of long chats are limited per user, but reads of single pages are not limited', async () => {
	const [buyer, other] = [await t.student(), await t.student()];
	const [ownChat, otherUsersChat] = [
		await createChat(buyer, LONG_CHAT_MESSAGES),
		await createChat(other, LONG_CHAT_MESSAGES),
	];

	const served = await statuses(buyer, ownChat, LONG_CHATS_PER_MINUTE);
	const refused = await t.as(buyer).get(ownChat);

	expect(new Set(served)).toEqual(new Set([200]));
	expect(refused.statusCode).toBe(429);
	expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
	expect((await t.as(buyer).get(`${ownChat}?before=2147483647`)).statusCode).toBe(200);
	expect((await t.as(other).get(otherUsersChat)).statusCode).toBe(200);
});

test('full reads of short chats are not limited', async () => {
	const buyer = await t.student();
	const short = await createChat(buyer, LONG_CHAT_MESSAGES - 1);

	for (let round = 0; round < 3; round += 1) {
		expect(new Set(await statuses(buyer, short, LONG_CHATS_PER_MINUTE))).toEqual(new Set([200]));
	}
});

test('simultaneous reads of a short chat are partly refused, but do not use up the limit', async () => {
	const buyer = await t.student();
	const short = await createChat(buyer, 1);

	const simultaneous = await statuses(buyer, short, 3 * LONG_CHATS_PER_MINUTE);

	expect(simultaneous).toContain(429);
	expect((await t.as(buyer).get(short)).statusCode).toBe(200);
});
