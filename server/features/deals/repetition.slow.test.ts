import { expect, test } from 'vitest';
import { DEAL_ERRORS } from '#contract/deals/errors.ts';
import { openApp } from '#tests/support/app.ts';
import { openDeals } from '#tests/support/deals.ts';

const t = await openApp();
const { requestAction, doAction, readDeal, passTime } = openDeals(t);

/** An item that is reserved for one buyer, with another in the queue. */
async function createReservation() {
	const [seller, holder, next] = [
		await t.student({ emailConfirmedAt: new Date() }),
		await t.student({ emailConfirmedAt: new Date() }),
		await t.student({ emailConfirmedAt: new Date() }),
	];
	const { id: itemId } = await t.item(seller, { price: 450 });
	const { offer } = await doAction(holder, itemId, holder, 'offer', { amount: 360 });
	await doAction(seller, itemId, holder, 'accept-offer', { offerId: offer?.id });
	await doAction(next, itemId, next, 'join-queue');
	return { seller, holder, next, itemId };
}

test('a release sent again after the next buyer has reserved the item is answered with 200 and changes nothing', async () => {
	const { holder, next, itemId } = await createReservation();
	await doAction(holder, itemId, holder, 'release');
	await doAction(next, itemId, next, 'take-turn');

	const res = await requestAction(holder, itemId, holder, 'release');

	expect(res.statusCode).toBe(200);
	expect((await readDeal(next, itemId, next)).reservation).toMatchObject({ amount: 450 });
});

test('a buyer who left the queue because the seller reserved the item for them can join the queue again later', async () => {
	const { seller, holder, next, itemId } = await createReservation();
	await doAction(holder, itemId, holder, 'release');
	await doAction(seller, itemId, next, 'reserve', { hours: 24 });
	await doAction(seller, itemId, next, 'release');
	await doAction(seller, itemId, holder, 'reserve', { hours: 24 });

	const deal = await doAction(next, itemId, next, 'join-queue');

	expect(deal.queue).toMatchObject({ place: 1, length: 1 });
});

test('an item cannot be reserved for a banned buyer', async () => {
	const { seller, next, itemId } = await createReservation();
	await passTime(itemId, 49);
	const admin = await t.admin({ roleLevel: 'super_admin' });
	await t.as(admin).put(`/admin/users/${next.id}/ban`, { reason: 'Spam.' });

	const res = await requestAction(seller, itemId, next, 'reserve', { hours: 24 });

	expect(res.statusCode).toBe(409);
	expect(res.json()).toMatchObject({ code: DEAL_ERRORS.notAvailable.code, deal: { actions: [] } });
});

test('a counter-offer to a withdrawn offer is refused, even if it equals a counter-offer to an earlier offer', async () => {
	const [seller, buyer] = [await t.student(), await t.student()];
	const { id: itemId } = await t.item(seller, { price: 450 });
	const first = await doAction(buyer, itemId, buyer, 'offer', { amount: 300 });
	expect(first.offer).not.toBeNull();
	const { offer: counter } = await doAction(seller, itemId, buyer, 'counter-offer', {
		amount: 400,
	});
	expect(
		(await requestAction(seller, itemId, buyer, 'counter-offer', { amount: 400 })).statusCode,
	).toBe(200);
	await doAction(buyer, itemId, buyer, 'decline-offer', { offerId: counter?.id });
	const { offer } = await doAction(buyer, itemId, buyer, 'offer', { amount: 320 });
	await doAction(buyer, itemId, buyer, 'withdraw-offer', { offerId: offer?.id });

	const res = await requestAction(seller, itemId, buyer, 'counter-offer', { amount: 400 });

	expect(res.json()).toMatchObject(DEAL_ERRORS.alreadyDecided);
});

test('a buyer cannot take a turn that has lapsed, even after taking an earlier turn', async () => {
	const { holder, next, itemId } = await createReservation();
	await doAction(holder, itemId, holder, 'release');
	await doAction(next, itemId, next, 'take-turn');
	await doAction(holder, itemId, holder, 'join-queue');
	await doAction(next, itemId, next, 'release');
	await doAction(holder, itemId, holder, 'take-turn');
	await doAction(next, itemId, next, 'join-queue');
	await doAction(holder, itemId, holder, 'release');
	await passTime(itemId, 7);

	const res = await requestAction(next, itemId, next, 'take-turn');

	expect(res.statusCode).toBe(409);
});
