import { describe, expect, test } from 'vitest';
import { CHAT_EVENTS, CHAT_MESSAGES } from '#contract/chat/facts.ts';
import { openApp } from '#tests/support/app.ts';
import { type Line, say, wordsOf } from '#tests/support/sockets.ts';
import { openTalk } from '#tests/support/talk.ts';

const t = await openApp();
const { connect, enter, parties, stored } = await openTalk(t);
const { joinRoom, roomJoined, receiveMessage } = CHAT_EVENTS;

/** Sends a join request without waiting for the answer. */
const ask = (line: Line, itemId: number) =>
	line.socket.emit(joinRoom, { itemId, userType: 'buyer' });

describe('a message sent right after a join request', () => {
	test('is stored and reaches both sides, its sender after the room', async () => {
		const { buyer, seller, room, itemId } = await parties();
		const [buying, selling] = [await connect(buyer), await enter(seller, room)];

		ask(buying, itemId);
		const answer = await say(buying, room, 'Is it there?');

		const [row] = await stored(room);
		expect(answer).toEqual({ success: true, id: row?.id });
		expect(await selling.hears(receiveMessage)).toMatchObject({ id: row?.id });
		expect(await buying.hears(roomJoined)).toMatchObject({ messages: [] });
		expect(wordsOf(buying)).toEqual(['Is it there?']);
	});

	test('keeps its order with the messages sent after the room was joined', async () => {
		const { buyer, room, itemId } = await parties();
		const buying = await connect(buyer);
		const words = Array.from({ length: 40 }, (_, count) => `No. ${count}`);

		ask(buying, itemId);
		const sending = words.slice(0, 20).map((message) => say(buying, room, message));
		await buying.hears(roomJoined);
		sending.push(...words.slice(20).map((message) => say(buying, room, message)));
		await Promise.all(sending);

		expect((await stored(room)).map(({ body }) => body)).toEqual(words);
	});

	test('is accepted for the room joined last, and refused for the room before', async () => {
		const { buyer, room } = await parties();
		const next = await parties();
		const nextRoom = { ...next.room, buyerId: buyer.id };
		const buying = await enter(buyer, room);

		ask(buying, next.itemId);
		const [there, here] = await Promise.all([
			say(buying, nextRoom, 'And this one?'),
			say(buying, room, 'Hello?'),
		]);

		expect(there).toMatchObject({ success: true });
		expect(here).toEqual({ success: false, message: CHAT_MESSAGES.notJoined });
		expect([await stored(nextRoom), await stored(room)]).toMatchObject([
			[{ body: 'And this one?' }],
			[],
		]);
	});

	test('is refused when the join is refused, and the previous room stays joined', async () => {
		const { buyer, room } = await parties();
		const closed = await parties();
		const buying = await enter(buyer, room);

		buying.socket.emit(joinRoom, { itemId: closed.itemId, userType: 'buyer', buyerId: 1 });
		const [there, here] = await Promise.all([
			say(buying, closed.room, 'Hello?'),
			say(buying, room, 'Is it there?'),
		]);

		expect(there).toEqual({ success: false, message: CHAT_MESSAGES.notJoined });
		expect(here).toMatchObject({ success: true });
		expect(await stored(closed.room)).toEqual([]);
	});
});
