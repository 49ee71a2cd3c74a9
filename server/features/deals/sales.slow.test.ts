import { describe, expect, test } from 'vitest';
import { DEAL_ERRORS, DEAL_INPUT_ERRORS } from '#contract/deals/errors.ts';
import { sql } from '#server/db/drizzle.ts';
import { openApp } from '#tests/support/app.ts';
import { openDeals } from '#tests/support/deals.ts';

const t = await openApp();
const {
	requestAction,
	doAction,
	readDeal,
	passTime,
	startSale,
	askAboutItem,
	eventsOf,
	notificationsOf,
} = openDeals(t);

const DAY_HOURS = 24;

const sell = (who: Parameters<typeof t.as>[0], itemId: number, body: object = {}) =>
	t.as(who).patch(`/item/mark-as-sold/${itemId}`, body);

describe('marking an item as sold', () => {
	test('when the seller names the buyer of a sold item, the buyer is asked to confirm, and the confirmation completes the deal', async () => {
		const { seller, buyer, itemId } = await startSale();
		await askAboutItem(buyer, itemId);

		const res = await sell(seller, itemId, { buyerId: buyer.id, price: 400 });

		expect(res.statusCode).toBe(200);
		expect(await readDeal(buyer, itemId, buyer)).toMatchObject({
			sale: { price: 400, confirmed: 'waiting', completedAt: null },
			actions: ['confirm-sale', 'deny-sale'],
		});
		const deal = await doAction(buyer, itemId, buyer, 'confirm-sale');
		expect(deal).toMatchObject({
			sale: { confirmed: 'yes', completedAt: expect.any(String) },
			actions: ['review'],
		});
		expect(await eventsOf(buyer, itemId, buyer)).toEqual(['sold', 'sale-confirmed']);
	});

	test('a sale to the buyer with the reservation has the agreed amount as its price, which only the two can read', async () => {
		const { seller, buyer, other, itemId } = await startSale();
		const { offer } = await doAction(buyer, itemId, buyer, 'offer', { amount: 300 });
		await doAction(seller, itemId, buyer, 'accept-offer', { offerId: offer?.id });

		await sell(seller, itemId, { buyerId: buyer.id });

		expect((await readDeal(buyer, itemId, buyer)).sale?.price).toBe(300);
		const itemFor = async (who: typeof seller) =>
			(await t.as(who).get(`/item/${itemId}`)).json<object>();
		expect(await itemFor(seller)).toMatchObject({ soldPrice: 300 });
		expect(await itemFor(other)).not.toHaveProperty('soldPrice');
	});

	test('the buyer, the user with the reservation and the user in the queue are each notified once of the sale', async () => {
		const { seller, buyer, other, itemId } = await startSale();
		const queued = await t.student({ emailConfirmedAt: new Date() });
		await askAboutItem(other, itemId);
		await askAboutItem(buyer, itemId);
		await doAction(seller, itemId, other, 'reserve', { hours: 24 });
		await doAction(queued, itemId, queued, 'join-queue');

		await sell(seller, itemId, { buyerId: buyer.id });

		expect(await eventsOf(buyer, itemId, buyer)).toEqual(['sold']);
		expect((await eventsOf(other, itemId, other)).at(-1)).toBe('reservation-ended');
		expect((await eventsOf(queued, itemId, queued)).at(-1)).toBe('queue-ended');
		expect(await notificationsOf(buyer)).toEqual(['sale']);
		expect(await notificationsOf(other)).toEqual(['reservation', 'reservation']);
		expect(await notificationsOf(queued)).toEqual(['queue-turn']);
	});

	test('a sale ends all open offers; its buyer is notified only of the sale, and other buyers once of the end of their offer', async () => {
		const { seller, buyer, other, itemId } = await startSale();
		for (const one of [buyer, other]) await doAction(one, itemId, one, 'offer', { amount: 300 });

		await sell(seller, itemId, { buyerId: buyer.id });

		for (const one of [buyer, other]) expect((await readDeal(one, itemId, one)).offer).toBeNull();
		expect((await eventsOf(other, itemId, other)).at(-1)).toBe('offer-lapsed');
		expect(await notificationsOf(other)).toEqual(['offer']);
		expect(await notificationsOf(buyer)).toEqual(['sale']);
		const { rows } = await t.db.execute(
			sql`select 1 from deal_offers where item_id = ${itemId} and ended_at is null`,
		);
		expect(rows).toEqual([]);
	});

	test('users with a reservation, a queue place or an open offer read in the chat that the item was sold, and to somebody else only if the seller named a buyer', async () => {
		const { seller, buyer, other, itemId } = await startSale();
		const queued = await t.student({ emailConfirmedAt: new Date() });
		await askAboutItem(buyer, itemId);
		await askAboutItem(other, itemId);
		await doAction(seller, itemId, other, 'reserve', { hours: 24 });
		await doAction(queued, itemId, queued, 'join-queue');
		const offered = await startSale();
		await askAboutItem(offered.buyer, offered.itemId);
		await doAction(offered.other, offered.itemId, offered.other, 'offer', { amount: 300 });

		await sell(seller, itemId, { buyerId: buyer.id });
		await sell(offered.seller, offered.itemId, { buyerId: offered.buyer.id });

		const lastOf = async (who: typeof other, ofItem: number) =>
			(await t.as(who).get(`/chat/conversation/${ofItem}/${who.id}`)).json().at(-1);
		const isSoldElsewhere = true;
		expect(await lastOf(other, itemId)).toMatchObject({
			event: { type: 'reservation-ended', isSoldElsewhere },
			message: 'The reservation has ended. The item was sold to somebody else.',
		});
		expect(await lastOf(queued, itemId)).toMatchObject({
			event: { type: 'queue-ended', isSoldElsewhere },
			message: 'The queue has ended. The item was sold to somebody else.',
		});
		expect(await lastOf(offered.other, offered.itemId)).toMatchObject({
			event: { type: 'offer-lapsed', isSoldElsewhere },
			message: 'The offer of ₹300 has lapsed. The item was sold to somebody else.',
		});
		expect((await lastOf(buyer, itemId)).event).not.toHaveProperty('isSoldElsewhere');

		const unnamed = await startSale();
		await askAboutItem(unnamed.buyer, unnamed.itemId);
		await doAction(unnamed.seller, unnamed.itemId, unnamed.buyer, 'reserve', { hours: 24 });
		await sell(unnamed.seller, unnamed.itemId);
		expect(await lastOf(unnamed.buyer, unnamed.itemId)).toMatchObject({
			event: { type: 'reservation-ended', isSold: true },
			message: 'The reservation has ended. The item was sold.',
		});
	});

	test('when the seller names no buyer of a sold item, a user who wrote is notified of the sale but not asked to confirm', async () => {
		const { seller, buyer, itemId } = await startSale();
		await askAboutItem(buyer, itemId);

		const res = await sell(seller, itemId);

		expect(res.json()).toMatchObject({ success: true, item: { status: 'sold' } });
		expect(await readDeal(buyer, itemId, buyer)).toMatchObject({ sale: null, actions: [] });
		expect(await notificationsOf(buyer)).toEqual(['sale']);
	});

	test.each([
		['a user who has not written', async () => (await t.student()).id],
		['an unknown user', async () => 1_999_999],
	])('a sale to %s is refused', async (_who, buyerId) => {
		const { seller, itemId } = await startSale();

		const res = await sell(seller, itemId, { buyerId: await buyerId() });

		expect(res.statusCode).toBe(400);
		expect(res.json()).toMatchObject(DEAL_INPUT_ERRORS.badBuyer);
	});

	test.each([-1, 1_000_000, 'ten', 99.999, 0.004])(
		'a sale price of %s is refused',
		async (price) => {
			const { seller, itemId } = await startSale();

			const res = await sell(seller, itemId, { price });

			expect(res.statusCode).toBe(400);
			expect(res.json()).toMatchObject(DEAL_INPUT_ERRORS.salePrice);
		},
	);
});

describe('sales', () => {
	test('the chat message about the sale of a free item gives the price ₹0', async () => {
		const { seller, buyer, itemId } = await startSale(0);
		await askAboutItem(buyer, itemId);
		await t.as(seller).patch(`/item/mark-as-sold/${itemId}`, { buyerId: buyer.id });

		const messages = (await t.as(buyer).get(`/chat/conversation/${itemId}/${buyer.id}`)).json();

		expect(messages.at(-1).message).toBe('Marked it as sold to you for ₹0.');
	});

	test('a sale that the buyer denies stays recorded, and the seller is notified', async () => {
		const { seller, buyer, itemId } = await startSale();
		await askAboutItem(buyer, itemId);
		await sell(seller, itemId, { buyerId: buyer.id });

		await doAction(buyer, itemId, buyer, 'deny-sale');

		expect(await readDeal(seller, itemId, buyer)).toMatchObject({
			sale: { confirmed: 'no', completedAt: null },
			review: null,
			actions: [],
		});
		expect(await notificationsOf(seller)).toEqual(['sale']);
	});

	test('when a sold item is put on sale again, amounts accepted earlier are no longer listed', async () => {
		const { seller, buyer, itemId } = await startSale();
		for (const amount of [300, 350]) {
			const { offer } = await doAction(buyer, itemId, buyer, 'offer', { amount });
			await doAction(seller, itemId, buyer, 'accept-offer', { offerId: offer?.id });
			await doAction(seller, itemId, buyer, 'release');
		}
		expect((await readDeal(seller, itemId, buyer)).acceptedAmounts).toEqual([350, 300]);
		await sell(seller, itemId, { buyerId: buyer.id });

		await t.db.execute(sql`update items set sold_at = null where id = ${itemId}`);

		expect((await readDeal(seller, itemId, buyer)).acceptedAmounts).toEqual([]);
	});

	test('a sale is complete after seven days without an answer from the buyer', async () => {
		const { seller, buyer, itemId } = await startSale();
		await askAboutItem(buyer, itemId);
		await sell(seller, itemId, { buyerId: buyer.id });
		await passTime(itemId, 7 * DAY_HOURS);

		const deal = await readDeal(buyer, itemId, buyer);
		const lateDenial = await requestAction(buyer, itemId, buyer, 'deny-sale');

		expect(deal).toMatchObject({ sale: { confirmed: 'waiting' }, actions: ['review'] });
		expect(deal.sale?.completedAt).not.toBeNull();
		expect(lateDenial.json()).toMatchObject(DEAL_ERRORS.windowOver);
		expect(await eventsOf(buyer, itemId, buyer)).toEqual(['sold', 'deal-completed']);
	});
});

describe('reviews of a deal', () => {
	async function completedDeal() {
		const sale = await startSale();
		const { seller, buyer, itemId } = sale;
		await askAboutItem(buyer, itemId);
		await sell(seller, itemId, { buyerId: buyer.id });
		await doAction(buyer, itemId, buyer, 'confirm-sale');
		return sale;
	}
	const REVIEW = { stars: 4, tags: ['on-time', 'friendly'], text: 'Works fine.' };

	test('reviews are hidden until buyer and seller have written, and can then be answered once', async () => {
		const { seller, buyer, itemId } = await completedDeal();
		await doAction(buyer, itemId, buyer, 'review', REVIEW);

		const before = await readDeal(seller, itemId, buyer);
		const after = await doAction(seller, itemId, buyer, 'review', { stars: 5, tags: [] });

		expect(before.review).toMatchObject({ mine: null, theirs: null });
		expect(before.actions).toEqual(['review']);
		expect(after.review).toMatchObject({ mine: { stars: 5 }, theirs: REVIEW });
		expect(after.actions).toEqual(['reply-review']);
		const answered = await doAction(seller, itemId, buyer, 'reply-review', { text: 'Thanks!' });
		expect(answered.review?.theirs?.answer?.text).toBe('Thanks!');
		expect(answered.actions).toEqual([]);
	});

	test.each([
		[{ ...REVIEW, stars: 6 }, DEAL_INPUT_ERRORS.stars],
		[{ ...REVIEW, stars: 2.5 }, DEAL_INPUT_ERRORS.stars],
		[{ ...REVIEW, tags: ['on-time', 'on-time'] }, DEAL_INPUT_ERRORS.tags],
		[{ ...REVIEW, tags: ['rude'] }, DEAL_INPUT_ERRORS.tags],
		[{ ...REVIEW, text: 'x'.repeat(501) }, DEAL_INPUT_ERRORS.reviewText],
	])('the invalid review %j is refused', async (body, error) => {
		const { buyer, itemId } = await completedDeal();

		const res = await requestAction(buyer, itemId, buyer, 'review', body);

		expect(res.statusCode).toBe(400);
		expect(res.json()).toMatchObject(error);
	});

	test('after 14 days a review is published, and the other user can no longer write one', async () => {
		const { seller, buyer, itemId } = await completedDeal();
		await doAction(buyer, itemId, buyer, 'review', REVIEW);
		await passTime(itemId, 14 * DAY_HOURS);

		const deal = await readDeal(seller, itemId, buyer);
		const lateReview = await requestAction(seller, itemId, buyer, 'review', REVIEW);

		expect(deal.review?.theirs).toMatchObject(REVIEW);
		expect(lateReview.json()).toMatchObject(DEAL_ERRORS.windowOver);
	});

	test('the chat announces a review without its text', async () => {
		const { buyer, itemId } = await completedDeal();

		await doAction(buyer, itemId, buyer, 'review', REVIEW);

		const messages = (await t.as(buyer).get(`/chat/conversation/${itemId}/${buyer.id}`)).json();
		expect(messages.at(-1)).toMatchObject({
			message: 'Wrote a review.',
			event: { type: 'reviewed' },
		});
		expect(JSON.stringify(messages.at(-1))).not.toContain(REVIEW.text);
	});
});
