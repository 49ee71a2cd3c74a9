import { describe, expect, test } from 'vitest';
import { REALTIME_EVENTS } from '#contract/chat/facts.ts';
import { DEAL_ERRORS } from '#contract/deals/errors.ts';
import { DEAL_LIMITS } from '#contract/deals/facts.ts';
import { inArray, sql } from '#server/db/drizzle.ts';
import { users } from '#server/db/schema/users.ts';
import { openApp } from '#tests/support/app.ts';
import { openDeals } from '#tests/support/deals.ts';
import { openSockets } from '#tests/support/sockets.ts';

const HOUR_MS = 3_600_000;

/** The time zone in which it is between 20 and 21 o'clock now: a turn has two hours until the night. */
function zoneAtEight(): string {
	const hoursAhead = ((20 - new Date().getUTCHours() + 9 + 24) % 24) - 9;
	// The sign in such a name is that of the time zone's distance to UTC turned round.
	return `Etc/GMT${hoursAhead < 0 ? '+' : '-'}${Math.abs(hoursAhead)}`;
}
/** How long a turn lasts that begins at that time: two hours, the ten of the night, and the other four. */
const EVENING_TURN_HOURS = 16;

const t = await openApp({ TIME_ZONE: zoneAtEight() });
const sockets = await openSockets(t);
const {
	requestAction,
	doAction,
	readDeal,
	passTime,
	startSale,
	confirmed,
	askAboutItem,
	messagesOf,
	eventsOf,
	notificationsOf,
	shownUntil,
} = openDeals(t);

/** Hours from now, to a quarter of an hour. */
const hoursUntil = (time?: string | null) =>
	Math.round(((Date.parse(time ?? '') - Date.now()) / HOUR_MS) * 4) / 4;

/** An item that is reserved for `holder`; `waiting` people are in its queue, in their order. */
async function reservedSale({ waiting = 0 } = {}) {
	const sale = await startSale();
	const holder = await confirmed();
	await askAboutItem(holder, sale.itemId);
	await doAction(sale.seller, sale.itemId, holder, 'reserve', { hours: 24 });
	const both = [sale.buyer, sale.other];
	for (const one of both.slice(0, waiting)) await doAction(one, sale.itemId, one, 'join-queue');
	return { ...sale, holder };
}

test('when a reserved item is released, the first buyer in the queue gets a turn of six hours, the night not counted, and can reserve the item', async () => {
	const { seller, buyer, other, holder, itemId } = await reservedSale({ waiting: 2 });
	expect((await readDeal(buyer, itemId, buyer)).queue).toEqual({
		place: 1,
		length: 2,
		turnUntil: null,
	});
	expect((await readDeal(other, itemId, other)).queue).toMatchObject({ place: 2, length: 2 });

	await doAction(seller, itemId, holder, 'release');

	const turn = await readDeal(buyer, itemId, buyer);
	const turnUntil = turn.queue?.turnUntil;
	expect(hoursUntil(turnUntil)).toBe(EVENING_TURN_HOURS);
	expect(turn.queue).toMatchObject({ place: 1, length: 2 });
	expect(turn.actions).toEqual(['take-turn', 'pass-turn']);
	expect((await readDeal(other, itemId, other)).actions).toEqual(['leave-queue']);
	expect((await readDeal(holder, itemId, holder)).actions).toEqual(['join-queue']);
	expect(await shownUntil(itemId)).toBe(turnUntil);
	expect((await t.as(seller).get(`/item/${itemId}/queue`)).json().queue).toMatchObject([
		{ place: 1, userId: buyer.id, userName: buyer.userName, turnUntil },
		{ place: 2, userId: other.id, turnUntil: null },
	]);

	const taken = await doAction(buyer, itemId, buyer, 'take-turn');
	expect(taken).toMatchObject({ reservation: { amount: 450 }, queue: { place: null, length: 1 } });
	expect(await eventsOf(buyer, itemId, buyer)).toEqual(['queue-joined', 'turn-began', 'reserved']);
	expect(await notificationsOf(buyer)).toEqual(['queue-turn']);
	expect(await notificationsOf(seller)).toEqual(['reservation']);
	const messages = await messagesOf(seller, itemId, buyer);
	expect(messages.at(-1)?.message).toMatch(/^Took it at ₹450\. Reserved until /);
});

test('when a turn lapses, the next buyer’s turn begins at that time; after the last turn the item is free', async () => {
	const { buyer, other, itemId } = await reservedSale({ waiting: 2 });
	// The reservation has ended seven hours ago, at one o'clock, and the first turn one hour ago.
	await passTime(itemId, 31);

	const deal = await readDeal(other, itemId, other);

	expect(hoursUntil(deal.queue?.turnUntil)).toBe(EVENING_TURN_HOURS - 1);
	expect((await readDeal(buyer, itemId, buyer)).actions).toEqual(['join-queue']);
	const late = await requestAction(buyer, itemId, buyer, 'take-turn');
	expect(late.json()).toMatchObject(DEAL_ERRORS.noTurn);
	await passTime(itemId, EVENING_TURN_HOURS);
	expect(await readDeal(other, itemId, other)).toMatchObject({ queue: null, actions: ['offer'] });
	expect(await eventsOf(other, itemId, other)).toEqual([
		'queue-joined',
		'turn-began',
		'turn-lapsed',
	]);
});

test('when the holder and the first twenty in the queue are banned at once, the turn of the next begins', async () => {
	const { holder, itemId } = await reservedSale();
	const buyers = await Promise.all(Array.from({ length: 21 }, () => confirmed()));
	for (const buyer of buyers) await doAction(buyer, itemId, buyer, 'join-queue');
	const [last] = buyers.slice(-1);
	if (!last) throw new Error('Nobody waits.');
	const banned = [holder, ...buyers.slice(0, -1)].map(({ id }) => id);

	await t.db.update(users).set({ bannedAt: sql`now()` }).where(inArray(users.id, banned));

	const { queue } = await readDeal(last, itemId, last);
	expect(queue).toMatchObject({ place: 1, length: 1, turnUntil: expect.any(String) });
});

test('a buyer who passes the turn leaves the queue, and comes last when joining again', async () => {
	const { buyer, other, holder, itemId } = await reservedSale({ waiting: 2 });
	await doAction(holder, itemId, holder, 'release');
	await doAction(buyer, itemId, buyer, 'pass-turn');

	const { queue } = await doAction(buyer, itemId, buyer, 'join-queue');

	expect(queue).toMatchObject({ place: 2, length: 2 });
	expect((await readDeal(other, itemId, other)).actions).toEqual(['take-turn', 'pass-turn']);
});

test('when the seller reserves for another buyer during a turn, the buyer with the turn stays first in the queue and gets only a socket event', async () => {
	const { seller, buyer, other, holder, itemId } = await reservedSale({ waiting: 2 });
	await doAction(holder, itemId, holder, 'release');
	const before = await notificationsOf(buyer);
	const { waitFor } = await sockets.connect(buyer);

	await doAction(seller, itemId, other, 'reserve', { hours: 48 });

	expect(await waitFor(REALTIME_EVENTS.dealChanged)).toEqual({ itemId, buyerId: buyer.id });
	expect(await readDeal(buyer, itemId, buyer)).toMatchObject({
		queue: { place: 1, length: 1, turnUntil: null },
		actions: ['leave-queue'],
	});
	expect(await notificationsOf(buyer)).toEqual(before);
	await doAction(seller, itemId, other, 'release');
	await doAction(buyer, itemId, buyer, 'take-turn');
	expect((await doAction(other, itemId, other, 'join-queue')).queue).toMatchObject({ place: 1 });
});

test('when the first buyer in the queue leaves, is blocked or takes the turn, the buyer who becomes first gets a socket event and no notification', async () => {
	const { seller, buyer, other, holder, itemId } = await reservedSale({ waiting: 2 });
	const [third, fourth] = [await confirmed(), await confirmed()];
	for (const one of [third, fourth]) await doAction(one, itemId, one, 'join-queue');
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
	expect(await notificationsOf(fourth)).toEqual([]);
	expect(await notificationsOf(seller)).toEqual(['reservation']);
});

test('a buyer without a confirmed address joins a queue once they have written in the chat', async () => {
	const { itemId } = await reservedSale();
	const unconfirmed = await t.student({ emailConfirmedAt: null });
	const join = () => requestAction(unconfirmed, itemId, unconfirmed, 'join-queue');

	const refused = await join();
	await askAboutItem(unconfirmed, itemId);
	const joined = await join();

	expect(refused.json()).toMatchObject({ ...DEAL_ERRORS.notAvailable, deal: { actions: [] } });
	expect(joined.json().deal.queue).toMatchObject({ place: 1, length: 1 });
});

test('of a hundred acts of ten buyers on one item at once, each is done or refused, and the item is held once at most', async () => {
	const { seller, holder, itemId } = await reservedSale();
	const buyers = await Promise.all(Array.from({ length: 10 }, () => confirmed()));
	const acts = Array.from({ length: 10 }, (_, round) =>
		buyers.map((buyer, index) => {
			const action = (['join-queue', 'leave-queue', 'take-turn', 'offer', 'pass-turn'] as const)[
				(round + index) % 5
			];
			return requestAction(buyer, itemId, buyer, action ?? 'offer', { amount: 300 + round });
		}),
	).flat();
	acts.splice(50, 0, requestAction(seller, itemId, holder, 'release'));

	const answers = await Promise.all(acts);

	const statuses = new Set(answers.map(({ statusCode }) => statusCode));
	expect(statuses).toEqual(new Set([200, 409]));
	const deals = await Promise.all(buyers.map((buyer) => readDeal(buyer, itemId, buyer)));
	const holders = deals.filter(({ reservation, queue }) => reservation ?? queue?.turnUntil);
	expect(holders.length).toBeLessThanOrEqual(1);
	const places = deals.flatMap(({ queue }) => queue?.place ?? []);
	expect(places.sort((a, b) => a - b)).toEqual(places.map((_, index) => index + 1));
});

describe('limit of ten queues per buyer', () => {
	/** The buyer waits in one queue less than the limit, and not in the queues of the first two items. */
	async function almostAllQueues() {
		const { seller, holder, buyer } = await reservedSale();
		const itemIds: number[] = [];
		for (let count = 0; count <= DEAL_LIMITS.queuesMax; count++) {
			const { id } = await t.item(seller, { price: 450 });
			// A seller reserves twelve times a day for a buyer.
			const ofItem = count === 2 ? holder : await confirmed();
			await askAboutItem(ofItem, id);
			await doAction(seller, id, ofItem, 'reserve', { hours: 24 });
			itemIds.push(id);
		}
		for (const id of itemIds.slice(2)) await doAction(buyer, id, buyer, 'join-queue');
		return { seller, holder, buyer, itemIds };
	}

	test('two simultaneous requests to join queues cannot exceed the limit; a queue in which the buyer’s turn has lapsed does not count, even before a job has recorded the lapse', async () => {
		const { seller, holder, buyer, itemIds } = await almostAllQueues();
		const [first = 0, second = 0, lapsed = 0] = itemIds;

		const answers = await Promise.all(
			[first, second].map((id) => requestAction(buyer, id, buyer, 'join-queue')),
		);

		expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
		const refused = answers[0]?.statusCode === 409 ? first : second;
		expect((await readDeal(buyer, refused, buyer)).queuesLeft).toBe(0);
		await doAction(seller, lapsed, holder, 'release');
		await passTime(lapsed, EVENING_TURN_HOURS + 1);
		await doAction(buyer, refused, buyer, 'join-queue');
		expect((await readDeal(seller, refused, buyer)).queuesLeft).toBeNull();
	});
});
