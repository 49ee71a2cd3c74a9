import { expect, test } from 'vitest';
import { DEAL_ERRORS } from '#contract/deals/errors.ts';
import { openApp } from '#tests/support/app.ts';
import { openDeals } from '#tests/support/deals.ts';

const t = await openApp();
const { act, done, read, passTime, startSale, ask, eventsOf } = openDeals(t);

async function reservedSale() {
	const sale = await startSale();
	const holder = await t.student();
	await ask(holder, sale.itemId);
	await done(sale.seller, sale.itemId, holder, 'reserve', { hours: 24 });
	return { ...sale, holder };
}

test('people queue for a reserved item, and the first has a turn when it is released, and can take it', async () => {
	const { seller, buyer, other, holder, itemId } = await reservedSale();
	const first = await done(buyer, itemId, buyer, 'join-queue');
	const second = await done(other, itemId, other, 'join-queue');

	expect(first.queue).toEqual({ place: 1, length: 1, turnUntil: null });
	expect(second.queue).toEqual({ place: 2, length: 2, turnUntil: null });
	await done(seller, itemId, holder, 'release');
	const turn = await read(buyer, itemId, buyer);
	expect(turn.queue).toMatchObject({ place: 1, length: 2, turnUntil: expect.any(String) });
	expect(turn.actions).toEqual(['take-turn', 'pass-turn']);
	expect((await read(other, itemId, other)).actions).toEqual(['leave-queue']);
	const queue = (await t.as(seller).get(`/item/${itemId}/queue`)).json().queue;
	expect(queue).toMatchObject([
		{ place: 1, userId: buyer.id, turnUntil: turn.queue?.turnUntil },
		{ place: 2, userId: other.id, turnUntil: null },
	]);

	const taken = await done(buyer, itemId, buyer, 'take-turn');
	expect(taken).toMatchObject({ reservation: { amount: 450 }, queue: { place: null, length: 1 } });
	expect(await eventsOf(buyer, itemId, buyer)).toEqual(['queue-joined', 'turn-began', 'reserved']);
	const messages = (await t.as(seller).get(`/chat/conversation/${itemId}/${buyer.id}`)).json();
	expect(messages.at(-1).message).toMatch(/^Took it at ₹450\. Reserved until /);
});

test('a turn that lapses passes to the next, counted from the end before, and after the last the item is free', async () => {
	const { buyer, other, holder, itemId } = await reservedSale();
	await done(buyer, itemId, buyer, 'join-queue');
	await done(other, itemId, other, 'join-queue');
	const until = (await read(holder, itemId, holder)).reservation?.until ?? '';
	await passTime(itemId, 31);

	const deal = await read(other, itemId, other);

	// A turn lasts six hours, so the second ends twelve after the reservation; it has moved back by 31 hours since.
	const hoursAfterEnd =
		(new Date(deal.queue?.turnUntil ?? 0).getTime() - new Date(until).getTime()) / 3_600_000;
	expect(Math.round(hoursAfterEnd)).toBe(12 - 31);
	expect((await read(buyer, itemId, buyer)).actions).toEqual(['join-queue']);
	expect(await act(buyer, itemId, buyer, 'take-turn').then((res) => res.json().code)).toBe(
		DEAL_ERRORS.noTurn.code,
	);
	await passTime(itemId, 6);
	expect(await read(other, itemId, other)).toMatchObject({ queue: null, actions: ['offer'] });
});

test('the seller reserves for another while a turn runs, and who was passed over keeps the place', async () => {
	const { seller, buyer, other, holder, itemId } = await reservedSale();
	await done(buyer, itemId, buyer, 'join-queue');
	await done(other, itemId, other, 'join-queue');
	await done(holder, itemId, holder, 'release');

	await done(seller, itemId, other, 'reserve', { hours: 48 });

	expect(await read(buyer, itemId, buyer)).toMatchObject({
		queue: { place: 1, length: 1, turnUntil: null },
		actions: ['leave-queue'],
	});
});

test('only the seller sees the queue', async () => {
	const { buyer, itemId } = await reservedSale();

	expect((await t.as(buyer).get(`/item/${itemId}/queue`)).statusCode).toBe(403);
});
