import { describe, expect, test } from 'vitest';
import { CHAT_ERRORS } from '#contract/chat/errors.ts';
import { REALTIME_EVENTS } from '#contract/chat/facts.ts';
import { formatRoomId } from '#contract/chat/room-id.ts';
import { sql } from '#server/db/drizzle.ts';
import { blocks, participants } from '#server/db/schema/chats.ts';
import { items } from '#server/db/schema/items.ts';
import { users } from '#server/db/schema/users.ts';
import { openApp } from '#tests/support/app.ts';
import { joinRoomAs, openSockets, type TestConnection } from '#tests/support/sockets.ts';

const t = await openApp();
const { connect, connectToRoom } = await openSockets(t);
const { markRead, markDelivered, receipt, presence, chatChanged, notificationsChanged } =
	REALTIME_EVENTS;

/** A chat with three visible messages of the buyer, one of the seller, and a hidden one; returns their ids. */
async function createChat() {
	const seller = await t.student({ userName: 'Ravi' });
	const buyer = await t.student({ userName: 'Asha' });
	const item = await t.item(seller);
	const room = await t.conversation(item, buyer);
	const first = await t.message(room, buyer, 'Is it there?');
	const second = await t.message(room, buyer, 'Hello?');
	const answer = await t.message(room, seller, 'Yes.');
	const last = await t.message(room, buyer, 'Good.');
	const withheld = await t.message(room, buyer, 'Hm.', { isHiddenFromRecipient: true });
	// With 0, connecting marks none of these messages as delivered.
	await t.db.update(participants).set({ lastReceivedId: 0 }).where(sql`item_id = ${item.id}`);
	return { seller, buyer, room, roomId: formatRoomId(room), first, second, answer, last, withheld };
}

async function findParticipant(user: { id: number }) {
	const [row] = await t.db.select().from(participants).where(sql`user_id = ${user.id}`);
	return { readId: row?.readId, deliveredId: row?.deliveredId };
}

const block = (blocker: { id: number }, blocked: { id: number }) =>
	t.db.insert(blocks).values({ blockerId: blocker.id, blockedId: blocked.id });

const sendMark = (connection: TestConnection, event: string, roomId: string, messageId: unknown) =>
	connection.request(event, { roomId, messageId });

describe('receipts', () => {
	test('the sender sees a message as delivered once a device of the receiver has got the message, even without opening the chat', async () => {
		const { buyer, seller, room, roomId, second } = await createChat();
		const [buying, phone] = [await connectToRoom(buyer, room), await connect(seller)];

		const answer = await sendMark(phone, markDelivered, roomId, second);

		expect(answer).toEqual({ success: true });
		expect(await buying.waitFor(receipt)).toEqual({
			roomId,
			userId: seller.id,
			readId: 0,
			deliveredId: second,
		});
		expect(await findParticipant(seller)).toEqual({ readId: 0, deliveredId: second });
	});

	test('the sender sees messages as read, and the reader’s other devices are notified to update the chat list', async () => {
		const { buyer, seller, room, roomId, last } = await createChat();
		const [buying, selling] = [await connectToRoom(buyer, room), await connectToRoom(seller, room)];
		const phone = await connect(seller);

		await sendMark(selling, markRead, roomId, last);

		expect(await buying.waitFor(receipt)).toMatchObject({ readId: last, deliveredId: last });
		expect(await phone.waitFor(chatChanged)).toEqual({ roomId, messageId: last });
		await phone.waitFor(notificationsChanged);
		await buying.waitForPending();
		expect([...buying.received(chatChanged), ...buying.received(notificationsChanged)]).toEqual([]);
		expect(selling.received(receipt)).toEqual([]);
	});

	test('the read and delivered positions of a chat only move forward', async () => {
		const { buyer, seller, room, roomId, first, last } = await createChat();
		const [buying, selling] = [await connectToRoom(buyer, room), await connectToRoom(seller, room)];
		await sendMark(selling, markRead, roomId, last);

		await sendMark(selling, markRead, roomId, first);
		await sendMark(selling, markDelivered, roomId, last);

		await buying.waitForPending();
		expect(await findParticipant(seller)).toEqual({ readId: last, deliveredId: last });
		expect(buying.received(receipt)).toHaveLength(1);
	});

	test('the read and delivered positions of a chat never move beyond the newest message that the user can see', async () => {
		const { seller, roomId, last, withheld } = await createChat();
		const connection = await connect(seller);

		await sendMark(connection, markDelivered, roomId, withheld);
		await sendMark(connection, markRead, roomId, Number.MAX_SAFE_INTEGER);

		expect(await findParticipant(seller)).toEqual({ readId: last, deliveredId: last });
	});

	test.each(['buyer', 'seller'] as const)(
		'after a block by the %s, no new receipt is sent, neither live nor on joining',
		async (by) => {
			const { buyer, seller, room, roomId, last } = await createChat();
			const buying = await connectToRoom(buyer, room);
			const selling = await connectToRoom(seller, room);
			const [blocker, blocked] = by === 'buyer' ? [buyer, seller] : [seller, buyer];
			await block(blocker, blocked);

			await sendMark(selling, markRead, roomId, last);

			await buying.waitForPending();
			expect(buying.received(receipt)).toEqual([]);
			expect(await selling.waitFor(chatChanged)).toEqual({ roomId, messageId: last });
			expect(await joinRoomAs(buying, buyer, room)).toMatchObject({
				readId: 0,
				deliveredId: 0,
				isHere: false,
			});
		},
	);

	test.each(['buyer', 'seller'] as const)(
		'after a block by the %s, earlier receipts stay and later receipts are hidden until both have removed their blocks',
		async (by) => {
			const { buyer, seller, room, roomId, second, last } = await createChat();
			const [buying, selling] = [await connectToRoom(buyer, room), await connect(seller)];
			await sendMark(selling, markDelivered, roomId, last);
			await sendMark(selling, markRead, roomId, second);
			const [blocker, blocked] = by === 'buyer' ? [buyer, seller] : [seller, buyer];
			await t.as(blocker).put(`/people/${blocked.id}/block`);

			await sendMark(selling, markRead, roomId, last);
			await t.as(blocked).put(`/people/${blocker.id}/block`);

			const expected = { readId: second, deliveredId: last };
			expect(await joinRoomAs(buying, buyer, room)).toMatchObject(expected);
			await t.as(blocker).delete(`/people/${blocked.id}/block`);
			expect(await joinRoomAs(buying, buyer, room)).toMatchObject(expected);
			await t.as(blocked).delete(`/people/${blocker.id}/block`);
			expect(await joinRoomAs(buying, buyer, room)).toMatchObject({
				readId: last,
				deliveredId: last,
			});
		},
	);

	test.each([markRead, markDelivered])(
		'a stranger who sends %s for a chat is refused',
		async (event) => {
			const { roomId, last, seller } = await createChat();
			const outsiderConnection = await connect(await t.student());

			const answer = await sendMark(outsiderConnection, event, roomId, last);

			expect(answer).toEqual({ success: false, ...CHAT_ERRORS.notYours });
			expect(await findParticipant(seller)).toEqual({ readId: 0, deliveredId: 0 });
		},
	);

	test('messages of a chat can still be marked as read after the item and the seller are banned', async () => {
		const { buyer, seller, room, roomId, answer } = await createChat();
		await t.db.update(items).set({ bannedAt: new Date() }).where(sql`id = ${room.itemId}`);
		await t.db.update(users).set({ bannedAt: new Date() }).where(sql`id = ${seller.id}`);

		const marked = await sendMark(await connect(buyer), markRead, roomId, answer);

		expect(marked).toEqual({ success: true });
		expect(await findParticipant(buyer)).toMatchObject({ readId: answer });
	});

	test('a user banned while connected cannot mark messages as read', async () => {
		const { roomId, last, seller } = await createChat();
		const connection = await connect(seller);
		await t.db.update(users).set({ bannedAt: new Date() }).where(sql`id = ${seller.id}`);

		expect(await sendMark(connection, markRead, roomId, last)).toMatchObject({ success: false });
		expect(await findParticipant(seller)).toEqual({ readId: 0, deliveredId: 0 });
	});
});

describe('messages sent while a user was offline', () => {
	test('waiting messages are marked as delivered when their receiver connects, even without opening the chat', async () => {
		const { buyer, seller, room, roomId, withheld } = await createChat();
		const buying = await connectToRoom(buyer, room);
		const id = await t.message(room, buyer, 'Are you there?');

		await connect(seller);

		const undeliveredIds = [withheld];
		const expected = { roomId, userId: seller.id, readId: 0, deliveredId: id, undeliveredIds };
		expect(await buying.waitFor(receipt)).toEqual(expected);
	});

	test('after a block, no receipt is sent to the blocked sender when the user connects', async () => {
		const { buyer, seller, room } = await createChat();
		const buying = await connectToRoom(buyer, room);
		await t.message(room, buyer, 'Are you there?');
		await block(seller, buyer);

		await (await connect(seller)).waitForPending();

		await buying.waitForPending();
		expect(buying.received(receipt)).toEqual([]);
	});
});

describe('presence', () => {
	test('a buyer with the chat open sees the seller come online, and go offline with the seller’s last device', async () => {
		const { buyer, seller, room } = await createChat();
		const buying = await connectToRoom(buyer, room);

		const phone = await connect(seller);
		await buying.waitFor(presence);
		const laptop = await connect(seller);
		phone.socket.close();
		laptop.socket.close();

		await buying.waitFor(presence, 2);
		expect(buying.received(presence)).toEqual([
			{ userId: seller.id, isHere: true },
			{ userId: seller.id, isHere: false },
		]);
	});

	test('a seller does not see whether a buyer who has never written is online', async () => {
		const [seller, buyer, student] = [await t.student(), await t.student(), await t.student()];
		const item = await t.item(seller);
		const otherRoom = await t.conversation(item, student);
		await t.message(otherRoom, student, 'Is it there?');
		const otherConnection = await connectToRoom(student, otherRoom);
		await connect(buyer);
		const selling = await connect(seller);

		const joined = await joinRoomAs(selling, seller, { itemId: item.id, buyerId: buyer.id });
		await (await connectToRoom(buyer, { itemId: item.id, buyerId: buyer.id })).waitForPending();
		selling.socket.close();

		await otherConnection.waitFor(presence, 2);
		expect(joined.isHere).toBe(false);
		expect(selling.received(presence)).toEqual([]);
	});

	test('a device on which a buyer switched to another chat no longer receives whether the first seller is online', async () => {
		const { buyer, seller, room } = await createChat();
		const other = await t.item(await t.student());
		const buying = await connectToRoom(buyer, room);
		await joinRoomAs(buying, buyer, { itemId: other.id, buyerId: buyer.id });
		const otherDevice = await connectToRoom(buyer, room);

		await connect(seller);

		await otherDevice.waitFor(presence);
		await buying.waitForPending();
		expect(buying.received(presence)).toEqual([]);
	});

	test('a blocked buyer does not see the seller come online', async () => {
		const { buyer, seller, room } = await createChat();
		const otherUser = await t.student();
		const otherRoom = await t.conversation({ id: room.itemId }, otherUser);
		await t.message(otherRoom, otherUser, 'Is it there?');
		const otherConnection = await connectToRoom(otherUser, otherRoom);
		const buying = await connectToRoom(buyer, room);
		await block(seller, buyer);

		await connect(seller);

		await otherConnection.waitFor(presence);
		await buying.waitForPending();
		expect(buying.received(presence)).toEqual([]);
	});
});
