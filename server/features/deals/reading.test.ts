import { expect, test } from 'vitest';
import { DEAL_INPUT_ERRORS } from '#contract/deals/errors.ts';
import type { Deal } from '#contract/deals/schemas.ts';
import { openApp } from '#tests/support/app.ts';
import { openDeals } from '#tests/support/deals.ts';

const t = await openApp();
const { requestAction, doAction, readDeal, startSale, askAboutItem } = openDeals(t);

test('before the buyer has written, the buyer can read the deal and the seller gets 404', async () => {
	const { seller, buyer, itemId } = await startSale();

	expect((await readDeal(buyer, itemId, buyer)).actions).toEqual(['offer']);
	expect((await t.as(seller).get(`/deals/${itemId}/${buyer.id}`)).statusCode).toBe(404);
	await askAboutItem(buyer, itemId);
	expect((await readDeal(seller, itemId, buyer)).actions).toEqual(['reserve']);
});

test('another user’s requests to read or change a deal are refused with 403', async () => {
	const { buyer, other, itemId } = await startSale();

	const readResponse = await t.as(other).get(`/deals/${itemId}/${buyer.id}`);
	const changeResponse = await requestAction(other, itemId, buyer, 'offer', { amount: 300 });

	expect([readResponse.statusCode, changeResponse.statusCode]).toEqual([403, 403]);
	expect(changeResponse.json()).toMatchObject(DEAL_INPUT_ERRORS.notYours);
});

test('an unknown action on a deal is refused', async () => {
	const { buyer, itemId } = await startSale();

	const res = await t.as(buyer).post(`/deals/${itemId}/${buyer.id}/haggle`, {});

	expect(res.statusCode).toBe(400);
	expect(res.json()).toMatchObject(DEAL_INPUT_ERRORS.badAction);
});

test('a user’s deals are listed in pages with item and other user, the most recently changed first, and can be filtered by state and role', async () => {
	const buyer = await t.student();
	const sales = [await startSale(), await startSale(), await startSale()];
	for (const { itemId } of sales) await doAction(buyer, itemId, buyer, 'offer', { amount: 300 });
	const [first, second] = sales;
	if (!first || !second) throw new Error('There are three.');
	const { offer } = await readDeal(first.seller, first.itemId, buyer);
	await doAction(first.seller, first.itemId, buyer, 'decline-offer', { offerId: offer?.id });

	const openList = (await t.as(buyer).get('/deals?state=open')).json();
	const doneList = (await t.as(buyer).get('/deals?state=done')).json();
	const pageOne = (await t.as(buyer).get('/deals?role=buyer&limit=2')).json();
	const pageTwo = (
		await t.as(buyer).get(`/deals?role=buyer&limit=2&cursor=${pageOne.nextCursor}`)
	).json();

	const idsOf = ({ deals }: { deals: Deal[] }) => deals.map(({ itemId }) => itemId);
	const [one, two, three] = sales.map(({ itemId }) => itemId);
	expect(idsOf(openList)).toEqual([three, two]);
	expect(idsOf(doneList)).toEqual([one]);
	expect(idsOf(pageOne)).toEqual([one, three]);
	expect(idsOf(pageTwo)).toEqual([two]);
	expect(pageTwo.nextCursor).toBeNull();
	expect(openList.deals[1]).toMatchObject({
		role: 'buyer',
		item: { id: two, title: expect.any(String) },
		other: { id: second.seller.id },
	});
	expect((await t.as(buyer).get('/deals?role=seller')).json().deals).toEqual([]);
});

test('a seller can list only the reserved deal of an item that has several deals', async () => {
	const { seller, buyer, other, itemId } = await startSale();
	const { id: otherItemId } = await t.item(seller, { price: 450 });
	for (const id of [itemId, otherItemId]) {
		await askAboutItem(buyer, id);
		await doAction(seller, id, buyer, 'reserve', { hours: 48 });
	}
	await doAction(other, itemId, other, 'join-queue');

	const res = await t.as(seller).get(`/deals?role=seller&state=reserved&itemId=${itemId}&limit=1`);

	expect(res.json().deals).toMatchObject([{ itemId, buyerId: buyer.id }]);
});
