import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { CHAT_ERRORS } from '#contract/chat/errors.ts';
import { type ReceivedMessage, receivedMessage } from '#contract/chat/events.ts';
import { CHAT_EVENTS } from '#contract/chat/facts.ts';
import { chatPhotos } from '#server/db/schema/chat-photos.ts';
import { openApp } from '#tests/support/app.ts';
import { openChatPhotos, sendPhotos } from '#tests/support/chat-photos.ts';
import { openChatConnections } from '#tests/support/chat-rooms.ts';
import { join } from '#tests/support/sockets.ts';

const t = await openApp();
const { startChat, createRoom, connectToRoom, storedMessages } = await openChatConnections(t);
const { uploaded, read } = openChatPhotos(t);
const RECEIVED = CHAT_EVENTS.receiveMessage;

const unsentOf = (who: { id: number }) =>
	t.db.select().from(chatPhotos).where(eq(chatPhotos.senderId, who.id));

describe('a message with photos', () => {
	test('reaches both sides in the order of its sender, each with addresses of their own', async () => {
		const { buyer, seller, room, buying, selling } = await startChat();
		const [first = 0, second = 0] = await uploaded(buyer, 2);

		const answer = await sendPhotos(buying, room, [second, first], { message: 'The back of it' });

		expect(answer).toMatchObject({ success: true });
		const there = await selling.waitFor<ReceivedMessage>(RECEIVED, 2);
		const here = await buying.waitFor<ReceivedMessage>(RECEIVED, 2);
		expect(z.parse(receivedMessage, there)).toEqual(there);
		expect(there).toMatchObject({ message: 'The back of it', userId: buyer.id });
		expect(there.isWithoutWords).toBeUndefined();
		expect(there.photos.map(({ id }) => id)).toEqual([second, first]);
		expect(here.photos.map(({ id }) => id)).toEqual([second, first]);
		expect(there.photos[0]?.url).toContain(`user=${seller.id}&`);
		expect(there.photos[0]?.thumbUrl).toMatch(/-320\.webp\?user=/);
		expect(here.photos[0]?.url).toContain(`user=${buyer.id}&`);
	});

	test.each([
		[1, 'Sent a photo.'],
		[3, 'Sent 3 photos.'],
	])('and without words says in words that it has %i, for older clients', async (count, text) => {
		const { buyer, room, buying, selling } = await startChat();

		await sendPhotos(buying, room, await uploaded(buyer, count));

		const received = await selling.waitFor<ReceivedMessage>(RECEIVED, 2);
		expect(received).toMatchObject({ message: text, isWithoutWords: true });
		expect(received.photos).toHaveLength(count);
	});

	test('is the same when the chat is joined, read and listed', async () => {
		const { buyer, seller, room, buying, selling } = await startChat();
		await sendPhotos(buying, room, await uploaded(buyer));
		const { photos } = await selling.waitFor<ReceivedMessage>(RECEIVED, 2);

		const joined = await join(selling, seller, room);
		const [, message] = await read(seller, room);
		const { chats } = (await t.as(seller).get('/chats')).json();
		const [chat] = (await t.as(seller).get(`/chat/item-chats/${room.itemId}`)).json();

		const shown = { photos, isWithoutWords: true };
		expect(joined.messages[1]).toMatchObject({ ...shown, message: 'Sent a photo.' });
		expect(message).toMatchObject({ ...shown, message: 'Sent a photo.' });
		expect(chats[0].lastMessage).toMatchObject({ ...shown, text: 'Sent a photo.' });
		expect(chat).toMatchObject({
			lastMessage: 'Sent a photo.',
			isLastMessageWithoutWords: true,
			unread: 2,
		});
	});

	test('is called a photo in the notification centre', async () => {
		const { buyer, seller, room, buying } = await startChat();

		await sendPhotos(buying, room, await uploaded(buyer));

		const { notifications } = (await t.as(seller).get('/notifications')).json();
		expect(notifications[0].message).toBe('Photo');
	});

	test('can begin a chat', async () => {
		const { buyer, seller, room } = await createRoom();
		const buying = await connectToRoom(buyer, room);

		await sendPhotos(buying, room, await uploaded(buyer));

		expect(await read(seller, room)).toMatchObject([{ message: 'Sent a photo.' }]);
	});

	test('comes between the messages before and after it', async () => {
		const { buyer, room, buying, selling } = await startChat();
		const [first = 0, second = 0] = await uploaded(buyer, 2);
		const send = (message: string, photoIds?: number[]) =>
			sendPhotos(buying, room, photoIds, { message });

		await Promise.all([send('one'), send('two', [first]), send('three'), send('four', [second])]);

		await selling.waitFor(RECEIVED, 5);
		const texts = selling.received<ReceivedMessage>(RECEIVED).map(({ message }) => message);
		expect(texts.slice(1)).toEqual(['one', 'two', 'three', 'four']);
	});
});

describe('a message that is sent again', () => {
	test('after a lost answer is there once, with its photos', async () => {
		const { buyer, room, buying, selling } = await startChat();
		const photoIds = await uploaded(buyer, 2);
		const clientId = randomUUID();

		const first = await sendPhotos(buying, room, photoIds, { clientId });
		const again = await sendPhotos(buying, room, photoIds, { clientId });

		expect(again).toEqual(first);
		await selling.waitForPending();
		expect(selling.received(RECEIVED)).toHaveLength(2);
		expect(await storedMessages(room)).toHaveLength(2);
		expect((await buying.waitFor<ReceivedMessage>(RECEIVED, 3)).photos).toHaveLength(2);
	});

	test('from two devices at once is there once', async () => {
		const { buyer, room, buying } = await startChat();
		const phone = await connectToRoom(buyer, room);
		const photoIds = await uploaded(buyer);

		for (let round = 0; round < 10; round += 1) {
			const clientId = randomUUID();
			const send = { clientId, message: `round ${round}` };
			const ids = round === 0 ? photoIds : await uploaded(buyer);
			const answers = await Promise.all([
				sendPhotos(buying, room, ids, send),
				sendPhotos(phone, room, ids, send),
			]);
			expect(answers[0]).toMatchObject({ success: true });
			expect(answers[1]).toEqual(answers[0]);
		}

		expect(await storedMessages(room)).toHaveLength(11);
	});
});

describe('photos are refused, and nothing is stored,', () => {
	test.each([
		['an empty list', () => [], CHAT_ERRORS.badPhotos],
		['a negative number', () => [-1], CHAT_ERRORS.badPhotos],
		['text', () => ['1'], CHAT_ERRORS.badPhotos],
		['no list', () => 'all', CHAT_ERRORS.badPhotos],
		['one photo twice', ([id]: number[]) => [id, id], CHAT_ERRORS.badPhotos],
		['five photos', (ids: number[]) => ids, CHAT_ERRORS.tooManyPhotos],
		['a photo that does not exist', () => [2 ** 40], CHAT_ERRORS.photoNotYours],
	])('for %s', async (_what, choose, error) => {
		const { buyer, room, buying } = await startChat();
		const ids = await uploaded(buyer, 5);

		const answer = await sendPhotos(buying, room, choose(ids));

		expect(answer).toEqual({ success: false, ...error });
		expect(await storedMessages(room)).toHaveLength(1);
		expect((await unsentOf(buyer)).map(({ messageId }) => messageId)).toEqual(ids.map(() => null));
	});

	test('for a photo of somebody else, beside an own one', async () => {
		const { buyer, seller, room, buying } = await startChat();
		const ids = [...(await uploaded(buyer)), ...(await uploaded(seller))];

		const answer = await sendPhotos(buying, room, ids);

		expect(answer).toEqual({ success: false, ...CHAT_ERRORS.photoNotYours });
		expect(await storedMessages(room)).toHaveLength(1);
	});

	test('for a photo that is sent already', async () => {
		const { buyer, room, buying } = await startChat();
		const photoIds = await uploaded(buyer);
		await sendPhotos(buying, room, photoIds);

		const answer = await sendPhotos(buying, room, photoIds);

		expect(answer).toEqual({ success: false, ...CHAT_ERRORS.photoAlreadySent });
		expect(await storedMessages(room)).toHaveLength(2);
	});

	test('for one of two messages that send the same photo at once', async () => {
		const { buyer, room, buying } = await startChat();
		const phone = await connectToRoom(buyer, room);
		const photoIds = await uploaded(buyer);

		const answers = await Promise.all([
			sendPhotos(buying, room, photoIds, { clientId: randomUUID() }),
			sendPhotos(phone, room, photoIds, { clientId: randomUUID() }),
		]);

		expect(answers.filter(({ success }) => success)).toHaveLength(1);
		expect(answers).toContainEqual({ success: false, ...CHAT_ERRORS.photoAlreadySent });
		expect(await storedMessages(room)).toHaveLength(2);
	});

	test('for a photo uploaded more than a day ago', async () => {
		const { buyer, room, buying } = await startChat();
		const photoIds = await uploaded(buyer);
		const createdAt = new Date(Date.now() - 24 * 3_600_000 - 1000);
		await t.db.update(chatPhotos).set({ createdAt }).where(eq(chatPhotos.senderId, buyer.id));

		const answer = await sendPhotos(buying, room, photoIds);

		expect(answer).toEqual({ success: false, ...CHAT_ERRORS.photoNotYours });
	});

	test('for a chat that is not joined', async () => {
		const { buying, buyer } = await startChat();
		const other = await createRoom();

		const answer = await sendPhotos(buying, other.room, await uploaded(buyer));

		expect(answer).toEqual({ success: false, ...CHAT_ERRORS.notJoined });
		expect(await storedMessages(other.room)).toEqual([]);
	});

	test('for somebody whom one has blocked', async () => {
		const { buyer, seller, room, buying } = await startChat();
		await t.as(buyer).put(`/people/${seller.id}/block`);
		const photoIds = await uploaded(buyer);

		const answer = await sendPhotos(buying, room, photoIds);

		expect(answer).toEqual({ success: false, ...CHAT_ERRORS.blockedByYou });
		expect((await unsentOf(buyer))[0]?.messageId).toBeNull();
	});
});

test('photos to a person who has blocked their sender are accepted and withheld, as words are', async () => {
	const { buyer, seller, room, buying, selling } = await startChat();
	await t.as(seller).put(`/people/${buyer.id}/block`);

	const answer = await sendPhotos(buying, room, await uploaded(buyer));

	expect(answer).toMatchObject({ success: true });
	await selling.waitForPending();
	expect(selling.received(RECEIVED)).toHaveLength(1);
	expect(await read(seller, room)).toHaveLength(1);
	expect((await read(buyer, room))[1]?.photos).toHaveLength(1);
});
