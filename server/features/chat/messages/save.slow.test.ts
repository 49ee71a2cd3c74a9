import { randomUUID } from 'node:crypto';
import { decodeJwt } from 'jose';
import { describe, expect, test } from 'vitest';
import type { Room } from '#contract/chat/room-id.ts';
import { eq, sql } from '#server/db/drizzle.ts';
import { blocks, conversations } from '#server/db/schema/chats.ts';
import { photos } from '#server/db/schema/photos.ts';
import { users } from '#server/db/schema/users.ts';
import { insertChatPhotos } from '#server/features/chat/photos/queries.ts';
import { openApp } from '#tests/support/app.ts';
import { openChatRooms } from '#tests/support/chat-rooms.ts';
import type { Student } from '#tests/support/factories.ts';
import { waitForBlockedSession } from '#tests/support/lock-waits.ts';
import { type Outcome, type OutgoingMessage, saveMessages } from './save.ts';

const t = await openApp();

const personOf = ({ id, token }: Student) => {
	const { sid, ver } = decodeJwt(token);
	return { id, sessionId: String(sid), version: Number(ver) };
};

const { createRoom, storedMessages, findParticipant } = openChatRooms(t);
const idOf = (outcome: Outcome | undefined) => (outcome && 'id' in outcome ? outcome.id : outcome);

/** Whether no other transaction has locked the conversation. */
async function tryToLock({ itemId, buyerId }: Room): Promise<{ isFree: boolean }> {
	const { rows } = await t.db.execute(sql`
		select 1 from ${conversations} where item_id = ${itemId} and buyer_id = ${buyerId}
		for no key update skip locked`);
	return { isFree: rows.length > 0 };
}

async function saveAlone(message: OutgoingMessage): Promise<Outcome | undefined> {
	const [outcome] = await saveMessages(t.db, [message]);
	return outcome;
}

async function saveInBatch(message: OutgoingMessage): Promise<Outcome | undefined> {
	const { buyer, room } = await createRoom();
	const other = { room, sender: personOf(buyer), body: 'Something else', clientId: null };
	const [, outcome] = await saveMessages(t.db, [other, message, other]);
	return outcome;
}

describe.each([
	['alone', saveAlone],
	['in a batch with others', saveInBatch],
])('a chat message saved %s', (_, store) => {
	const sent = (room: Room, sender: Student, body = 'Is it there?') => {
		return { room, sender: personOf(sender), body, clientId: randomUUID() };
	};

	test('a first message creates the chat, and an answer becomes the newest message of both sides', async () => {
		const { buyer, seller, room } = await createRoom();

		await store(sent(room, buyer));
		const outcome = await store(sent(room, seller, 'It is.'));

		const [first, second] = await storedMessages(room);
		expect(outcome).toMatchObject({ id: second?.id, body: 'It is.', receiverId: buyer.id });
		expect(await findParticipant(room, buyer.id)).toMatchObject({
			lastMessageId: second?.id,
			lastReceivedId: second?.id,
		});
		expect(await findParticipant(room, seller.id)).toMatchObject({
			lastMessageId: second?.id,
			lastReceivedId: first?.id,
		});
	});

	test('a resent message keeps its first text and leaves the newest and the last received message of its receiver as they are', async () => {
		const { buyer, seller, room } = await createRoom();
		const message = sent(room, buyer);
		const first = await store(message);
		await store(sent(room, seller, 'It is.'));
		const before = await findParticipant(room, seller.id);

		expect(await store({ ...message, body: 'Something new' })).toEqual(first);

		expect(await storedMessages(room)).toHaveLength(2);
		expect(await findParticipant(room, seller.id)).toEqual(before);
	});

	test('a message to a receiver who has blocked the sender becomes the newest message of the sender only', async () => {
		const { buyer, seller, room } = await createRoom();
		const first = await store(sent(room, buyer));
		await t.db.insert(blocks).values({ blockerId: seller.id, blockedId: buyer.id });

		const withheld = await store(sent(room, buyer, 'And now?'));

		expect(withheld).toMatchObject({ isHiddenFromRecipient: true });
		expect(await findParticipant(room, buyer.id)).toMatchObject({ lastMessageId: idOf(withheld) });
		expect(await findParticipant(room, seller.id)).toMatchObject({
			lastMessageId: idOf(first),
			lastReceivedId: idOf(first),
		});
	});

	test('a message is refused when the sender is not allowed to write in the chat', async () => {
		const { buyer, seller, room } = await createRoom();
		const senderWithOldToken = { ...personOf(buyer), version: 7 };

		expect([
			await store(sent(room, seller)),
			await store(sent(room, await t.student())),
			await store({ ...sent(room, buyer), sender: senderWithOldToken }),
		]).toEqual([{ reason: 'buyerFirst' }, { reason: 'notYours' }, { reason: 'signedOut' }]);
		await t.db.insert(blocks).values({ blockerId: buyer.id, blockedId: seller.id });
		expect(await store(sent(room, buyer))).toEqual({ reason: 'blockedByYou' });
		await t.db.update(users).set({ bannedAt: new Date() }).where(eq(users.id, seller.id));
		expect(await store(sent(room, buyer))).toEqual({ reason: 'closed' });
		expect(await storedMessages(room)).toEqual([]);
	});
});

test('when several servers save the same chat message at the same time, one message is stored', async () => {
	const { buyer, room } = await createRoom();
	const message = { room, sender: personOf(buyer), body: 'Once', clientId: randomUUID() };

	const outcomes = await Promise.all(
		Array.from({ length: 8 }, () => saveMessages(t.db, [message])),
	);

	const [only, ...others] = await storedMessages(room);
	expect(others).toEqual([]);
	expect(new Set(outcomes.map(([outcome]) => idOf(outcome)))).toEqual(new Set([only?.id]));
});

test('when two servers save the same chat message with different photos at the same time, the message gets the photos from one of them', async () => {
	await t.db.insert(photos).values({ hash: 'photo', width: 640, height: 480, thumbhash: '' });
	for (let round = 0; round < 10; round += 1) {
		const { buyer, room } = await createRoom();
		const message = { room, sender: personOf(buyer), body: 'Look', clientId: randomUUID() };
		await saveAlone({ ...message, clientId: randomUUID() });
		const photoIds = await insertChatPhotos(t.db, buyer.id, ['photo', 'photo']);

		const [first, second] = await Promise.all(
			photoIds.map((id) => saveAlone({ ...message, photoIds: [id] })),
		);

		expect(first).toMatchObject({ photoCount: 1 });
		expect(second).toEqual(first);
		expect(await storedMessages(room)).toHaveLength(2);
	}
});

test('when another server is opening a chat, a batch with a message for this chat locks the chat and stores the message', async () => {
	const [known, raced] = [await createRoom(), await createRoom()];
	const sent = ({ room, buyer }: typeof known) => {
		return { room, sender: personOf(buyer), body: 'Hello', clientId: null };
	};
	await saveMessages(t.db, [sent(known)]);
	const { saving, lock } = await t.db.transaction(async (opening) => {
		await opening.insert(conversations).values(raced.room);
		const lock = Promise.withResolvers<unknown>();
		const saving = t.db.transaction(async (tx) => {
			await saveMessages(tx, [sent(known), sent(raced)]);
			lock.resolve(await tryToLock(raced.room));
		});
		saving.catch(lock.reject);
		await waitForBlockedSession(t.url);
		return { saving, lock: lock.promise };
	});

	expect(await lock).toEqual({ isFree: false });
	await saving;
	expect(await storedMessages(raced.room)).toHaveLength(1);
});

test('when several servers save chat messages to the same rooms in different order at the same time, no deadlock occurs', async () => {
	const rooms = await Promise.all(Array.from({ length: 6 }, createRoom));
	const batch = (body: string) =>
		rooms.map(({ buyer, room }) => ({
			room,
			sender: personOf(buyer),
			body,
			clientId: null,
		}));

	const saved = await Promise.all(
		Array.from({ length: 10 }, (_, count) => {
			const sent = batch(`No. ${count}`);
			return saveMessages(t.db, count % 2 ? sent : sent.reverse());
		}),
	);

	expect(saved.flat().every((outcome) => 'id' in outcome)).toBe(true);
	for (const { room, seller } of rooms) {
		const stored = await storedMessages(room);
		const side = await findParticipant(room, seller.id);
		expect(stored).toHaveLength(10);
		expect(side?.lastReceivedId).toBe(stored.at(-1)?.id);
	}
});

test('the chat messages of a batch are stored in order, even when some messages are refused', async () => {
	const { buyer, seller, room } = await createRoom();
	const outsider = await t.student();
	const [buying, selling, strange] = [buyer, seller, outsider].map(personOf);
	if (!buying || !selling || !strange) throw new Error('Somebody is missing.');
	const sent = (sender: typeof buying, body: string) => ({ room, sender, body, clientId: null });

	await saveMessages(t.db, [sent(buying, 'Is it there?')]);
	const outcomes = await saveMessages(t.db, [
		sent(selling, 'It is.'),
		sent(strange, 'And for me?'),
		sent({ ...buying, id: seller.id }, 'Forged'),
		sent(buying, 'Good.'),
		sent({ ...selling, version: 7 }, 'Old'),
		sent(selling, 'When?'),
	]);

	expect(outcomes.map((outcome) => ('reason' in outcome ? outcome.reason : outcome.body))).toEqual([
		'It is.',
		'notYours',
		'signedOut',
		'Good.',
		'signedOut',
		'When?',
	]);
	expect((await storedMessages(room)).map(({ body }) => body)).toEqual([
		'Is it there?',
		'It is.',
		'Good.',
		'When?',
	]);
});
