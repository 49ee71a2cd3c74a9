import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { DEAL_ERRORS } from '#contract/deals/errors.ts';
import { sql } from '#server/db/drizzle.ts';
import type { RealtimeServer } from '#server/realtime/realtime.ts';
import { openApp } from '#tests/support/app.ts';
import { openDatabaseEvents } from '#tests/support/database-events.ts';
import { openDeals } from '#tests/support/deals.ts';
import { PASSWORD } from '#tests/support/password.ts';
import { settleAllDue, settleOnChanges } from './due.ts';
import type { DealDeps } from './steps.ts';

/* Events outside a deal that change it: new prices, bans, removals, maintenance, erased accounts. */

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
const admin = await t.admin({ roleLevel: 'super_admin' });

/** The number of open offers, reservations and queue places of an item. */
const openPartsOf = async (itemId: number) => {
	const { rows } = await t.db.execute(sql`
		select (select count(*) from deal_offers where item_id = ${itemId} and ended_at is null)::int as offers,
			(select count(*) from deal_reservations where item_id = ${itemId} and ended_at is null)::int as reservations,
			(select count(*) from deal_queue where item_id = ${itemId} and ended_at is null)::int as "queuePlaces"`);
	return rows[0];
};
const NOTHING_OPEN = { offers: 0, reservations: 0, queuePlaces: 0 };

test('when the price changes, open offers lapse with a message in the chat and the buyer gets three new attempts', async () => {
	const { seller, buyer, itemId } = await startSale();
	await doAction(buyer, itemId, buyer, 'offer', { amount: 300 });

	await t.db.execute(sql`update items set price = 400 where id = ${itemId}`);

	expect(await readDeal(buyer, itemId, buyer)).toMatchObject({
		offer: null,
		askedPrice: 400,
		attemptsLeft: 3,
		actions: ['offer'],
	});
	expect(await eventsOf(seller, itemId, buyer)).toEqual(['offer-made', 'offer-lapsed']);
});

test('when the price becomes fixed, open offers lapse and new offers are refused', async () => {
	const { buyer, itemId } = await startSale();
	await doAction(buyer, itemId, buyer, 'offer', { amount: 300 });

	await t.db.execute(sql`update items set is_price_fixed = true where id = ${itemId}`);

	expect((await readDeal(buyer, itemId, buyer)).offer).toBeNull();
	const res = await requestAction(buyer, itemId, buyer, 'offer', { amount: 300 });
	expect(res.json()).toMatchObject(DEAL_ERRORS.priceFixed);
});

describe('deals after decisions of administrators', () => {
	test('when the buyer with the reservation is banned, the seller is notified and the next buyer gets a turn', async () => {
		const { seller, buyer, other, itemId } = await reservedSale();

		await t.as(admin).put(`/admin/users/${buyer.id}/ban`, { reason: 'Spam' });

		expect((await readDeal(other, itemId, other)).actions).toEqual(['take-turn', 'pass-turn']);
		expect(await notificationsOf(seller)).toEqual(['reservation']);
	});

	test('when the item is removed, its deal answers 404, and its offers, reservation and queue end', async () => {
		const { buyer, itemId } = await reservedSale();
		const offered = await startSale();
		await doAction(offered.buyer, offered.itemId, offered.buyer, 'offer', { amount: 300 });

		for (const id of [itemId, offered.itemId]) await t.as(admin).delete(`/admin/items/${id}`);

		expect((await t.as(buyer).get(`/deals/${itemId}/${buyer.id}`)).statusCode).toBe(404);
		await t.as(offered.buyer).get(`/deals/${offered.itemId}/${offered.buyer.id}`);
		expect(await openPartsOf(itemId)).toEqual(NOTHING_OPEN);
		expect(await openPartsOf(offered.itemId)).toEqual(NOTHING_OPEN);
	});
});

test('maintenance extends the expiry of an offer by the time that the site was closed', async () => {
	const { seller, buyer, itemId } = await startSale();
	await doAction(buyer, itemId, buyer, 'offer', { amount: 300 });
	const before = (await readDeal(seller, itemId, buyer)).offer?.expiresAt ?? '';
	await t.as(admin).put('/admin/settings', { maintenanceMode: true });
	await t.db.execute(sql`update settings set closed_at = closed_at - interval '30 hours'`);
	await passTime(itemId, 30);

	await t.as(admin).put('/admin/settings', { maintenanceMode: false });

	const after = (await readDeal(seller, itemId, buyer)).offer?.expiresAt ?? '';
	const differenceMs = new Date(after).getTime() - new Date(before).getTime();
	expect(Math.abs(differenceMs)).toBeLessThan(60_000);
});

test('maintenance extends reservations, turns, and the times to confirm a sale and to write reviews by the time that the site was closed', async () => {
	const reserved = await reservedSale();
	const onTurn = await reservedSale();
	await doAction(onTurn.seller, onTurn.itemId, onTurn.buyer, 'release');
	const [unconfirmed, confirmed] = [await startSale(), await startSale()];
	for (const { seller, buyer, itemId } of [unconfirmed, confirmed]) {
		await askAboutItem(buyer, itemId);
		await t.as(seller).patch(`/item/mark-as-sold/${itemId}`, { buyerId: buyer.id });
	}
	await doAction(confirmed.buyer, confirmed.itemId, confirmed.buyer, 'confirm-sale');
	/** The ends in milliseconds. */
	async function endsOf() {
		const { rows } = await t.db.execute<Record<string, string>>(sql`
			select (select until from deal_reservations where item_id = ${reserved.itemId} and ended_at is null) as reservation,
				(select reserved_until from items where id = ${reserved.itemId}) as "shownReservation",
				(select turn_until from deal_queue where item_id = ${onTurn.itemId} and ended_at is null) as turn,
				(select answer_until from deal_sales where item_id = ${unconfirmed.itemId}) as confirmation,
				(select review_until from deal_sales where item_id = ${confirmed.itemId}) as reviews`);
		return Object.entries(rows[0] ?? {}).map(([end, time]) => ({ end, ms: Date.parse(time) }));
	}
	const before = await endsOf();
	await t.as(admin).put('/admin/settings', { maintenanceMode: true });
	await t.db.execute(sql`update settings set closed_at = closed_at - interval '30 hours'`);

	await t.as(admin).put('/admin/settings', { maintenanceMode: false });

	const after = await endsOf();
	const extendedByHours = after.map(({ end, ms }, index) => [
		end,
		Math.round(((ms - (before[index]?.ms ?? 0)) / 3_600_000) * 10) / 10,
	]);
	expect(Object.fromEntries(extendedByHours)).toEqual({
		reservation: 30,
		shownReservation: 30,
		turn: 30,
		confirmation: 30,
		reviews: 30,
	});
});

test('a reservation whose agreed hand-over time passed during maintenance ends as soon as maintenance ends, without a request for the deal', async () => {
	const { seller, buyer, itemId } = await startSale();
	await askAboutItem(buyer, itemId);
	await doAction(seller, itemId, buyer, 'reserve', { hours: 24 });
	await t.db.execute(sql`
		insert into deal_handovers (item_id, buyer_id, reservation_id, proposed_by, spot_id, spot_name, spot_hint, slots,
			agreed_slot, agreed_at)
		select item_id, buyer_id, id, 'seller', 1, 'Library steps', '', array[slot], slot, now()
		from deal_reservations cross join lateral (select until - interval '2 hours' as slot) agreed
		where item_id = ${itemId}`);
	await t.as(admin).put('/admin/settings', { maintenanceMode: true });
	await t.db.execute(sql`update settings set closed_at = closed_at - interval '30 hours'`);
	await passTime(itemId, 30);
	const events = await openDatabaseEvents(t.url);
	const { realtime, log } = t.app;
	const deps = { db: t.db, addTask: t.queue.addTask, timeZone: 'Asia/Kolkata', log };
	const stop = settleOnChanges(events, { ...deps, realtime: realtime as RealtimeServer });
	onTestFinished(async () => {
		stop();
		await events.close();
	});

	await t.as(admin).put('/admin/settings', { maintenanceMode: false });

	const reservationsOf = async () => (await openPartsOf(itemId))?.reservations;
	await vi.waitUntil(async () => (await reservationsOf()) === 0, { timeout: 20_000 });
	expect((await eventsOf(buyer, itemId, buyer)).at(-1)).toBe('reservation-ended');
});

test('during maintenance, the job that ends expired offers finishes and changes nothing, even with 201 expired offers', async () => {
	// One more than `settleAllDue` reads per query.
	const count = 201;
	const [seller, buyer] = [await t.student(), await t.student()];
	await t.as(admin).put('/admin/settings', { maintenanceMode: true });
	await t.db.execute(sql`update settings set closed_at = now() - interval '1 hour'`);
	await t.db.execute(sql`
		with posted as (
			insert into items (seller_id, title, description, price, category)
			select ${seller.id}, 'Drafter', 'Used once.', 150, 'Instruments' from generate_series(1, ${count}::int)
			returning id
		), opened as (
			insert into deals (item_id, buyer_id, seller_id) select id, ${buyer.id}, ${seller.id} from posted
			returning item_id, buyer_id
		), due as (
			insert into deal_deadlines (item_id, due_at) select item_id, now() - interval '1 minute' from opened
		)
		insert into deal_offers (item_id, buyer_id, by, amount, asked_price, expires_at)
		select item_id, buyer_id, 'buyer', 100, 150, now() - interval '1 minute' from opened`);

	// Nothing changes, so no event is sent.
	const realtime = {} as DealDeps['realtime'];
	await settleAllDue({ db: t.db, addTask: t.queue.addTask, realtime, timeZone: 'Asia/Kolkata' });

	const open = await t.db.execute(
		sql`select from deal_offers where buyer_id = ${buyer.id} and ended_at is null`,
	);
	expect(open.rows).toHaveLength(count);
	await t.as(admin).put('/admin/settings', { maintenanceMode: false });
});

test('when a buyer is banned, the buyer’s open offer ends and the seller is notified', async () => {
	const { seller, buyer, itemId } = await startSale();
	await doAction(buyer, itemId, buyer, 'offer', { amount: 300 });

	await t.as(admin).put(`/admin/users/${buyer.id}/ban`, { reason: 'Spam' });

	expect((await readDeal(seller, itemId, buyer)).offer).toBeNull();
	expect(await notificationsOf(seller)).toEqual(['offer', 'offer']);
});

test('when the buyer with the reservation deletes the account, the seller is notified and the next buyer gets a turn', async () => {
	const { seller, buyer, other, itemId } = await reservedSale();

	await t.as(buyer).post('/account/delete', { password: PASSWORD });

	expect((await readDeal(other, itemId, other)).actions).toEqual(['take-turn', 'pass-turn']);
	expect(await notificationsOf(seller)).toEqual(['reservation']);
});

test('when the account of a seller or a buyer is deleted, the offers, reservations and queue places of its deals end', async () => {
	const [reserved, offered] = [await reservedSale(), await startSale()];
	await doAction(offered.buyer, offered.itemId, offered.buyer, 'offer', { amount: 300 });
	const [queued, offeredByDeleted] = [await reservedSale(), await startSale()];
	await doAction(offeredByDeleted.buyer, offeredByDeleted.itemId, offeredByDeleted.buyer, 'offer', {
		amount: 300,
	});

	for (const deleted of [reserved.seller, offered.seller, queued.other, offeredByDeleted.buyer])
		await t.as(deleted).post('/account/delete', { password: PASSWORD });

	// A request for a deal, even a refused one, first settles the item if it is due.
	for (const { other, itemId } of [reserved, offered, offeredByDeleted])
		await t.as(other).get(`/deals/${itemId}/${other.id}`);
	await readDeal(queued.seller, queued.itemId, queued.buyer);
	expect(await openPartsOf(reserved.itemId)).toEqual(NOTHING_OPEN);
	expect(await openPartsOf(offered.itemId)).toEqual(NOTHING_OPEN);
	expect(await openPartsOf(offeredByDeleted.itemId)).toEqual(NOTHING_OPEN);
	expect(await openPartsOf(queued.itemId)).toEqual({ offers: 0, reservations: 1, queuePlaces: 0 });
});

test('after an account is deleted, chat messages about its deals remain, but the reasons that the user gave are erased', async () => {
	const { seller, buyer, itemId } = await reservedSale();
	await doAction(buyer, itemId, buyer, 'release', { reason: 'My mother is ill.' });
	await t.as(buyer).post('/account/delete', { password: PASSWORD });

	const messages = (await t.as(seller).get(`/chat/conversation/${itemId}/${buyer.id}`)).json();

	const released = messages.find(
		({ event }: { event?: { type: string } }) => event?.type === 'released',
	);
	expect(released.message).toBe('Released the reservation.');
	const { rows } = await t.db.execute(
		sql`select 1 from deal_steps where body::text like '%mother%' union all select 1 from deal_reservations where reason is not null`,
	);
	expect(rows).toEqual([]);
});
