import { expect, test } from 'vitest';
import { REALTIME_EVENTS } from '#contract/chat/facts.ts';
import { openApp } from '#tests/support/app.ts';
import { join, say, wordsOf } from '#tests/support/sockets.ts';
import { openTalk } from '#tests/support/talk.ts';

const t = await openApp();
const { connect, enter, parties } = await openTalk(t);
const { presence } = REALTIME_EVENTS;

/** A seller who has opened a chat on two devices in which nothing has been said. */
async function waiting() {
	const all = await parties();
	const phone = await enter(all.seller, all.room);
	const laptop = await enter(all.seller, all.room);
	return { ...all, phone, laptop };
}

test('with a buyer’s first words the seller hears that they are here, and later that they have gone', async () => {
	const { buyer, room, phone, laptop } = await waiting();
	const buying = await enter(buyer, room);

	await say(buying, room, 'Is it there?');
	await say(buying, room, 'Hello?');
	for (const line of [phone, laptop]) await line.hears(presence);
	buying.socket.close();

	for (const line of [phone, laptop]) {
		await line.hears(presence, 2);
		expect(line.heard(presence)).toEqual([
			{ userId: buyer.id, isHere: true },
			{ userId: buyer.id, isHere: false },
		]);
	}
});

test('with their first words a buyer hears on all their devices that the seller is here, and later that they have gone', async () => {
	const { buyer, seller, room, phone, laptop } = await waiting();
	const [buying, elsewhere] = [await enter(buyer, room), await enter(buyer, room)];

	await say(buying, room, 'Is it there?');
	await say(elsewhere, room, 'Hello?');
	for (const line of [buying, elsewhere]) await line.hears(presence);
	phone.socket.close();
	laptop.socket.close();

	for (const line of [buying, elsewhere]) {
		await line.hears(presence, 2);
		expect(line.heard(presence)).toEqual([
			{ userId: seller.id, isHere: true },
			{ userId: seller.id, isHere: false },
		]);
	}
});

test('a buyer who has written nothing is not told whether the seller is here, comes or goes', async () => {
	const { buyer, seller, room, phone, laptop } = await waiting();
	const [watching, writer] = [await connect(buyer), await t.student()];
	const writing = await enter(writer, { itemId: room.itemId, buyerId: writer.id });
	await say(writing, { itemId: room.itemId, buyerId: writer.id }, 'Is it there?');
	await writing.hears(presence);

	const { isHere } = await join(watching, buyer, room);
	phone.socket.close();
	laptop.socket.close();
	await writing.hears(presence, 2);
	await connect(seller);
	await writing.hears(presence, 3);

	await watching.caughtUp();
	expect(isHere).toBe(false);
	expect(watching.heard(presence)).toEqual([]);
});

test('nor is one of whose words a block has withheld all, once it is lifted', async () => {
	const { buyer, seller, room } = await waiting();
	const buying = await enter(buyer, room);
	await t.as(seller).put(`/people/${buyer.id}/block`);
	await say(buying, room, 'Withheld');
	await t.as(seller).delete(`/people/${buyer.id}/block`);

	expect((await join(await connect(buyer), buyer, room)).isHere).toBe(false);
	await buying.caughtUp();
	expect(buying.heard(presence)).toEqual([]);
});

test('of a buyer whom they have blocked the seller hears nothing, and with the first words afterwards that they are here', async () => {
	const { buyer, seller, room, phone } = await waiting();
	const buying = await enter(buyer, room);
	await t.as(seller).put(`/people/${buyer.id}/block`);

	await say(buying, room, 'Withheld');
	await phone.caughtUp();
	const before = phone.heard(presence);
	await t.as(seller).delete(`/people/${buyer.id}/block`);
	await say(buying, room, 'Is it there?');

	expect(await phone.hears(presence)).toEqual({ userId: buyer.id, isHere: true });
	expect(before).toEqual([]);
	expect(wordsOf(phone)).toEqual(['Is it there?']);
});

test('a seller who joins while the first words come knows afterwards that the buyer is here', async () => {
	for (let round = 0; round < 10; round += 1) {
		const { buyer, seller, room } = await parties();
		const [buying, selling] = [await enter(buyer, room), await connect(seller)];

		const [{ isHere }] = await Promise.all([
			join(selling, seller, room),
			say(buying, room, 'Is it there?'),
		]);

		if (!isHere) expect(await selling.hears(presence)).toEqual({ userId: buyer.id, isHere: true });
	}
});

test('a buyer who joins on one device while their first words come from another knows afterwards that the seller is here', async () => {
	for (let round = 0; round < 10; round += 1) {
		const { buyer, seller, room } = await waiting();
		const [buying, joining] = [await enter(buyer, room), await connect(buyer)];

		const [{ isHere }] = await Promise.all([
			join(joining, buyer, room),
			say(buying, room, 'Is it there?'),
		]);

		if (!isHere) expect(await joining.hears(presence)).toEqual({ userId: seller.id, isHere: true });
	}
});

test('nobody hears of it in the seller’s chat with somebody else', async () => {
	const { buyer, seller, itemId, room, phone } = await waiting();
	const rival = await t.student();
	const beside = await enter(seller, { itemId, buyerId: rival.id });
	const rivalling = await enter(rival, { itemId, buyerId: rival.id });
	const buying = await enter(buyer, room);

	await say(buying, room, 'Is it there?');
	await phone.hears(presence);

	await Promise.all([beside, rivalling].map((line) => line.caughtUp()));
	expect([beside, rivalling].flatMap((line) => line.heard(presence))).toEqual([]);
});
