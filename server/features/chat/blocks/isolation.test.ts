import { describe, expect, test } from 'vitest';
import type { Receipt } from '#contract/chat/events.ts';
import { REALTIME_EVENTS } from '#contract/chat/facts.ts';
import { formatRoomId } from '#contract/chat/room-id.ts';
import { openApp } from '#tests/support/app.ts';
import { join, type Line, say, wordsOf } from '#tests/support/sockets.ts';
import { openTalk } from '#tests/support/talk.ts';

const t = await openApp();
const { connect, enter, talking, standing } = await openTalk(t);
const { presence, receipt, typing, markRead, markDelivered } = REALTIME_EVENTS;

type Talk = Awaited<ReturnType<typeof talking>>;
type Id = { success: boolean; id: number };

const block = ({ seller, buyer }: Talk) => t.as(seller).put(`/people/${buyer.id}/block`);
const unblock = ({ seller, buyer }: Talk) => t.as(seller).delete(`/people/${buyer.id}/block`);
const lastReceipt = (line: Line) => line.heard<Receipt>(receipt).at(-1);

/** The buyer writes one message while blocked and one after the block has ended. */
async function writtenAcross(talk: Talk) {
	const { buying, room } = talk;
	await block(talk);
	const { id: withheld } = (await say(buying, room, 'Hello?')) as Id;
	await unblock(talk);
	const { id: seen } = (await say(buying, room, 'Are you there?')) as Id;
	return { withheld, seen };
}

describe('a message withheld by a block', () => {
	test.each([
		['read', markRead],
		['delivered', markDelivered],
	])('always looks sent to its sender, even when later messages are %s', async (_, mark) => {
		const talk = await talking();
		const { buying, selling, seller, room } = talk;
		const { withheld, seen } = await writtenAcross(talk);

		await selling.ask(mark, { roomId: formatRoomId(room), messageId: seen });
		await buying.caughtUp();

		expect(lastReceipt(buying)).toMatchObject({
			userId: seller.id,
			deliveredId: seen,
			undeliveredIds: [withheld],
		});
	});

	test('is reported as undelivered when its sender joins or opens the chat, and when the other side connects', async () => {
		const talk = await talking();
		const { buying, selling, buyer, seller, room } = talk;
		selling.socket.close();
		await buying.hears(presence, 2);
		const { withheld, seen } = await writtenAcross(talk);
		const before = await join(buying, buyer, room);

		await connect(seller);
		await buying.hears(receipt);
		const joined = await join(buying, buyer, room);
		const opened = await t.as(buyer).get(`/chat/open/${room.itemId}/${seller.id}`);

		const told = { deliveredId: seen, undeliveredIds: [withheld] };
		expect(before.deliveredId).toBeLessThan(withheld);
		expect(before).not.toHaveProperty('undeliveredIds');
		expect(lastReceipt(buying)).toMatchObject(told);
		expect(joined).toMatchObject(told);
		expect(opened.json().chat).toMatchObject(told);
	});

	test('is not reported as undelivered while a block lasts', async () => {
		const talk = await talking();
		const { buying, selling, buyer, seller, room } = talk;
		const { withheld, seen } = await writtenAcross(talk);
		await block(talk);
		await selling.ask(markRead, { roomId: formatRoomId(room), messageId: seen });

		const joined = await join(buying, buyer, room);
		const opened = await t.as(buyer).get(`/chat/open/${room.itemId}/${seller.id}`);

		for (const told of [joined, opened.json().chat]) {
			expect(told.deliveredId).toBeLessThan(withheld);
			expect(told).not.toHaveProperty('undeliveredIds');
		}
	});

	test('is neither in its receiver’s history nor in their unread count', async () => {
		const talk = await talking();
		const { selling, seller, room } = talk;
		const { seen } = await writtenAcross(talk);

		const joined = await join(await connect(seller), seller, room);
		const { chats } = (await t.as(seller).get('/chats')).json();

		expect(wordsOf(selling)).not.toContain('Hello?');
		expect(joined.messages.map(({ message }) => message)).not.toContain('Hello?');
		expect(joined).not.toHaveProperty('undeliveredIds');
		expect(chats).toMatchObject([{ unread: 2, lastMessage: { id: seen } }]);
		expect(await standing(room, seller.id)).toMatchObject({ lastReceivedId: seen });
	});

	test('is not mentioned in a receipt when there is none', async () => {
		const { buying, selling, room } = await talking();
		const { id: messageId } = (await say(buying, room, 'Hello?')) as Id;

		await selling.ask(markRead, { roomId: formatRoomId(room), messageId });

		expect(await buying.hears(receipt)).not.toHaveProperty('undeliveredIds');
	});
});

describe('from the moment of a block,', () => {
	test('neither side sees in an open chat, on any device, that the other is online or typing', async () => {
		const talk = await talking();
		const { buying, selling, buyer, seller, room } = talk;
		const elsewhere = await enter(buyer, room);
		await buying.ask(typing, { roomId: formatRoomId(room), isTyping: true });

		await block(talk);

		const roomId = formatRoomId(room);
		for (const [line, ofId] of [
			[buying, seller.id],
			[elsewhere, seller.id],
			[selling, buyer.id],
		] as const) {
			await line.caughtUp();
			expect(line.heard(presence).at(-1)).toEqual({ userId: ofId, isHere: false });
			expect(line.heard(typing).at(-1)).toEqual({ roomId, userId: ofId, isTyping: false });
		}
	});

	test('other users in a chat with one of the two see no change', async () => {
		const talk = await talking();
		const other = await t.student();
		const room = { itemId: talk.room.itemId, buyerId: other.id };
		const line = await enter(other, room);
		await say(line, room, 'Is it there?');
		const heard = line.heard(presence).length;

		await block(talk);
		await line.caughtUp();

		expect(line.heard(presence)).toHaveLength(heard);
		expect(line.heard(typing)).toEqual([]);
	});

	test('no presence is sent for a user who is offline', async () => {
		const talk = await talking();
		talk.selling.socket.close();
		await talk.buying.hears(presence, 2);

		await block(talk);
		await talk.buying.caughtUp();

		expect(talk.buying.heard(presence)).toHaveLength(2);
		expect(talk.buying.heard(typing)).toEqual([]);
	});

	test('both sides see each other online again only when neither blocks the other any more', async () => {
		const talk = await talking();
		const { buying, selling, buyer, seller } = talk;
		await block(talk);
		await t.as(buyer).put(`/people/${seller.id}/block`);

		await unblock(talk);
		await buying.caughtUp();
		const between = buying.heard(presence).at(-1);
		await t.as(buyer).delete(`/people/${seller.id}/block`);
		await Promise.all([buying.caughtUp(), selling.caughtUp()]);

		expect(between).toEqual({ userId: seller.id, isHere: false });
		expect(buying.heard(presence).at(-1)).toEqual({ userId: seller.id, isHere: true });
		expect(selling.heard(presence).at(-1)).toEqual({ userId: buyer.id, isHere: true });
	});
});
