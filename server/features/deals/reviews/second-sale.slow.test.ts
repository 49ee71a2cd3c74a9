import { expect, test } from 'vitest';
import { openApp } from '#tests/support/app.ts';
import { openDeals } from '#tests/support/deals.ts';

/* An item that was sold, put on sale again, and sold to the same buyer once more. */

const t = await openApp();
const { doAction, readDeal, startSale, askAboutItem, sell, messagesOf } = openDeals(t);

const FIRST_REVIEW = { stars: 5, tags: ['on-time'], text: 'Works fine.' };
const SECOND_REVIEW = { stars: 2, tags: ['late-or-absent'], text: 'An hour late this time.' };
const OF_BUYER = { stars: 4, tags: [] };
const THANKS = { text: 'Thanks!' };

/** An item that is sold to the same buyer again, after a sale of which both sides have written a review. */
async function soldAgain() {
	const sale = await startSale();
	const { seller, buyer, itemId } = sale;
	await askAboutItem(buyer, itemId);
	await sell(seller, itemId, { buyerId: buyer.id });
	await doAction(buyer, itemId, buyer, 'confirm-sale');
	await doAction(buyer, itemId, buyer, 'review', FIRST_REVIEW);
	await doAction(seller, itemId, buyer, 'review', OF_BUYER);
	await t.as(await t.admin()).put(`/admin/items/${itemId}/relist`);
	await sell(seller, itemId, { buyerId: buyer.id });
	return sale;
}

const reviewsOf = async ({ id }: { id: number }) =>
	(await t.as(null).get(`/people/${id}/reviews`)).json().reviews;

test('while the buyer has not confirmed the second sale of an item, reviews of the first sale can be read and answered; they remain when the buyer denies it', async () => {
	const { seller, buyer, itemId } = await soldAgain();

	expect(await readDeal(seller, itemId, buyer)).toMatchObject({
		sale: { confirmed: 'waiting' },
		review: { mine: OF_BUYER, theirs: FIRST_REVIEW },
		actions: ['reply-review'],
	});
	const answered = await doAction(seller, itemId, buyer, 'reply-review', THANKS);
	expect(answered.review?.theirs?.answer?.text).toBe(THANKS.text);
	expect((await readDeal(buyer, itemId, buyer)).actions).toEqual([
		'confirm-sale',
		'deny-sale',
		'reply-review',
	]);

	const denied = await doAction(buyer, itemId, buyer, 'deny-sale');

	const ofBoth = { mine: FIRST_REVIEW, theirs: OF_BUYER };
	expect(denied).toMatchObject({ sale: { confirmed: 'no' }, review: ofBoth });
	expect(await reviewsOf(seller)).toMatchObject([FIRST_REVIEW]);
	expect(await reviewsOf(buyer)).toMatchObject([OF_BUYER]);
});

test('the second sale of an item has reviews and answers of its own, and each review event in the chat has the id of its sale', async () => {
	const { seller, buyer, itemId } = await soldAgain();
	const firstSaleId = (await readDeal(buyer, itemId, buyer)).review?.saleId;
	await doAction(seller, itemId, buyer, 'reply-review', THANKS);
	await doAction(buyer, itemId, buyer, 'confirm-sale');
	await doAction(buyer, itemId, buyer, 'review', SECOND_REVIEW);
	await doAction(seller, itemId, buyer, 'review', OF_BUYER);

	const { review } = await doAction(seller, itemId, buyer, 'reply-review', THANKS);

	const answer = { text: THANKS.text };
	expect(review?.theirs).toMatchObject({ ...SECOND_REVIEW, answer });
	expect(await reviewsOf(seller)).toMatchObject([
		{ ...SECOND_REVIEW, answer },
		{ ...FIRST_REVIEW, answer },
	]);
	expect(review?.saleId).not.toBe(firstSaleId);
	const messages = await messagesOf(buyer, itemId, buyer);
	const reviewed = messages.flatMap(({ event }) =>
		event?.type === 'reviewed' ? event.saleId : [],
	);
	expect(reviewed).toEqual([firstSaleId, firstSaleId, review?.saleId, review?.saleId]);
});
