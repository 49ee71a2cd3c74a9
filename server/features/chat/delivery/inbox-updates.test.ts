import { expect, test } from 'vitest';
import { REALTIME_EVENTS } from '#contract/chat/facts.ts';
import { formatRoomId } from '#contract/chat/room-id.ts';
import { openApp } from '#tests/support/app.ts';
import { openSockets } from '#tests/support/sockets.ts';
import { createInboxUpdates } from './inbox-updates.ts';

const t = await openApp();
const { connect } = await openSockets(t);
const { chatChanged, notificationsChanged: noticesChanged } = REALTIME_EVENTS;

/** A seller with one item and two buyers: two chats, and all three people are connected. */
async function parties() {
	const [seller, buyer, other] = [await t.student(), await t.student(), await t.student()];
	const { id: itemId } = await t.item(seller);
	const lines = [await connect(seller), await connect(buyer), await connect(other)] as const;
	const message = (id: number, by: number, buyerId = buyer.id, isHiddenFromRecipient = false) => ({
		...{ id, room: { itemId, buyerId }, senderId: by, isHiddenFromRecipient },
		receiverId: by === seller.id ? buyerId : seller.id,
		...{ body: 'Is it there?', createdAt: new Date(), clientId: null },
	});
	return { seller, buyer, other, itemId, lines, message };
}

test('messages stored in the same tick are announced together, with the newest message id of each chat', async () => {
	const { seller, buyer, other, itemId, lines, message } = await parties();
	const [selling, buying, otherwise] = lines;
	const news = createInboxUpdates(t.app.realtime);

	news.add(message(7, buyer.id));
	news.add(message(8, seller.id));
	news.add(message(9, other.id, other.id));
	await otherwise.hears(chatChanged);
	await Promise.all(lines.map((line) => line.caughtUp()));

	const first = { roomId: formatRoomId({ itemId, buyerId: buyer.id }), messageId: 8 };
	const second = { roomId: formatRoomId({ itemId, buyerId: other.id }), messageId: 9 };
	expect(selling.heard(chatChanged)).toEqual([first, second]);
	expect(buying.heard(chatChanged)).toEqual([first]);
	expect(otherwise.heard(chatChanged)).toEqual([second]);
	expect(lines.map((line) => line.heard(noticesChanged))).toEqual([[{}], [{}], []]);
});

test('only the sender is told of a withheld message, also when the chat has other new messages', async () => {
	const { seller, buyer, lines, message } = await parties();
	const [selling, buying, otherwise] = lines;
	const news = createInboxUpdates(t.app.realtime);

	news.add(message(7, seller.id));
	news.add(message(8, buyer.id, buyer.id, true));
	await buying.hears(chatChanged);
	await Promise.all(lines.map((line) => line.caughtUp()));

	expect(buying.heard(chatChanged)).toMatchObject([{ messageId: 8 }]);
	expect(selling.heard(chatChanged)).toMatchObject([{ messageId: 7 }]);
	expect(selling.heard(noticesChanged)).toEqual([]);
	expect(otherwise.heard(chatChanged)).toEqual([]);
});

test('no unread badge changes when every new message is withheld', async () => {
	const { buyer, lines, message } = await parties();
	const [, buying] = lines;

	createInboxUpdates(t.app.realtime).add(message(7, buyer.id, buyer.id, true));
	await buying.hears(chatChanged);
	await Promise.all(lines.map((line) => line.caughtUp()));

	for (const line of lines) expect(line.heard(noticesChanged)).toEqual([]);
});
