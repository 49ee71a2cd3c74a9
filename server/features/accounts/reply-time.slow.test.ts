import { and, eq, sql } from 'drizzle-orm';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Room } from '#contract/chat/room-id.ts';
import { conversations } from '#server/db/schema/chats.ts';
import { openApp } from '#tests/support/app.ts';
import type { Student } from '#tests/support/factories.ts';

const t = await openApp();
const buyer = await t.student();
const DAY_MINUTES = 24 * 60;

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);

interface ChatTimes {
	/** Minutes; undefined for no answer. */
	answeredAfter?: number;
	startedMinutesAgo?: number;
}

async function createChat(
	seller: Student,
	{ answeredAfter, startedMinutesAgo = 10_000 }: ChatTimes,
) {
	const room = await t.conversation(await t.item(seller), buyer);
	await t.db
		.update(conversations)
		.set({ createdAt: minutesAgo(startedMinutesAgo) })
		.where(and(eq(conversations.itemId, room.itemId), eq(conversations.buyerId, room.buyerId)));
	await insertMessage(room, buyer, startedMinutesAgo);
	if (answeredAfter !== undefined)
		await insertMessage(room, seller, startedMinutesAgo - answeredAfter);
	return room;
}

function insertMessage(
	room: Room,
	sender: Student,
	sentMinutesAgo: number,
	fields = {},
): Promise<number> {
	return t.message(room, sender, 'Hello', { createdAt: minutesAgo(sentMinutesAgo), ...fields });
}

async function sellerWithAnswersAfter(...minutes: number[]) {
	const seller = await t.student();
	for (const answeredAfter of minutes) await createChat(seller, { answeredAfter });
	return seller;
}

async function replyMinutesOf({ id }: Student): Promise<number | null> {
	return (await t.as(null).get(`/people/${id}`)).json().person.replyMinutes;
}

test('a seller’s reply time is the median time to the first answer in a chat, of an even number the mean of the two middle values', async () => {
	const seller = await sellerWithAnswersAfter(500, 10, 20, 40, 30);
	expect(await replyMinutesOf(seller)).toBe(30);

	await createChat(seller, { answeredAfter: 40 });

	expect(await replyMinutesOf(seller)).toBe(35);
});

test('a seller has a reply time after five chats with an answer in the last 90 days', async () => {
	const seller = await sellerWithAnswersAfter(10, 10, 10, 10);
	await createChat(seller, {});
	await createChat(seller, { answeredAfter: 10, startedMinutesAgo: 90 * DAY_MINUTES + 1 });
	expect(await replyMinutesOf(seller)).toBe(null);

	await createChat(seller, { answeredAfter: 10 });

	expect(await replyMinutesOf(seller)).toBe(10);
});

test('later messages of a seller and messages that a seller wrote as a buyer do not count for the reply time', async () => {
	const seller = await sellerWithAnswersAfter(20, 20, 20, 20, 20);
	const room = await createChat(seller, { answeredAfter: 20 });
	await insertMessage(room, buyer, 5000);
	await insertMessage(room, seller, 10);
	const asBuyer = await t.conversation(await t.item(buyer), seller);
	await insertMessage(asBuyer, seller, 9000);
	await insertMessage(asBuyer, buyer, 8999);

	expect(await replyMinutesOf(seller)).toBe(20);
});

test('the expiry of an offer and messages hidden by a block do not count as a seller’s first answer', async () => {
	for (const uncounted of [
		{ event: { type: 'offer-lapsed', amount: 300 } },
		{ isHiddenFromRecipient: true },
	]) {
		const seller = await sellerWithAnswersAfter(60, 60, 60, 60);
		const room = await createChat(seller, {});
		await insertMessage(room, seller, 9990, uncounted);
		expect(await replyMinutesOf(seller)).toBe(null);

		await insertMessage(room, seller, 9940, { event: { type: 'offer-declined', amount: 300 } });

		expect(await replyMinutesOf(seller)).toBe(60);
	}
});

test('the reply time of a seller with a hundred chats is cached for 30 seconds', async () => {
	const seller = await sellerWithAnswersAfter(20, 20, 20, 20, 20);
	const item = await t.item(seller);
	await t.db.execute(sql`
		with buyers as (
			insert into users (user_name, email) select 'Buyer', 'buyer-' || n || '@campus.example'
			from generate_series(1, 95) n returning id
		), chats as (
			insert into conversations (item_id, buyer_id) select ${item.id}::int, id from buyers returning *
		), sides as (
			insert into participants (item_id, buyer_id, user_id)
			select item_id, buyer_id, unnest(array[buyer_id, ${seller.id}::int]) from chats
		)
		insert into messages (item_id, buyer_id, sender_id, body, created_at)
		select item_id, buyer_id, sender, 'Hello', now() + minutes * interval '1 minute'
		from chats cross join lateral (values (1, buyer_id, 0), (2, ${seller.id}::int, 20)) as said (position, sender, minutes)
		order by position`);
	expect(await replyMinutesOf(seller)).toBe(20);
	await t.db.execute(sql`
		update messages set created_at = created_at + interval '10 minutes' where sender_id = ${seller.id}`);
	expect(await replyMinutesOf(seller)).toBe(20);

	const now = performance.now.bind(performance);
	const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + 30_001);
	onTestFinished(() => clock.mockRestore());

	expect(await replyMinutesOf(seller)).toBe(30);
});
