import { expect, test } from 'vitest';
import { REALTIME_EVENTS } from '#contract/chat/facts.ts';
import { openApp } from '#tests/support/app.ts';
import { openChatConnections } from '#tests/support/chat-rooms.ts';
import { openDeals } from '#tests/support/deals.ts';
import { joinRoomAs, receivedTexts, sendMessage } from '#tests/support/sockets.ts';

const t = await openApp();
const { connect, connectToRoom, createRoom } = await openChatConnections(t);
const { doAction } = openDeals(t);
const { presence } = REALTIME_EVENTS;

/** A seller who has an empty chat open on two devices. */
async function connectSeller() {
	const all = await createRoom();
	const phone = await connectToRoom(all.seller, all.room);
	const laptop = await connectToRoom(all.seller, all.room);
	return { ...all, phone, laptop };
}

test('after a buyer’s first message, the seller sees on all devices when the buyer goes online or offline', async () => {
	const { buyer, room, phone, laptop } = await connectSeller();
	const buying = await connectToRoom(buyer, room);

	await sendMessage(buying, room, 'Is it there?');
	await sendMessage(buying, room, 'Hello?');
	for (const connection of [phone, laptop]) await connection.waitFor(presence);
	buying.socket.close();

	for (const connection of [phone, laptop]) {
		await connection.waitFor(presence, 2);
		expect(connection.received(presence)).toEqual([
			{ userId: buyer.id, isHere: true },
			{ userId: buyer.id, isHere: false },
		]);
	}
});

test('after sending a first message, a buyer sees on all devices when the seller goes online or offline', async () => {
	const { buyer, seller, room, phone, laptop } = await connectSeller();
	const [buying, otherConnection] = [
		await connectToRoom(buyer, room),
		await connectToRoom(buyer, room),
	];

	await sendMessage(buying, room, 'Is it there?');
	await sendMessage(otherConnection, room, 'Hello?');
	for (const connection of [buying, otherConnection]) await connection.waitFor(presence);
	phone.socket.close();
	laptop.socket.close();

	for (const connection of [buying, otherConnection]) {
		await connection.waitFor(presence, 2);
		expect(connection.received(presence)).toEqual([
			{ userId: seller.id, isHere: true },
			{ userId: seller.id, isHere: false },
		]);
	}
});

test('a buyer who has written nothing does not see whether the seller is online', async () => {
	const { buyer, seller, room, phone, laptop } = await connectSeller();
	const [watching, writer] = [await connect(buyer), await t.student()];
	const writing = await connectToRoom(writer, { itemId: room.itemId, buyerId: writer.id });
	await sendMessage(writing, { itemId: room.itemId, buyerId: writer.id }, 'Is it there?');
	await writing.waitFor(presence);

	const { isHere } = await joinRoomAs(watching, buyer, room);
	phone.socket.close();
	laptop.socket.close();
	await writing.waitFor(presence, 2);
	await connect(seller);
	await writing.waitFor(presence, 3);

	await watching.waitForPending();
	expect(isHere).toBe(false);
	expect(watching.received(presence)).toEqual([]);
});

test('a buyer whose messages were all hidden by a block does not see the seller online, even after the block ends', async () => {
	const { buyer, seller, room } = await connectSeller();
	const buying = await connectToRoom(buyer, room);
	await t.as(seller).put(`/people/${buyer.id}/block`);
	await sendMessage(buying, room, 'Withheld');
	await t.as(seller).delete(`/people/${buyer.id}/block`);

	expect((await joinRoomAs(await connect(buyer), buyer, room)).isHere).toBe(false);
	await buying.waitForPending();
	expect(buying.received(presence)).toEqual([]);
});

test('a seller sees a blocked buyer online only after the block has ended and the buyer has written again', async () => {
	const { buyer, seller, room, phone } = await connectSeller();
	const buying = await connectToRoom(buyer, room);
	await t.as(seller).put(`/people/${buyer.id}/block`);

	await sendMessage(buying, room, 'Withheld');
	await phone.waitForPending();
	const before = phone.received(presence);
	await t.as(seller).delete(`/people/${buyer.id}/block`);
	await sendMessage(buying, room, 'Is it there?');

	expect(await phone.waitFor(presence)).toEqual({ userId: buyer.id, isHere: true });
	expect(before).toEqual([]);
	expect(receivedTexts(phone)).toEqual(['Is it there?']);
});

test('after a block that has hidden all messages of a buyer, an offer of the buyer shows each side that the other is online', async () => {
	const { buyer, seller, room, phone } = await connectSeller();
	const buying = await connectToRoom(buyer, room);
	await t.as(seller).put(`/people/${buyer.id}/block`);
	await sendMessage(buying, room, 'Withheld');
	await t.as(seller).delete(`/people/${buyer.id}/block`);

	await doAction(buyer, room.itemId, buyer, 'offer', { amount: 700 });

	expect(await phone.waitFor(presence)).toEqual({ userId: buyer.id, isHere: true });
	expect(await buying.waitFor(presence)).toEqual({ userId: seller.id, isHere: true });
	expect(phone.received(presence)).toHaveLength(1);
});

test('a seller who joins while the first message is being sent sees that the buyer is online', async () => {
	for (let round = 0; round < 10; round += 1) {
		const { buyer, seller, room } = await createRoom();
		const [buying, selling] = [await connectToRoom(buyer, room), await connect(seller)];

		const [{ isHere }] = await Promise.all([
			joinRoomAs(selling, seller, room),
			sendMessage(buying, room, 'Is it there?'),
		]);

		if (!isHere)
			expect(await selling.waitFor(presence)).toEqual({ userId: buyer.id, isHere: true });
	}
});

test('a buyer who joins on one device while their first message is sent from another sees that the seller is online', async () => {
	for (let round = 0; round < 10; round += 1) {
		const { buyer, seller, room } = await connectSeller();
		const [buying, joining] = [await connectToRoom(buyer, room), await connect(buyer)];

		const [{ isHere }] = await Promise.all([
			joinRoomAs(joining, buyer, room),
			sendMessage(buying, room, 'Is it there?'),
		]);

		if (!isHere)
			expect(await joining.waitFor(presence)).toEqual({ userId: seller.id, isHere: true });
	}
});

test('a buyer’s first message sends no presence to the seller’s chat with another buyer', async () => {
	const { buyer, seller, itemId, room, phone } = await connectSeller();
	const rival = await t.student();
	const otherChat = await connectToRoom(seller, { itemId, buyerId: rival.id });
	const rivalling = await connectToRoom(rival, { itemId, buyerId: rival.id });
	const buying = await connectToRoom(buyer, room);

	await sendMessage(buying, room, 'Is it there?');
	await phone.waitFor(presence);

	await Promise.all([otherChat, rivalling].map((connection) => connection.waitForPending()));
	expect([otherChat, rivalling].flatMap((connection) => connection.received(presence))).toEqual([]);
});
