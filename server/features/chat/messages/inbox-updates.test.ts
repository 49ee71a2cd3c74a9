import { expect, test } from 'vitest';
import { REALTIME_EVENTS } from '#contract/chat/facts.ts';
import { formatRoomId } from '#contract/chat/room-id.ts';
import { openApp } from '#tests/support/app.ts';
import { openSockets } from '#tests/support/sockets.ts';
import { createInboxUpdates } from './commands.ts';

const t = await openApp();
const { connect } = await openSockets(t);
const { chatChanged, notificationsChanged } = REALTIME_EVENTS;

/** A seller with one item and two buyers: two chats, and all three people are connected. */
async function openConnections() {
	const [seller, buyer, other] = [await t.student(), await t.student(), await t.student()];
	const { id: itemId } = await t.item(seller);
	const connections = [await connect(seller), await connect(buyer), await connect(other)] as const;
	const message = (id: number, by: number, buyerId = buyer.id, isHiddenFromRecipient = false) => ({
		id,
		room: { itemId, buyerId },
		senderId: by,
		isHiddenFromRecipient,
		receiverId: by === seller.id ? buyerId : seller.id,
		body: 'Is it there?',
		createdAt: new Date(),
		clientId: null,
		event: null,
		photos: [],
		photoCount: 0,
	});
	return { seller, buyer, other, itemId, connections, message };
}

test('chat messages stored in the same tick are announced in one event per chat, with the newest message id', async () => {
	const { seller, buyer, other, itemId, connections, message } = await openConnections();
	const [selling, buying, otherBuying] = connections;
	const inboxUpdates = createInboxUpdates(t.app.realtime);

	inboxUpdates.add(message(7, buyer.id));
	inboxUpdates.add(message(8, seller.id));
	inboxUpdates.add(message(9, other.id, other.id));
	await otherBuying.waitFor(chatChanged);
	await Promise.all(connections.map((connection) => connection.waitForPending()));

	const first = { roomId: formatRoomId({ itemId, buyerId: buyer.id }), messageId: 8 };
	const second = { roomId: formatRoomId({ itemId, buyerId: other.id }), messageId: 9 };
	expect(selling.received(chatChanged)).toEqual([first, second]);
	expect(buying.received(chatChanged)).toEqual([first]);
	expect(otherBuying.received(chatChanged)).toEqual([second]);
	expect(connections.map((connection) => connection.received(notificationsChanged))).toEqual([
		[{}],
		[{}],
		[],
	]);
});

test('only the sender gets an event about a chat message hidden by a block, even when the chat has other new messages', async () => {
	const { seller, buyer, connections, message } = await openConnections();
	const [selling, buying, otherBuying] = connections;
	const inboxUpdates = createInboxUpdates(t.app.realtime);

	inboxUpdates.add(message(7, seller.id));
	inboxUpdates.add(message(8, buyer.id, buyer.id, true));
	await buying.waitFor(chatChanged);
	await Promise.all(connections.map((connection) => connection.waitForPending()));

	expect(buying.received(chatChanged)).toMatchObject([{ messageId: 8 }]);
	expect(selling.received(chatChanged)).toMatchObject([{ messageId: 7 }]);
	expect(selling.received(notificationsChanged)).toEqual([]);
	expect(otherBuying.received(chatChanged)).toEqual([]);
});

test('when a block hides all new chat messages from the recipient, no event about unread badges is sent', async () => {
	const { buyer, connections, message } = await openConnections();
	const [, buying] = connections;

	createInboxUpdates(t.app.realtime).add(message(7, buyer.id, buyer.id, true));
	await buying.waitFor(chatChanged);
	await Promise.all(connections.map((connection) => connection.waitForPending()));

	for (const connection of connections)
		expect(connection.received(notificationsChanged)).toEqual([]);
});
