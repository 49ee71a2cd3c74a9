import { describe, expect, test } from 'vitest';
import type { Receipt } from '#contract/chat/events.ts';
import { REALTIME_EVENTS } from '#contract/chat/facts.ts';
import { formatRoomId } from '#contract/chat/room-id.ts';
import { sql } from '#server/db/drizzle.ts';
import { openApp } from '#tests/support/app.ts';
import { openChatConnections } from '#tests/support/chat-rooms.ts';
import { waitForBlockedSession } from '#tests/support/lock-waits.ts';
import {
	joinRoomAs,
	receivedTexts,
	sendMessage,
	type TestConnection,
} from '#tests/support/sockets.ts';

const t = await openApp();
const { connect, connectToRoom, startChat, findParticipant } = await openChatConnections(t);
const { presence, receipt, typing, markRead, markDelivered } = REALTIME_EVENTS;

type Conversation = Awaited<ReturnType<typeof startChat>>;
type Id = { success: boolean; id: number };

const block = ({ seller, buyer }: Conversation) => t.as(seller).put(`/people/${buyer.id}/block`);
const unblock = ({ seller, buyer }: Conversation) =>
	t.as(seller).delete(`/people/${buyer.id}/block`);
const lastReceipt = (connection: TestConnection) => connection.received<Receipt>(receipt).at(-1);

/**
 * The buyer writes one message while blocked and one after the block has ended.
 * @returns the ids of the hidden and of the visible message
 */
async function sendAcrossBlock(conversation: Conversation) {
	const { buying, room } = conversation;
	await block(conversation);
	const { id: withheld } = (await sendMessage(buying, room, 'Hello?')) as Id;
	await unblock(conversation);
	const { id: visible } = (await sendMessage(buying, room, 'Are you there?')) as Id;
	return { withheld, visible };
}

describe('messages hidden by a block', () => {
	test.each([
		['read', markRead],
		['delivered', markDelivered],
	])(
		'a message hidden by a block is never shown as delivered to its sender, even when later messages are %s',
		async (_, mark) => {
			const conversation = await startChat();
			const { buying, selling, seller, room } = conversation;
			const { withheld, visible } = await sendAcrossBlock(conversation);

			await selling.request(mark, { roomId: formatRoomId(room), messageId: visible });
			await buying.waitForPending();

			expect(lastReceipt(buying)).toMatchObject({
				userId: seller.id,
				deliveredId: visible,
				undeliveredIds: [withheld],
			});
		},
	);

	test('the sender sees a message hidden by a block as undelivered, after joining or opening the chat and after the receiver connects', async () => {
		const conversation = await startChat();
		const { buying, selling, buyer, seller, room } = conversation;
		selling.socket.close();
		await buying.waitFor(presence, 2);
		const { withheld, visible } = await sendAcrossBlock(conversation);
		const before = await joinRoomAs(buying, buyer, room);

		await connect(seller);
		await buying.waitFor(receipt);
		const joined = await joinRoomAs(buying, buyer, room);
		const opened = await t.as(buyer).get(`/chat/open/${room.itemId}/${seller.id}`);

		const payload = { deliveredId: visible, undeliveredIds: [withheld] };
		expect(before.deliveredId).toBeLessThan(withheld);
		expect(before).not.toHaveProperty('undeliveredIds');
		expect(lastReceipt(buying)).toMatchObject(payload);
		expect(joined).toMatchObject(payload);
		expect(opened.json().chat).toMatchObject(payload);
	});

	test('during a new block, a message hidden by an earlier block is not reported as undelivered', async () => {
		const conversation = await startChat();
		const { buying, selling, buyer, seller, room } = conversation;
		const { withheld, visible } = await sendAcrossBlock(conversation);
		await block(conversation);
		await selling.request(markRead, { roomId: formatRoomId(room), messageId: visible });

		const joined = await joinRoomAs(buying, buyer, room);
		const opened = await t.as(buyer).get(`/chat/open/${room.itemId}/${seller.id}`);

		for (const payload of [joined, opened.json().chat]) {
			expect(payload.deliveredId).toBeLessThan(withheld);
			expect(payload).not.toHaveProperty('undeliveredIds');
		}
	});

	test('a message hidden by a block appears neither in the receiver’s history nor in the receiver’s unread count', async () => {
		const conversation = await startChat();
		const { selling, seller, room } = conversation;
		const { visible } = await sendAcrossBlock(conversation);

		const joined = await joinRoomAs(await connect(seller), seller, room);
		const { chats } = (await t.as(seller).get('/chats')).json();

		expect(receivedTexts(selling)).not.toContain('Hello?');
		expect(joined.messages.map(({ message }) => message)).not.toContain('Hello?');
		expect(joined).not.toHaveProperty('undeliveredIds');
		expect(chats).toMatchObject([{ unread: 2, lastMessage: { id: visible } }]);
		expect(await findParticipant(room, seller.id)).toMatchObject({ lastReceivedId: visible });
	});

	test('a receipt mentions no undelivered messages when no message is hidden by a block', async () => {
		const { buying, selling, room } = await startChat();
		const { id: messageId } = (await sendMessage(buying, room, 'Hello?')) as Id;

		await selling.request(markRead, { roomId: formatRoomId(room), messageId });

		expect(await buying.waitFor(receipt)).not.toHaveProperty('undeliveredIds');
	});
});

describe('presence and typing after a block', () => {
	test('after a block, neither side sees in an open chat that the other side is online or typing', async () => {
		const conversation = await startChat();
		const { buying, selling, buyer, seller, room } = conversation;
		const otherConnection = await connectToRoom(buyer, room);
		await buying.request(typing, { roomId: formatRoomId(room), isTyping: true });

		await block(conversation);

		const roomId = formatRoomId(room);
		for (const [connection, ofId] of [
			[buying, seller.id],
			[otherConnection, seller.id],
			[selling, buyer.id],
		] as const) {
			await connection.waitForPending();
			expect(connection.received(presence).at(-1)).toEqual({ userId: ofId, isHere: false });
			expect(connection.received(typing).at(-1)).toEqual({ roomId, userId: ofId, isTyping: false });
		}
	});

	test('a block between two users sends no presence or typing events to a third user who has a chat with one of them', async () => {
		const conversation = await startChat();
		const other = await t.student();
		const room = { itemId: conversation.room.itemId, buyerId: other.id };
		const connection = await connectToRoom(other, room);
		await sendMessage(connection, room, 'Is it there?');
		await connection.waitFor(presence);

		await block(conversation);
		await connection.waitForPending();

		expect(connection.received(presence)).toHaveLength(1);
		expect(connection.received(typing)).toEqual([]);
	});

	test('a user who was already offline is not reported as offline again after a block', async () => {
		const conversation = await startChat();
		conversation.selling.socket.close();
		await conversation.buying.waitFor(presence, 2);

		await block(conversation);
		await conversation.buying.waitForPending();

		expect(conversation.buying.received(presence)).toHaveLength(2);
		expect(conversation.buying.received(typing)).toEqual([]);
	});

	test('a user who joins while the other side sets a block does not keep seeing the other side online', async () => {
		const conversation = await startChat();
		const { buyer, seller, room } = conversation;
		const connection = await connect(buyer);
		const { joining } = await t.db.transaction(async (tx) => {
			// The join waits for this lock, to read messages with photos. Then it reads whether there is a block.
			await tx.execute(sql`lock table chat_photos in access exclusive mode`);
			const joining = joinRoomAs(connection, buyer, room);
			await waitForBlockedSession(t.url);
			await block(conversation);
			return { joining };
		});

		const { isHere } = await joining;
		await connection.waitForPending();

		expect(isHere).toBe(false);
		expect(connection.received(presence)).toEqual([{ userId: seller.id, isHere: false }]);
	});

	test('both sides see each other online again only after all blocks between the two are removed', async () => {
		const conversation = await startChat();
		const { buying, selling, buyer, seller } = conversation;
		await block(conversation);
		await t.as(buyer).put(`/people/${seller.id}/block`);

		await unblock(conversation);
		await buying.waitForPending();
		const between = buying.received(presence).at(-1);
		await t.as(buyer).delete(`/people/${seller.id}/block`);
		await Promise.all([buying.waitForPending(), selling.waitForPending()]);

		expect(between).toEqual({ userId: seller.id, isHere: false });
		expect(buying.received(presence).at(-1)).toEqual({ userId: seller.id, isHere: true });
		expect(selling.received(presence).at(-1)).toEqual({ userId: buyer.id, isHere: true });
	});
});
