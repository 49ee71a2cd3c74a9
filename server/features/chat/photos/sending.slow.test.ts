import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { CHAT_ERRORS } from '#contract/chat/errors.ts';
import { type ReceivedMessage, receivedMessage } from '#contract/chat/events.ts';
import { CHAT_EVENTS } from '#contract/chat/facts.ts';
import { eq } from '#server/db/drizzle.ts';
import { chatPhotos } from '#server/db/schema/chat-photos.ts';
import { openApp } from '#tests/support/app.ts';
import { openChatPhotos, sendPhotos } from '#tests/support/chat-photos.ts';
import { openChatConnections } from '#tests/support/chat-rooms.ts';
import { joinRoomAs } from '#tests/support/sockets.ts';

const t = await openApp();
const { startChat, createRoom, connectToRoom, storedMessages } = await openChatConnections(t);
const { insertPhotos, readMessages } = openChatPhotos(t);
const RECEIVED = CHAT_EVENTS.receiveMessage;

const uploadsOf = (who: { id: number }) =>
	t.db.select().from(chatPhotos).where(eq(chatPhotos.senderId, who.id));

describe('chat messages with photos', () => {
	test('both users of a chat receive the photos in the sender’s order, at addresses signed for each user', async () => {
		const { buyer, seller, room, buying, selling } = await startChat();
		const [first = 0, second = 0] = await insertPhotos(buyer, 2);

		const answer = await sendPhotos(buying, room, [second, first], { message: 'The back of it' });

		expect(answer).toMatchObject({ success: true });
		const receivedByOther = await selling.waitFor<ReceivedMessage>(RECEIVED, 2);
		const receivedBySender = await buying.waitFor<ReceivedMessage>(RECEIVED, 2);
		expect(z.parse(receivedMessage, receivedByOther)).toEqual(receivedByOther);
		expect(receivedByOther).toMatchObject({ message: 'The back of it', userId: buyer.id });
		expect(receivedByOther.isWithoutWords).toBeUndefined();
		expect(receivedByOther.photos.map(({ id }) => id)).toEqual([second, first]);
		expect(receivedBySender.photos.map(({ id }) => id)).toEqual([second, first]);
		expect(receivedByOther.photos[0]?.url).toContain(`user=${seller.id}&`);
		expect(receivedByOther.photos[0]?.thumbUrl).toMatch(/-320\.webp\?user=/);
		expect(receivedBySender.photos[0]?.url).toContain(`user=${buyer.id}&`);
	});

	test('a message with a photo can be the first of a chat', async () => {
		const { buyer, seller, room } = await createRoom();

		await sendPhotos(await connectToRoom(buyer, room), room, await insertPhotos(buyer));

		expect(await readMessages(seller, room)).toMatchObject([{ message: 'Sent a photo.' }]);
	});

	test.each([
		[1, 'Sent a photo.'],
		[3, 'Sent 3 photos.'],
	])(
		'a message of %i photo(s) without words has the text “%s”, for older clients',
		async (count, text) => {
			const { buyer, room, buying, selling } = await startChat();

			await sendPhotos(buying, room, await insertPhotos(buyer, count));

			const received = await selling.waitFor<ReceivedMessage>(RECEIVED, 2);
			expect(received).toMatchObject({ message: text, isWithoutWords: true });
			expect(received.photos).toHaveLength(count);
		},
	);

	test('a photo message is the same in the joined chat, the conversation and the lists of chats', async () => {
		const { buyer, seller, room, buying, selling } = await startChat();
		await sendPhotos(buying, room, await insertPhotos(buyer));
		const { photos } = await selling.waitFor<ReceivedMessage>(RECEIVED, 2);

		const joined = await joinRoomAs(selling, seller, room);
		const [, message] = await readMessages(seller, room);
		const { chats } = (await t.as(seller).get('/chats')).json();
		const [chat] = (await t.as(seller).get(`/chat/item-chats/${room.itemId}`)).json();

		const expectedPhotos = { photos, isWithoutWords: true };
		expect(joined.messages[1]).toMatchObject({ ...expectedPhotos, message: 'Sent a photo.' });
		expect(message).toMatchObject({ ...expectedPhotos, message: 'Sent a photo.' });
		expect(chats[0].lastMessage).toMatchObject({ ...expectedPhotos, text: 'Sent a photo.' });
		expect(chat).toMatchObject({
			lastMessage: 'Sent a photo.',
			isLastMessageWithoutWords: true,
			unread: 2,
		});
	});
});

describe('photo messages sent twice', () => {
	test('a photo message sent again with the same client id is stored and delivered once, with its photos', async () => {
		const { buyer, room, buying, selling } = await startChat();
		const photoIds = await insertPhotos(buyer, 2);
		const clientId = randomUUID();

		const first = await sendPhotos(buying, room, photoIds, { clientId });
		const again = await sendPhotos(buying, room, photoIds, { clientId });

		expect(again).toEqual(first);
		await selling.waitForPending();
		expect(selling.received(RECEIVED)).toHaveLength(2);
		expect(await storedMessages(room)).toHaveLength(2);
		expect((await buying.waitFor<ReceivedMessage>(RECEIVED, 3)).photos).toHaveLength(2);
	});

	test('a photo message sent from two devices at once with the same client id is stored once', async () => {
		const { buyer, room, buying } = await startChat();
		const phone = await connectToRoom(buyer, room);
		const photoIds = await insertPhotos(buyer);

		for (let round = 0; round < 10; round += 1) {
			const clientId = randomUUID();
			const send = { clientId, message: `round ${round}` };
			const ids = round === 0 ? photoIds : await insertPhotos(buyer);
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

describe('refused photo messages', () => {
	test.each([
		['an empty list', () => [], CHAT_ERRORS.badPhotos],
		['a list with a negative number', () => [-1], CHAT_ERRORS.badPhotos],
		['a list with text', () => ['1'], CHAT_ERRORS.badPhotos],
		['text instead of a list', () => 'all', CHAT_ERRORS.badPhotos],
		['a list with the same id twice', ([id]: number[]) => [id, id], CHAT_ERRORS.badPhotos],
		['a list of five ids', (ids: number[]) => ids, CHAT_ERRORS.tooManyPhotos],
		['a list with an unknown id', () => [2 ** 40], CHAT_ERRORS.photoNotYours],
	])(
		'a message whose photo ids are %s is refused, and nothing is stored',
		async (_what, choose, error) => {
			const { buyer, room, buying } = await startChat();
			const ids = await insertPhotos(buyer, 5);

			const answer = await sendPhotos(buying, room, choose(ids));

			expect(answer).toEqual({ success: false, ...error });
			expect(await storedMessages(room)).toHaveLength(1);
			expect((await uploadsOf(buyer)).map(({ messageId }) => messageId)).toEqual(
				ids.map(() => null),
			);
		},
	);

	test('a message with one photo of the sender and one of another user is refused', async () => {
		const { buyer, seller, room, buying } = await startChat();
		const ids = [...(await insertPhotos(buyer)), ...(await insertPhotos(seller))];

		const answer = await sendPhotos(buying, room, ids);

		expect(answer).toEqual({ success: false, ...CHAT_ERRORS.photoNotYours });
		expect(await storedMessages(room)).toHaveLength(1);
	});

	test('of two messages that send the same photo at once, one is refused', async () => {
		const { buyer, room, buying } = await startChat();
		const phone = await connectToRoom(buyer, room);
		const photoIds = await insertPhotos(buyer);

		const answers = await Promise.all([
			sendPhotos(buying, room, photoIds, { clientId: randomUUID() }),
			sendPhotos(phone, room, photoIds, { clientId: randomUUID() }),
		]);

		expect(answers.filter(({ success }) => success)).toHaveLength(1);
		expect(answers).toContainEqual({ success: false, ...CHAT_ERRORS.photoAlreadySent });
		expect(await storedMessages(room)).toHaveLength(2);
	});

	test('a message with a photo uploaded more than 24 hours ago is refused', async () => {
		const { buyer, room, buying } = await startChat();
		const photoIds = await insertPhotos(buyer);
		const createdAt = new Date(Date.now() - 24 * 3_600_000 - 1000);
		await t.db.update(chatPhotos).set({ createdAt }).where(eq(chatPhotos.senderId, buyer.id));

		const answer = await sendPhotos(buying, room, photoIds);

		expect(answer).toEqual({ success: false, ...CHAT_ERRORS.photoNotYours });
	});
});

test('a photo message to a user who has blocked the sender is accepted, but hidden from that user', async () => {
	const { buyer, seller, room, buying, selling } = await startChat();
	await t.as(seller).put(`/people/${buyer.id}/block`);

	const answer = await sendPhotos(buying, room, await insertPhotos(buyer));

	expect(answer).toMatchObject({ success: true });
	await selling.waitForPending();
	expect(selling.received(RECEIVED)).toHaveLength(1);
	expect(await readMessages(seller, room)).toHaveLength(1);
	expect((await readMessages(buyer, room))[1]?.photos).toHaveLength(1);
});
