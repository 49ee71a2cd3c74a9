import { expect, test } from 'vitest';
import { REALTIME_EVENTS } from '#contract/chat/facts.ts';
import { openApp } from '#tests/support/app.ts';
import { join, say, wordsOf } from '#tests/support/sockets.ts';
import { openTalk } from '#tests/support/talk.ts';

const t = await openApp();
const { connect, enter, parties } = await openTalk(t);
const { presence } = REALTIME_EVENTS;

/** A seller who has an empty chat open on two devices. */
async function waiting() {
	const all = await parties();
	const phone = await enter(all.seller, all.room);
	const laptop = await enter(all.seller, all.room);
	return { ...all, phone, laptop };
}

test('after a buyer’s first message the seller sees the buyer online, and later offline', async () => {
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

test('after their first message a buyer sees on all their devices that the seller is online, and later offline', async () => {
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

test('a buyer who has written nothing does not see whether the seller is online', async () => {
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

test('a buyer whose messages were all withheld by a block does not see the seller online, even after the block ends', async () => {
	const { buyer, seller, room } = await waiting();
	const buying = await enter(buyer, room);
	await t.as(seller).put(`/people/${buyer.id}/block`);
	await say(buying, room, 'Withheld');
	await t.as(seller).delete(`/people/${buyer.id}/block`);

	expect((await join(await connect(buyer), buyer, room)).isHere).toBe(false);
	await buying.caughtUp();
	expect(buying.heard(presence)).toEqual([]);
});

test('a seller does not see a blocked buyer online, but does after the buyer’s first message without the block', async () => {
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

test('a seller who joins while the first message is being sent sees that the buyer is online', async () => {
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

test('a buyer who joins on one device while their first message is sent from another sees that the seller is online', async () => {
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

test('a buyer’s first message sends no presence to the seller’s chat with another buyer', async () => {
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
