import { describe, expect, test } from 'vitest';
import { DEAL_ERRORS, DEAL_INPUT_ERRORS } from '#contract/deals/errors.ts';
import { sql } from '#server/db/drizzle.ts';
import { openApp } from '#tests/support/app.ts';
import { NOTHING_OPEN, openDeals } from '#tests/support/deals.ts';
import { PASSWORD } from '#tests/support/password.ts';

const t = await openApp();
const {
	requestAction,
	doAction,
	readDeal,
	passTime,
	startSale,
	askAboutItem,
	messagesOf,
	eventsOf,
	notificationsOf,
	countOpen,
	sell,
} = openDeals(t);
const admin = await t.admin({ roleLevel: 'super_admin' });

const DAY_HOURS = 24;

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

	test('a sale to the buyer with the reservation has the agreed amount as its price, which only the two can read; a free item is sold for ₹0', async () => {
		const { seller, buyer, other, itemId } = await startSale();
		const free = await startSale(0);
		await askAboutItem(free.buyer, free.itemId);
		const { offer } = await doAction(buyer, itemId, buyer, 'offer', { amount: 300 });
		await doAction(seller, itemId, buyer, 'accept-offer', { offerId: offer?.id });

		await sell(seller, itemId, { buyerId: buyer.id });
		await sell(free.seller, free.itemId, { buyerId: free.buyer.id });

		const [message] = (await messagesOf(free.buyer, free.itemId, free.buyer)).slice(-1);
		expect(message?.message).toBe('Marked it as sold to you for ₹0.');
		expect((await readDeal(buyer, itemId, buyer)).sale?.price).toBe(300);
		const itemFor = async (who: typeof seller) =>
			(await t.as(who).get(`/item/${itemId}`)).json<object>();
		expect(await itemFor(seller)).toMatchObject({ soldPrice: 300 });
		expect(await itemFor(other)).not.toHaveProperty('soldPrice');
	});

	test('a sale ends what is open and tells each once: the buyer of the sale only, the others that it was sold, and to somebody else if the seller named a buyer', async () => {
		const { seller, buyer, other, itemId } = await startSale();
		const queued = await t.student({ emailConfirmedAt: new Date() });
		await askAboutItem(other, itemId);
		await askAboutItem(buyer, itemId);
		await doAction(seller, itemId, other, 'reserve', { hours: 24 });
		await doAction(queued, itemId, queued, 'join-queue');
		const offered = await startSale();
		for (const one of [offered.buyer, offered.other])
			await doAction(one, offered.itemId, one, 'offer', { amount: 300 });

		await sell(seller, itemId, { buyerId: buyer.id });
		await sell(offered.seller, offered.itemId, { buyerId: offered.buyer.id });

		const lastOf = async (who: typeof other, ofItem: number) =>
			(await messagesOf(who, ofItem, who)).at(-1);
		for (const [who, ofItem, type, message] of [
			[other, itemId, 'reservation-ended', 'The reservation has ended.'],
			[queued, itemId, 'queue-ended', 'The queue has ended.'],
			[offered.other, offered.itemId, 'offer-lapsed', 'The offer of ₹300 has lapsed.'],
		] as const)
			expect(await lastOf(who, ofItem)).toMatchObject({
				event: { type, isSoldElsewhere: true },
				message: `${message} The item was sold to somebody else.`,
			});
		expect(await eventsOf(buyer, itemId, buyer)).toEqual(['sold']);
		expect(await notificationsOf(buyer)).toEqual(['sale']);
		expect(await notificationsOf(other)).toEqual(['reservation', 'reservation']);
		expect(await notificationsOf(queued)).toEqual(['queue-turn']);
		expect(await notificationsOf(offered.buyer)).toEqual(['sale']);
		expect(await notificationsOf(offered.other)).toEqual(['offer']);
		for (const id of [itemId, offered.itemId]) expect(await countOpen(id)).toEqual(NOTHING_OPEN);

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

	test('a sale to somebody who has not written, and a price outside 0 to 999,999.99 rupees and whole paise, are refused', async () => {
		const { seller, itemId } = await startSale();
		for (const [body, error] of [
			[{ buyerId: (await t.student()).id }, DEAL_INPUT_ERRORS.badBuyer],
			[{ buyerId: 1_999_999 }, DEAL_INPUT_ERRORS.badBuyer],
			...[-1, 1_000_000, 'ten', 99.999, 0.004].map(
				(price) => [{ price }, DEAL_INPUT_ERRORS.salePrice] as const,
			),
		] as const) {
			const res = await sell(seller, itemId, body);
			expect(res.statusCode, JSON.stringify(body)).toBe(400);
			expect(res.json()).toMatchObject(error);
		}
	});
});

describe('sales', () => {
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

describe('sales that the buyer has not confirmed', () => {
	async function soldItem() {
		const sale = await startSale();
		const { seller, buyer, other, itemId } = sale;
		await askAboutItem(buyer, itemId);
		await sell(seller, itemId, { buyerId: buyer.id });
		/** Any request for a deal, even a refused one, first brings the deals of the item up to date. */
		const settle = () => t.as(other).get(`/deals/${itemId}/${buyer.id}`);
		return { ...sale, settle };
	}
	const completedDealsOf = async ({ id }: { id: number }) =>
		(await t.as(null).get(`/people/${id}`)).json().person.deals;

	test.each(['item', 'seller', 'buyer'] as const)(
		'a ban of the %s pauses the seven days after which an unconfirmed sale is complete',
		async (banned) => {
			const { seller, buyer, itemId, settle } = await soldItem();
			const path = {
				item: `/admin/items/${itemId}`,
				seller: `/admin/users/${seller.id}`,
				buyer: `/admin/users/${buyer.id}`,
			}[banned];
			await passTime(itemId, 6 * DAY_HOURS);
			await t.as(admin).put(`${path}/ban`, { reason: 'Not allowed' });
			await settle();
			await passTime(itemId, 10 * DAY_HOURS);
			await t.as(admin).put(`${path}/unban`);
			await settle();

			expect(await completedDealsOf(seller)).toBe(0);
			await passTime(itemId, 2 * DAY_HOURS);
			expect(await completedDealsOf(seller)).toBe(1);
		},
	);

	test.each(['relisted', 'removed', 'left by the buyer’s account'] as const)(
		'a sale completed by the seven-day limit stays complete when the item is %s',
		async (change) => {
			const { seller, buyer, itemId, settle } = await soldItem();
			await passTime(itemId, 7 * DAY_HOURS);
			const before = await completedDealsOf(seller);

			if (change === 'relisted') await t.as(admin).put(`/admin/items/${itemId}/relist`);
			else if (change === 'removed') await t.as(admin).delete(`/admin/items/${itemId}`);
			else await t.as(buyer).post('/account/delete', { password: PASSWORD });
			await settle();

			expect([before, await completedDealsOf(seller)]).toEqual([1, 1]);
		},
	);

	test('when the buyer was banned before the sale, the seven days are extended only by the ban’s time after the sale', async () => {
		const { seller, buyer, itemId } = await startSale();
		await askAboutItem(buyer, itemId);
		await t.as(admin).put(`/admin/users/${buyer.id}/ban`, { reason: 'Spam' });
		await t.db.execute(
			sql`update users set banned_at = now() - interval '20 days' where id = ${buyer.id}`,
		);
		await sell(seller, itemId, { buyerId: buyer.id });
		await t.as(admin).put(`/admin/users/${buyer.id}/unban`);

		await readDeal(seller, itemId, buyer);
		await passTime(itemId, 8 * DAY_HOURS);

		expect(await completedDealsOf(seller)).toBe(1);
	});

	test.each(['item', 'buyer', 'sale'] as const)(
		'an unconfirmed sale never becomes complete once its %s is deleted or undone',
		async (deleted) => {
			const { seller, buyer, itemId, settle } = await soldItem();
			if (deleted === 'item') await t.as(admin).delete(`/admin/items/${itemId}`);
			else if (deleted === 'sale') await t.as(admin).put(`/admin/items/${itemId}/relist`);
			else await t.as(buyer).post('/account/delete', { password: PASSWORD });
			await settle();

			await passTime(itemId, 8 * DAY_HOURS);

			expect(await completedDealsOf(seller)).toBe(0);
		},
	);
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

	test('reviews are hidden, in the chat too, until buyer and seller have written, and can then be answered once', async () => {
		const { seller, buyer, itemId } = await completedDeal();
		await doAction(buyer, itemId, buyer, 'review', REVIEW);
		const messages = await messagesOf(seller, itemId, buyer);
		expect(messages.at(-1)).toMatchObject({
			message: 'Wrote a review.',
			event: { type: 'reviewed' },
		});
		expect(JSON.stringify(messages)).not.toContain(REVIEW.text);

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

	test('a review has one to five stars, up to three different tags of the list and 500 characters', async () => {
		const { buyer, itemId } = await completedDeal();
		const four = ['on-time', 'friendly', 'fair-price', 'as-described'];
		for (const [fields, { code }] of [
			[{ stars: 6 }, DEAL_INPUT_ERRORS.stars],
			[{ stars: 2.5 }, DEAL_INPUT_ERRORS.stars],
			[{ tags: ['on-time', 'on-time'] }, DEAL_INPUT_ERRORS.tags],
			[{ tags: ['rude'] }, DEAL_INPUT_ERRORS.tags],
			[{ tags: four }, DEAL_INPUT_ERRORS.tags],
			[{ text: 'x'.repeat(501) }, DEAL_INPUT_ERRORS.reviewText],
		] as const) {
			const res = await requestAction(buyer, itemId, buyer, 'review', { ...REVIEW, ...fields });
			expect([res.statusCode, res.json().code]).toEqual([400, code]);
		}
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
});
