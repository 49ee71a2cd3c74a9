import { describe, expect, test } from 'vitest';
import { REALTIME_EVENTS } from '#contract/chat/facts.ts';
import { DEAL_ERRORS } from '#contract/deals/errors.ts';
import { DEAL_LIMITS } from '#contract/deals/facts.ts';
import { openApp } from '#tests/support/app.ts';
import { openDeals } from '#tests/support/deals.ts';
import { openSockets } from '#tests/support/sockets.ts';

const t = await openApp();
const sockets = await openSockets(t);
const { requestAction, doAction, readDeal, passTime, startSale, askAboutItem, eventsOf } =
	openDeals(t);

/** An item that is reserved for `holder`, with nobody in its queue yet. */
async function reservedSale() {
	const sale = await startSale();
	const holder = await t.student({ emailConfirmedAt: new Date() });
	await askAboutItem(holder, sale.itemId);
	await doAction(sale.seller, sale.itemId, holder, 'reserve', { hours: 24 });
	return { ...sale, holder };
}

test('when a reserved item is released, the first buyer in the queue gets a turn and can reserve the item', async () => {
	const { seller, buyer, other, holder, itemId } = await reservedSale();
	const first = await doAction(buyer, itemId, buyer, 'join-queue');
	const second = await doAction(other, itemId, other, 'join-queue');

	expect(first.queue).toEqual({ place: 1, length: 1, turnUntil: null });
	expect(second.queue).toEqual({ place: 2, length: 2, turnUntil: null });
	await doAction(seller, itemId, holder, 'release');
	const turn = await readDeal(buyer, itemId, buyer);
	expect(turn.queue).toMatchObject({ place: 1, length: 2, turnUntil: expect.any(String) });
	expect(turn.actions).toEqual(['take-turn', 'pass-turn']);
	expect((await readDeal(other, itemId, other)).actions).toEqual(['leave-queue']);
	const queue = (await t.as(seller).get(`/item/${itemId}/queue`)).json().queue;
	expect(queue).toMatchObject([
		{ place: 1, userId: buyer.id, turnUntil: turn.queue?.turnUntil },
		{ place: 2, userId: other.id, turnUntil: null },
	]);

	const taken = await doAction(buyer, itemId, buyer, 'take-turn');
	expect(taken).toMatchObject({ reservation: { amount: 450 }, queue: { place: null, length: 1 } });
	expect(await eventsOf(buyer, itemId, buyer)).toEqual(['queue-joined', 'turn-began', 'reserved']);
	const messages = (await t.as(seller).get(`/chat/conversation/${itemId}/${buyer.id}`)).json();
	expect(messages.at(-1).message).toMatch(/^Took it at ₹450\. Reserved until /);
});

test('when a turn lapses, the next buyer’s turn begins at that time; after the last turn the item is free', async () => {
	const { buyer, other, holder, itemId } = await reservedSale();
	await doAction(buyer, itemId, buyer, 'join-queue');
	await doAction(other, itemId, other, 'join-queue');
	const until = (await readDeal(holder, itemId, holder)).reservation?.until ?? '';
	await passTime(itemId, 31);

	const deal = await readDeal(other, itemId, other);

	// A turn lasts 6 hours, so the second turn ends 12 hours after the reservation. `passTime` has moved the end of the
	// reservation back by 31 hours since `until` was read.
	const hoursAfterEnd =
		(new Date(deal.queue?.turnUntil ?? 0).getTime() - new Date(until).getTime()) / 3_600_000;
	expect(Math.round(hoursAfterEnd)).toBe(12 - 31);
	expect((await readDeal(buyer, itemId, buyer)).actions).toEqual(['join-queue']);
	expect(
		await requestAction(buyer, itemId, buyer, 'take-turn').then((res) => res.json().code),
	).toBe(DEAL_ERRORS.noTurn.code);
	await passTime(itemId, 6);
	expect(await readDeal(other, itemId, other)).toMatchObject({ queue: null, actions: ['offer'] });
});

test('when the seller reserves for another buyer during a turn, the buyer with the turn stays first in the queue', async () => {
	const { seller, buyer, other, holder, itemId } = await reservedSale();
	await doAction(buyer, itemId, buyer, 'join-queue');
	await doAction(other, itemId, other, 'join-queue');
	await doAction(holder, itemId, holder, 'release');

	await doAction(seller, itemId, other, 'reserve', { hours: 48 });

	expect(await readDeal(buyer, itemId, buyer)).toMatchObject({
		queue: { place: 1, length: 1, turnUntil: null },
		actions: ['leave-queue'],
	});
});

test('the seller of an item, and nobody else, sees all buyers in its queue', async () => {
	const { seller, buyer, other, holder, itemId } = await reservedSale();
	for (const one of [buyer, other]) await doAction(one, itemId, one, 'join-queue');
	const queueFor = (who: typeof seller | null) => t.as(who).get(`/item/${itemId}/queue`);

	expect((await queueFor(seller)).json().queue).toMatchObject([
		{ place: 1, userId: buyer.id, userName: buyer.userName },
		{ place: 2, userId: other.id, userName: other.userName },
	]);
	for (const who of [buyer, other, holder, await t.student()]) {
		const res = await queueFor(who);
		expect(res.statusCode).toBe(403);
		expect(res.json()).not.toHaveProperty('queue');
	}
	expect((await queueFor(null)).statusCode).toBe(401);
});

test('when the first buyer in the queue leaves, is blocked or takes the turn, the buyer who becomes first gets a socket event', async () => {
	const { seller, buyer, other, holder, itemId } = await reservedSale();
	const [third, fourth] = [
		await t.student({ emailConfirmedAt: new Date() }),
		await t.student({ emailConfirmedAt: new Date() }),
	];
	for (const one of [buyer, other, third, fourth]) await doAction(one, itemId, one, 'join-queue');
	const changesOf = async (one: { id: number; token: string }) => ({
		waitForChange: (await sockets.connect(one)).waitFor,
		expected: { itemId, buyerId: one.id },
	});
	const [ofOther, ofThird, ofFourth] = [
		await changesOf(other),
		await changesOf(third),
		await changesOf(fourth),
	];

	await doAction(buyer, itemId, buyer, 'leave-queue');
	expect(await ofOther.waitForChange(REALTIME_EVENTS.dealChanged)).toEqual(ofOther.expected);
	await t.as(seller).put(`/people/${other.id}/block`);
	await readDeal(third, itemId, third);
	expect(await ofThird.waitForChange(REALTIME_EVENTS.dealChanged)).toEqual(ofThird.expected);
	await doAction(seller, itemId, holder, 'release');
	await doAction(third, itemId, third, 'take-turn');
	expect(await ofFourth.waitForChange(REALTIME_EVENTS.dealChanged)).toEqual(ofFourth.expected);
});

test('a buyer whose turn ends because the seller reserves for another buyer gets a socket event', async () => {
	const { seller, buyer, other, holder, itemId } = await reservedSale();
	await doAction(buyer, itemId, buyer, 'join-queue');
	await askAboutItem(other, itemId);
	await doAction(holder, itemId, holder, 'release');
	const { waitFor } = await sockets.connect(buyer);

	await doAction(seller, itemId, other, 'reserve', { hours: 48 });

	const change = await waitFor(REALTIME_EVENTS.dealChanged);
	expect(change).toEqual({ itemId, buyerId: buyer.id });
});

describe('limit of ten queues per buyer', () => {
	/** The buyer waits in one queue less than the limit, and not in the queues of the first two items. */
	async function almostAllQueues() {
		const { seller, holder, buyer } = await reservedSale();
		const itemIds: number[] = [];
		for (let count = 0; count <= DEAL_LIMITS.queuesMax; count++) {
			const { id } = await t.item(seller, { price: 450 });
			await askAboutItem(holder, id);
			await doAction(seller, id, holder, 'reserve', { hours: 24 });
			itemIds.push(id);
		}
		for (const id of itemIds.slice(2)) await doAction(buyer, id, buyer, 'join-queue');
		return { seller, holder, buyer, itemIds };
	}

	test('two simultaneous requests to join queues cannot exceed the limit of ten queues', async () => {
		const { buyer, itemIds } = await almostAllQueues();

		const answers = await Promise.all(
			itemIds.slice(0, 2).map((id) => requestAction(buyer, id, buyer, 'join-queue')),
		);

		expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
	});

	test('a queue in which the buyer’s turn has lapsed does not count towards the limit, even before a job has recorded the lapse', async () => {
		const { seller, holder, buyer, itemIds } = await almostAllQueues();
		const [first = 0, second = 0, lapsed = 0] = itemIds;
		await doAction(buyer, first, buyer, 'join-queue');
		expect((await readDeal(buyer, second, buyer)).queuesLeft).toBe(0);
		await doAction(seller, lapsed, holder, 'release');
		await passTime(lapsed, 7);

		await doAction(buyer, second, buyer, 'join-queue');

		expect((await readDeal(seller, second, buyer)).queuesLeft).toBeNull();
	});
});
