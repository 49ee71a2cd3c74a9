import { expect, test } from 'vitest';
import { DEAL_ERRORS } from '#contract/deals/errors.ts';
import { openApp } from '#tests/support/app.ts';
import { openDeals } from '#tests/support/deals.ts';

const t = await openApp();
const { requestAction, doAction, readDeal, startSale, askAboutItem, eventsOf, notificationsOf } =
	openDeals(t);

test('when the seller reserves an item for a buyer, other buyers’ offers lapse and new ones are refused', async () => {
	const { seller, buyer, other, itemId } = await startSale();
	await doAction(other, itemId, other, 'offer', { amount: 300 });
	await askAboutItem(buyer, itemId);

	const deal = await doAction(seller, itemId, buyer, 'reserve', { hours: 24 });

	expect(deal).toMatchObject({ role: 'seller', reservation: { amount: 450 } });
	expect(await readDeal(other, itemId, other)).toMatchObject({
		offer: null,
		reservation: null,
		queue: { place: null, length: 0 },
		actions: ['join-queue'],
	});
	expect(await eventsOf(other, itemId, other)).toEqual(['offer-made', 'offer-lapsed']);
	const offered = await requestAction(other, itemId, other, 'offer', { amount: 400 });
	expect(offered.statusCode).toBe(409);
	expect(offered.json()).toMatchObject({ ...DEAL_ERRORS.reservedForOther });
});

test.each(['buyer', 'seller'] as const)(
	'the %s can release a reservation, which ends it and notifies the other side',
	async (role) => {
		const sale = await startSale();
		const { seller, buyer, itemId } = sale;
		await askAboutItem(buyer, itemId);
		await doAction(seller, itemId, buyer, 'reserve', { hours: 48 });

		const deal = await doAction(sale[role], itemId, buyer, 'release');

		expect(deal.reservation).toBeNull();
		expect(await readDeal(buyer, itemId, buyer)).toMatchObject({
			reservation: null,
			actions: ['offer'],
		});
		expect(await eventsOf(buyer, itemId, buyer)).toEqual(['reserved', 'released']);
		const notified = { buyer: ['reservation'], seller: [] as string[] };
		notified[role === 'buyer' ? 'seller' : 'buyer'].push('reservation');
		expect(await notificationsOf(buyer)).toEqual(notified.buyer);
		expect(await notificationsOf(seller)).toEqual(notified.seller);
	},
);

test('after a release, retries of the release and of the reservation change nothing, but a new reservation request succeeds', async () => {
	const { seller, buyer, itemId } = await startSale();
	await askAboutItem(buyer, itemId);
	await doAction(seller, itemId, buyer, 'reserve', { hours: 48 });
	await doAction(buyer, itemId, buyer, 'release', { reason: 'I found another.' });
	const before = await eventsOf(buyer, itemId, buyer);

	const again = await requestAction(buyer, itemId, buyer, 'release', {
		reason: 'I found another.',
	});
	const repeated = await requestAction(seller, itemId, buyer, 'reserve', { hours: 48 });

	expect([again.statusCode, repeated.statusCode]).toEqual([200, 200]);
	expect(repeated.json().deal.reservation).toBeNull();
	expect(await eventsOf(buyer, itemId, buyer)).toEqual(before);
	const clientId = '0b1c5d0e-3f0a-4c55-9d5b-0a8d4f1f2c11';
	const anew = await doAction(seller, itemId, buyer, 'reserve', { hours: 48, clientId });
	expect(anew.reservation).not.toBeNull();
});
