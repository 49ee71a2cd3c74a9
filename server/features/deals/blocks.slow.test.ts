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
	confirmed,
	reservedSale,
	askAboutItem,
	eventsOf,
	notificationsOf,
	sell,
} = openDeals(t);

type Sale = Awaited<ReturnType<typeof startSale>>;

/** One of the two blocks the other. */
const block = ({ seller, buyer }: Pick<Sale, 'seller' | 'buyer'>, blocker: 'seller' | 'buyer') =>
	blocker === 'seller'
		? t.as(seller).put(`/people/${buyer.id}/block`)
		: t.as(buyer).put(`/people/${seller.id}/block`);

describe('when the seller blocks the buyer', () => {
	/** The notifications and the chat steps of a buyer, without the hour until which the item was reserved. */
	async function readByBuyer({ buyer, itemId }: Sale) {
		const { rows } = await t.db.execute<{ kind: string; title: string; message: string }>(
			sql`select kind, title, message from notices where user_id = ${buyer.id} order by id`,
		);
		const notifications = rows.map(({ message, ...others }) => ({
			...others,
			message: message.replace(/until .*/, 'until then.'),
		}));
		return { notifications, steps: await eventsOf(buyer, itemId, buyer) };
	}

	test('the reservation ends as if its time were over, the seller gets no notification and the next buyer gets a turn', async () => {
		const [blocked, lapsed] = [await reservedSale(), await startSale()];
		const { seller, buyer, other, itemId } = blocked;
		await askAboutItem(lapsed.buyer, lapsed.itemId);
		await doAction(lapsed.seller, lapsed.itemId, lapsed.buyer, 'reserve', { hours: 48 });

		await block(blocked, 'seller');
		await passTime(lapsed.itemId, 48);
		await readDeal(lapsed.buyer, lapsed.itemId, lapsed.buyer);

		expect(await readDeal(buyer, itemId, buyer)).toMatchObject({
			reservation: null,
			actions: ['join-queue'],
		});
		expect((await readDeal(seller, itemId, buyer)).actions).toEqual([]);
		expect(await notificationsOf(seller)).toEqual([]);
		expect((await readDeal(other, itemId, other)).actions).toEqual(['take-turn', 'pass-turn']);
		const ofBlocked = await readByBuyer(blocked);
		expect(ofBlocked).toEqual(await readByBuyer(lapsed));
		expect(ofBlocked.notifications).toHaveLength(2);
		expect(ofBlocked.steps).toEqual(['reserved', 'reservation-ended']);
	});

	/** An item for which a blocked buyer has written, reserved for somebody else unless it is still for sale. */
	async function blockedBuyer({ isReserved }: { isReserved: boolean }) {
		const sale = await startSale();
		const { seller, buyer, other, itemId } = sale;
		await askAboutItem(buyer, itemId);
		if (isReserved) {
			await askAboutItem(other, itemId);
			await doAction(seller, itemId, other, 'reserve', { hours: 24 });
		}
		await block(sale, 'seller');
		return sale;
	}
	/** What the seller can learn about the buyer. */
	async function seenBySeller({ seller, buyer, itemId }: Sale) {
		const read = async (path: string) => (await t.as(seller).get(path)).json();
		return {
			deal: await readDeal(seller, itemId, buyer),
			deals: await read('/deals'),
			queue: await read(`/item/${itemId}/queue`),
			chats: await read('/chats'),
			messages: await read(`/chat/conversation/${itemId}/${buyer.id}`),
			notifications: await notificationsOf(seller),
			exported: (await read('/account/export')).deals,
			item: await read(`/item/${itemId}`),
		};
	}

	test('the buyer makes an offer as without the block, which nobody else ever learns of and which ends by time', async () => {
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

	test('the buyer joins a queue as without the block, in which nobody else sees the place and which gives no turn', async () => {
		const sale = await blockedBuyer({ isReserved: true });
		const { seller, buyer, other, itemId } = sale;
		const before = await seenBySeller(sale);
		const later = await confirmed();

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

describe('when the buyer blocks the seller', () => {
	test('the buyer can do nothing, and the seller cannot reserve the item for that buyer', async () => {
		const sale = await startSale();
		const { seller, buyer, itemId } = sale;
		await askAboutItem(buyer, itemId);
		await block(sale, 'buyer');

		const res = await requestAction(seller, itemId, buyer, 'reserve', { hours: 24 });

		expect((await readDeal(buyer, itemId, buyer)).actions).toEqual([]);
		expect((await readDeal(seller, itemId, buyer)).actions).toEqual([]);
		expect(res.json()).toMatchObject(DEAL_ERRORS.notAvailable);
	});

	test('the reservation, the offer and the place in a queue end, and nobody is notified', async () => {
		const [reserved, offered] = [await reservedSale(), await startSale()];
		await doAction(offered.buyer, offered.itemId, offered.buyer, 'offer', { amount: 300 });
		const queued = { ...(await reservedSale()) };
		queued.buyer = queued.other;

		for (const sale of [reserved, offered, queued]) await block(sale, 'buyer');

		const of = ({ buyer, itemId }: Sale) => readDeal(buyer, itemId, buyer);
		expect((await of(reserved)).reservation).toBeNull();
		expect((await of(offered)).offer).toBeNull();
		expect(await of(queued)).toMatchObject({ queue: { place: null, length: 0 } });
		expect((await eventsOf(queued.buyer, queued.itemId, queued.buyer)).at(-1)).toBe('queue-ended');
		for (const { seller } of [reserved, queued]) expect(await notificationsOf(seller)).toEqual([]);
		expect(await notificationsOf(reserved.buyer)).toEqual(['reservation']);
		expect(await notificationsOf(offered.seller)).toEqual(['offer']);
	});

	test('the buyer gets no notification of a sale, but reads about it in the chat and can deny it, of which the seller is notified', async () => {
		const sale = await startSale();
		const { seller, buyer, itemId } = sale;
		await askAboutItem(buyer, itemId);
		await block(sale, 'buyer');

		await sell(seller, itemId, { buyerId: buyer.id });

		expect(await notificationsOf(buyer)).toEqual([]);
		expect(await eventsOf(buyer, itemId, buyer)).toEqual(['sold']);
		expect((await doAction(buyer, itemId, buyer, 'deny-sale')).sale?.confirmed).toBe('no');
		expect(await notificationsOf(seller)).toEqual(['sale']);
	});
});

test('a block that is set while the item is being sold succeeds, and the buyer’s open offer ends', async () => {
	const sale = await startSale();
	const { buyer, itemId } = sale;
	await doAction(buyer, itemId, buyer, 'offer', { amount: 300 });
	const blocking: Promise<{ statusCode: number }>[] = [];

	await t.db.transaction(async (tx) => {
		await tx.execute(sql`update items set sold_at = now() where id = ${itemId}`);
		blocking.push(block(sale, 'seller'));
		await waitForBlockedSession(t.url);
		await tx.execute(sql`select from conversations where item_id = ${itemId} for no key update`);
	});

	expect((await blocking[0])?.statusCode).toBe(200);
	expect(await readDeal(buyer, itemId, buyer)).toMatchObject({ offer: null, actions: [] });
});

describe('sales across a block', () => {
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
			const changes = [
				() => block(sale, blocker),
				() => sell(seller, itemId, { buyerId: buyer.id }),
			];
			for (const change of time === 'before' ? changes : changes.reverse()) await change();
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
		const sale = await startSale();
		const { seller, buyer, itemId } = sale;
		await askAboutItem(buyer, itemId);
		if (hasAgreed) {
			const { offer } = await doAction(buyer, itemId, buyer, 'offer', { amount: 300 });
			await doAction(seller, itemId, buyer, 'accept-offer', { offerId: offer?.id });
		}
		await sell(seller, itemId, { buyerId: buyer.id });
		await passTime(itemId, 7 * 24);
		const before = await readDeal(seller, itemId, buyer);

		await block(sale, 'buyer');

		const review = await requestAction(seller, itemId, buyer, 'review', { stars: 1, tags: [] });
		expect(before.actions).toEqual(['review']);
		expect(review.statusCode).toBe(hasAgreed ? 200 : 409);
		expect((await readDeal(buyer, itemId, buyer)).actions).toEqual(['review']);
	});

	test('the answer to a sale, reviews and the answer to a review notify only the blocked user', async () => {
		const sale = await startSale();
		const { seller, buyer, itemId } = sale;
		await askAboutItem(buyer, itemId);
		await sell(seller, itemId, { buyerId: buyer.id });
		await block(sale, 'seller');

		await doAction(buyer, itemId, buyer, 'confirm-sale');
		for (const writer of [buyer, seller])
			await doAction(writer, itemId, buyer, 'review', { stars: 5, tags: [] });
		await doAction(buyer, itemId, buyer, 'reply-review', { text: 'Thanks!' });

		expect(await eventsOf(seller, itemId, buyer)).toEqual(['sold', 'reviewed']);
		expect(await notificationsOf(seller)).toEqual([]);
		expect(await notificationsOf(buyer)).toEqual(['sale', 'review']);
	});
});
