import { expect, test } from 'vitest';
import { openApp } from '#tests/support/app.ts';
import { openDeals } from '#tests/support/deals.ts';

/* An item that was sold, put on sale again, and sold to the same buyer once more. */

const t = await openApp();
const { doAction, readDeal, startSale, askAboutItem } = openDeals(t);

type Student = Awaited<ReturnType<typeof t.student>>;

const FIRST_REVIEW = { stars: 5, tags: ['on-time'], text: 'Works fine.' };
const SECOND_REVIEW = { stars: 2, tags: ['late-or-absent'], text: 'An hour late this time.' };
const THANKS = { text: 'Thanks!' };

const sell = (seller: Student, itemId: number, buyer: Student) =>
	t.as(seller).patch(`/item/mark-as-sold/${itemId}`, { buyerId: buyer.id });

/** An item that is on sale again after a sale of which both sides have written a review. */
async function relistedItem() {
	const sale = await startSale();
	const { seller, buyer, itemId } = sale;
	await askAboutItem(buyer, itemId);
	await sell(seller, itemId, buyer);
	await doAction(buyer, itemId, buyer, 'confirm-sale');
	await doAction(buyer, itemId, buyer, 'review', FIRST_REVIEW);
	await doAction(seller, itemId, buyer, 'review', { stars: 4, tags: [] });
	await t.as(await t.admin()).put(`/admin/items/${itemId}/relist`);
	return sale;
}

test('while the buyer has not confirmed the second sale of an item, reviews of the first sale can be read and answered', async () => {
	const { seller, buyer, itemId } = await relistedItem();
	await sell(seller, itemId, buyer);

	const waiting = await readDeal(seller, itemId, buyer);
	const answered = await doAction(seller, itemId, buyer, 'reply-review', THANKS);

	expect(waiting).toMatchObject({
		sale: { confirmed: 'waiting' },
		review: { mine: { stars: 4 }, theirs: FIRST_REVIEW },
		actions: ['reply-review'],
	});
	expect(answered.review?.theirs?.answer?.text).toBe(THANKS.text);
	expect((await readDeal(buyer, itemId, buyer)).actions).toEqual([
		'confirm-sale',
		'deny-sale',
		'reply-review',
	]);
});

test('when the buyer denies the second sale of an item, both reviews of the first sale remain', async () => {
	const { seller, buyer, itemId } = await relistedItem();
	await sell(seller, itemId, buyer);

	const deal = await doAction(buyer, itemId, buyer, 'deny-sale');

	const review = { stars: 4, tags: [] };
	expect(deal).toMatchObject({
		sale: { confirmed: 'no' },
		review: { mine: FIRST_REVIEW, theirs: review },
	});
	expect(await readDeal(seller, itemId, buyer)).toMatchObject({
		review: { mine: review, theirs: FIRST_REVIEW },
	});
	const reviewsOf = async ({ id }: Student) =>
		(await t.as(null).get(`/people/${id}/reviews`)).json().reviews;
	expect(await reviewsOf(seller)).toMatchObject([FIRST_REVIEW]);
	expect(await reviewsOf(buyer)).toMatchObject([review]);
});

test('reviews of the second sale of an item can be written and answered, even with the same answer text as before', async () => {
	const { seller, buyer, itemId } = await relistedItem();
	await doAction(seller, itemId, buyer, 'reply-review', THANKS);
	await sell(seller, itemId, buyer);
	await doAction(buyer, itemId, buyer, 'confirm-sale');

	await doAction(buyer, itemId, buyer, 'review', SECOND_REVIEW);
	await doAction(seller, itemId, buyer, 'review', { stars: 4, tags: [] });
	const answered = await doAction(seller, itemId, buyer, 'reply-review', THANKS);

	expect(answered.review?.theirs).toMatchObject({
		...SECOND_REVIEW,
		answer: { text: THANKS.text },
	});
	const { reviews } = (await t.as(null).get(`/people/${seller.id}/reviews`)).json();
	expect(reviews).toMatchObject([
		{ ...SECOND_REVIEW, answer: { text: THANKS.text } },
		{ ...FIRST_REVIEW, answer: { text: THANKS.text } },
	]);
});

test('when an item was sold twice, each review event in the chat has the id of its sale', async () => {
	const { seller, buyer, itemId } = await relistedItem();
	const firstSaleId = (await readDeal(buyer, itemId, buyer)).review?.saleId;
	await sell(seller, itemId, buyer);
	await doAction(buyer, itemId, buyer, 'confirm-sale');
	const secondSaleId = (await doAction(buyer, itemId, buyer, 'review', SECOND_REVIEW)).review
		?.saleId;

	const messages = (await t.as(buyer).get(`/chat/conversation/${itemId}/${buyer.id}`)).json();

	const events = messages.flatMap(({ event }: { event?: { type: string } }) => event ?? []);
	const reviewed = events.filter(({ type }: { type: string }) => type === 'reviewed');
	expect(reviewed).toEqual([
		{ type: 'reviewed', saleId: firstSaleId },
		{ type: 'reviewed', saleId: firstSaleId },
		{ type: 'reviewed', saleId: secondSaleId },
	]);
	expect(secondSaleId).not.toBe(firstSaleId);
});
