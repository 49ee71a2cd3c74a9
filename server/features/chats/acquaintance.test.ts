import { expect, test } from 'vitest';
import { LIVE_EVENTS } from '#contract/chat-facts.ts';
import { openApp } from '#tests/support/app.ts';
import { join, say, wordsOf } from '#tests/support/sockets.ts';
import { openTalk } from '#tests/support/talk.ts';

const t = await openApp();
const { connect, enter, parties } = await openTalk(t);
const { presence } = LIVE_EVENTS;

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

test('only the seller of the chat hears of it', async () => {
	const { buyer, seller, itemId, room, phone } = await waiting();
	const rival = await t.student();
	const beside = await enter(seller, { itemId, buyerId: rival.id });
	const [buying, elsewhere] = [await enter(buyer, room), await enter(buyer, room)];

	await say(buying, room, 'Is it there?');
	await phone.hears(presence);

	await Promise.all([beside, buying, elsewhere].map((line) => line.caughtUp()));
	expect([beside, buying, elsewhere].flatMap((line) => line.heard(presence))).toEqual([]);
});
