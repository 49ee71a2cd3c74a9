import { describe, expect, test } from 'vitest';
import { DEAL_ERRORS } from '#contract/deals/errors.ts';
import { sql } from '#server/db/drizzle.ts';
import { openApp } from '#tests/support/app.ts';
import { openDeals } from '#tests/support/deals.ts';
import { waitForBlockedSession } from '#tests/support/lock-waits.ts';

const t = await openApp();
const {
	requestAction,
	doAction,
	readDeal,
	passTime,
	startSale,
	reservedSale,
	askAboutItem,
	eventsOf,
	notificationsOf,
} = openDeals(t);

describe('blocks between seller and buyer during a deal', () => {
	test('when the seller blocks the buyer, the reservation ends, the seller gets no notification and the next buyer gets a turn', async () => {
		const { seller, buyer, other, itemId } = await reservedSale();

		await t.as(seller).put(`/people/${buyer.id}/block`);

		const blocked = await readDeal(buyer, itemId, buyer);
		expect(blocked).toMatchObject({ reservation: null, actions: ['join-queue'] });
		expect((await readDeal(seller, itemId, buyer)).actions).toEqual([]);
		expect((await eventsOf(buyer, itemId, buyer)).at(-1)).toBe('reservation-ended');
		expect(await notificationsOf(seller)).toEqual([]);
		expect((await readDeal(other, itemId, other)).actions).toEqual(['take-turn', 'pass-turn']);
	});

	describe('a buyer whom the seller has blocked', () => {
		/** An item for which this buyer has written, reserved for somebody else unless it is still for sale. */
		async function blockedBuyer({ isReserved }: { isReserved: boolean }) {
			const sale = await startSale();
			const { seller, buyer, other, itemId } = sale;
			await askAboutItem(buyer, itemId);
			if (isReserved) {
				await askAboutItem(other, itemId);
				await doAction(seller, itemId, other, 'reserve', { hours: 24 });
			}
			await t.as(seller).put(`/people/${buyer.id}/block`);
			return sale;
		}
		/** What the seller can learn about the buyer. */
		async function seenBySeller({ seller, buyer, itemId }: Awaited<ReturnType<typeof startSale>>) {
			return {
				deal: await readDeal(seller, itemId, buyer),
				deals: (await t.as(seller).get('/deals')).json(),
				queue: (await t.as(seller).get(`/item/${itemId}/queue`)).json(),
				chats: (await t.as(seller).get('/chats')).json(),
				messages: (await t.as(seller).get(`/chat/conversation/${itemId}/${buyer.id}`)).json(),
				notifications: await notificationsOf(seller),
				exported: (await t.as(seller).get('/account/export')).json().deals,
				waiting: (await t.db.execute(sql`select waiting_count from items where id = ${itemId}`))
					.rows,
			};
		}

		test('can make an offer as without the block, which nobody else ever learns of and which ends by time', async () => {
			const sale = await blockedBuyer({ isReserved: false });
			const { seller, buyer, itemId } = sale;
			const before = await seenBySeller(sale);

			const offered = await doAction(buyer, itemId, buyer, 'offer', { amount: 300 });

			expect(offered).toMatchObject({ offer: { amount: 300 }, attemptsLeft: 2 });
			expect(offered.actions).toEqual(['withdraw-offer']);
			expect((await t.as(buyer).get('/deals?state=open')).json().deals).toMatchObject([{ itemId }]);
			expect(await seenBySeller(sale)).toEqual(before);
			const offerId = offered.offer?.id;
			await t.as(seller).delete(`/people/${buyer.id}/block`);
			const accepted = await requestAction(seller, itemId, buyer, 'accept-offer', { offerId });
			expect(accepted.json()).toMatchObject(DEAL_ERRORS.notAvailable);
			await passTime(itemId, 24);
			const lapsed = await readDeal(buyer, itemId, buyer);
			expect(lapsed).toMatchObject({ offer: null, attemptsLeft: 2, actions: ['offer'] });
			expect(await eventsOf(buyer, itemId, buyer)).toEqual(['offer-made', 'offer-lapsed']);
			expect(await notificationsOf(buyer)).toEqual(['offer']);
			expect((await seenBySeller(sale)).messages).toEqual(before.messages);
			expect(await notificationsOf(seller)).toEqual([]);
		});

		test('can join a queue as without the block, in which nobody else sees the place and which gives no turn', async () => {
			const sale = await blockedBuyer({ isReserved: true });
			const { seller, buyer, other, itemId } = sale;
			const before = await seenBySeller(sale);
			const later = await t.student({ emailConfirmedAt: new Date() });

			const joined = await doAction(buyer, itemId, buyer, 'join-queue');

			expect(joined).toMatchObject({ queue: { place: 1, length: 1 }, queuesLeft: 9 });
			expect(joined.actions).toEqual(['leave-queue']);
			expect(await seenBySeller(sale)).toEqual(before);
			const next = await doAction(later, itemId, later, 'join-queue');
			expect(next.queue).toMatchObject({ place: 1, length: 1 });
			expect((await readDeal(buyer, itemId, buyer)).queue).toMatchObject({ place: 1, length: 2 });
			await doAction(other, itemId, other, 'release');
			expect((await readDeal(later, itemId, later)).actions).toEqual(['take-turn', 'pass-turn']);
			await doAction(later, itemId, later, 'pass-turn');
			expect(await readDeal(buyer, itemId, buyer)).toMatchObject({ queue: null, queuesLeft: 10 });
			expect(await eventsOf(buyer, itemId, buyer)).toEqual(['queue-joined', 'queue-ended']);
			expect((await seenBySeller(sale)).messages).toEqual(before.messages);
			expect(await eventsOf(seller, itemId, buyer)).toEqual([]);
		});
	});

	test('a buyer who has blocked the seller can do nothing, and the seller cannot reserve the item for that buyer', async () => {
		const { seller, buyer, itemId } = await startSale();
		await askAboutItem(buyer, itemId);
		await t.as(buyer).put(`/people/${seller.id}/block`);

		const res = await requestAction(seller, itemId, buyer, 'reserve', { hours: 24 });

		expect((await readDeal(buyer, itemId, buyer)).actions).toEqual([]);
		expect((await readDeal(seller, itemId, buyer)).actions).toEqual([]);
		expect(res.json()).toMatchObject(DEAL_ERRORS.notAvailable);
	});

	test('a block that is set while the item is being sold succeeds, and the buyer’s open offer ends', async () => {
		const { seller, buyer, itemId } = await startSale();
		await doAction(buyer, itemId, buyer, 'offer', { amount: 300 });
		const blocking: Promise<{ statusCode: number }>[] = [];

		await t.db.transaction(async (tx) => {
			await tx.execute(sql`update items set sold_at = now() where id = ${itemId}`);
			blocking.push(t.as(seller).put(`/people/${buyer.id}/block`));
			await waitForBlockedSession(t.url);
			await tx.execute(sql`select from conversations where item_id = ${itemId} for no key update`);
		});

		expect((await blocking[0])?.statusCode).toBe(200);
		expect(await readDeal(buyer, itemId, buyer)).toMatchObject({ offer: null, actions: [] });
	});

	/** The notifications and the chat steps of a buyer, without the hour until which the item was reserved. */
	async function readByBuyer({ buyer, itemId }: Awaited<ReturnType<typeof startSale>>) {
		const { rows } = await t.db.execute<{ kind: string; title: string; message: string }>(
			sql`select kind, title, message from notices where user_id = ${buyer.id} order by id`,
		);
		const notifications = rows.map(({ message, ...others }) => ({
			...others,
			message: message.replace(/until .*/, 'until then.'),
		}));
		return { notifications, steps: await eventsOf(buyer, itemId, buyer) };
	}

	test('a buyer who is blocked by the seller reads the same about the end of the reservation as a buyer whose reservation has lapsed', async () => {
		const [blocked, lapsed] = [await startSale(), await startSale()];
		for (const { seller, buyer, itemId } of [blocked, lapsed]) {
			await askAboutItem(buyer, itemId);
			await doAction(seller, itemId, buyer, 'reserve', { hours: 24 });
		}

		await t.as(blocked.seller).put(`/people/${blocked.buyer.id}/block`);
		await passTime(lapsed.itemId, 24);
		for (const { buyer, itemId } of [blocked, lapsed]) await readDeal(buyer, itemId, buyer);

		const ofBlocked = await readByBuyer(blocked);
		expect(ofBlocked).toEqual(await readByBuyer(lapsed));
		expect(ofBlocked.notifications).toHaveLength(2);
		expect(ofBlocked.steps).toEqual(['reserved', 'reservation-ended']);
	});

	test('when the buyer with the reservation blocks the seller, neither gets a notification about the end of the reservation', async () => {
		const { seller, buyer, itemId } = await reservedSale();

		await t.as(buyer).put(`/people/${seller.id}/block`);

		expect((await readDeal(buyer, itemId, buyer)).reservation).toBeNull();
		expect(await notificationsOf(seller)).toEqual([]);
		expect(await notificationsOf(buyer)).toEqual(['reservation']);
	});

	test('a seller who is blocked by a buyer with an open offer gets no notification about the end of the offer', async () => {
		const { seller, buyer, itemId } = await startSale();
		await doAction(buyer, itemId, buyer, 'offer', { amount: 300 });

		await t.as(buyer).put(`/people/${seller.id}/block`);

		expect((await readDeal(buyer, itemId, buyer)).offer).toBeNull();
		expect(await notificationsOf(seller)).toEqual(['offer']);
	});

	test('when a buyer in the queue blocks the seller, that buyer leaves the queue and the seller gets no notification', async () => {
		const { seller, other, itemId } = await reservedSale();

		await t.as(other).put(`/people/${seller.id}/block`);

		expect(await readDeal(other, itemId, other)).toMatchObject({
			queue: { place: null, length: 0 },
		});
		expect((await eventsOf(other, itemId, other)).at(-1)).toBe('queue-ended');
		expect(await notificationsOf(seller)).toEqual([]);
	});

	test('a buyer who has blocked the seller gets no notification of a sale, but reads about it in the chat and can deny it, of which the seller is notified', async () => {
		const { seller, buyer, itemId } = await startSale();
		await askAboutItem(buyer, itemId);
		await t.as(buyer).put(`/people/${seller.id}/block`);

		await t.as(seller).patch(`/item/mark-as-sold/${itemId}`, { buyerId: buyer.id });

		expect(await notificationsOf(buyer)).toEqual([]);
		expect(await eventsOf(buyer, itemId, buyer)).toEqual(['sold']);
		expect((await doAction(buyer, itemId, buyer, 'deny-sale')).sale?.confirmed).toBe('no');
		expect(await notificationsOf(seller)).toEqual(['sale']);
	});

	test.each([
		['buyer', 'before'],
		['buyer', 'after'],
		['seller', 'after'],
	] as const)(
		'when the %s sets a block %s the sale, the buyer’s silence never completes it, not even after the block',
		async (blocker, time) => {
			const sale = await startSale();
			const { seller, buyer, itemId } = sale;
			const blocked = blocker === 'buyer' ? seller : buyer;
			await askAboutItem(buyer, itemId);
			const sell = () => t.as(seller).patch(`/item/mark-as-sold/${itemId}`, { buyerId: buyer.id });
			const block = () => t.as(sale[blocker]).put(`/people/${blocked.id}/block`);
			for (const change of time === 'before' ? [block, sell] : [sell, block]) await change();
			await readDeal(buyer, itemId, buyer);

			await passTime(itemId, 8 * 24);
			const during = await readDeal(seller, itemId, buyer);
			await t.as(sale[blocker]).delete(`/people/${blocked.id}/block`);
			await passTime(itemId, 8 * 24);

			for (const deal of [during, await readDeal(seller, itemId, buyer)])
				expect(deal).toMatchObject({
					sale: { confirmed: 'waiting', completedAt: null },
					review: null,
				});
			expect((await t.as(null).get(`/people/${seller.id}`)).json().person.deals).toBe(0);
			const { actions } = await doAction(buyer, itemId, buyer, 'confirm-sale');
			expect(actions).toEqual(['review']);
		},
	);

	test.each([
		['who has only written cannot be reviewed', false],
		['whose offer was accepted can be reviewed', true],
	])('after a sale without an answer and a block, a buyer %s', async (_case, hasAgreed) => {
		const { seller, buyer, itemId } = await startSale();
		await askAboutItem(buyer, itemId);
		if (hasAgreed) {
			const { offer } = await doAction(buyer, itemId, buyer, 'offer', { amount: 300 });
			await doAction(seller, itemId, buyer, 'accept-offer', { offerId: offer?.id });
		}
		await t.as(seller).patch(`/item/mark-as-sold/${itemId}`, { buyerId: buyer.id });
		await passTime(itemId, 7 * 24);
		const before = await readDeal(seller, itemId, buyer);

		await t.as(buyer).put(`/people/${seller.id}/block`);

		const review = await requestAction(seller, itemId, buyer, 'review', { stars: 1, tags: [] });
		expect(before.actions).toEqual(['review']);
		expect(review.statusCode).toBe(hasAgreed ? 200 : 409);
		expect((await readDeal(buyer, itemId, buyer)).actions).toEqual(['review']);
	});

	test('after a block, the answer to a sale, reviews and the answer to a review notify only the blocked user', async () => {
		const { seller, buyer, itemId } = await startSale();
		await askAboutItem(buyer, itemId);
		await t.as(seller).patch(`/item/mark-as-sold/${itemId}`, { buyerId: buyer.id });
		await t.as(seller).put(`/people/${buyer.id}/block`);

		await doAction(buyer, itemId, buyer, 'confirm-sale');
		for (const writer of [buyer, seller])
			await doAction(writer, itemId, buyer, 'review', { stars: 5, tags: [] });
		await doAction(buyer, itemId, buyer, 'reply-review', { text: 'Thanks!' });

		expect(await eventsOf(seller, itemId, buyer)).toEqual(['sold', 'reviewed']);
		expect(await notificationsOf(seller)).toEqual([]);
		expect(await notificationsOf(buyer)).toEqual(['sale', 'review']);
	});
});
