import { expect, test } from 'vitest';
import type { Room } from '#contract/chat/room-id.ts';
import { and, eq } from '#server/db/drizzle.ts';
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
