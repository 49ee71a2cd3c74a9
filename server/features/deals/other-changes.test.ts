import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { DEAL_ERRORS } from '#contract/deals/errors.ts';
import { openApp } from '#tests/support/app.ts';
import { openDeals } from '#tests/support/deals.ts';
import { PASSWORD } from '#tests/support/password.ts';
import { settleAllDue } from './due.ts';
import type { DealDeps } from './steps.ts';

/* What ends deals besides their own steps: prices, blocks, bans, removals, relisting, maintenance, erasure. */

const t = await openApp();
const { act, done, read, passTime, startSale, ask, eventsOf, notificationsOf } = openDeals(t);
const admin = await t.admin({ roleLevel: 'super_admin' });

const queueOf = async (itemId: number) =>
	(await t.db.execute(sql`select 1 from deal_queue where item_id = ${itemId} and ended_at is null`))
		.rows.length;

/** A reservation for the buyer, an offer before it that lapsed, and somebody in the queue. */
async function reservedSale() {
	const sale = await startSale();
	const { seller, buyer, other, itemId } = sale;
	await ask(buyer, itemId);
	await done(seller, itemId, buyer, 'reserve', { hours: 48 });
	await done(other, itemId, other, 'join-queue');
	return sale;
}

test('a changed price lets open offers lapse, which is said, and gives three new ones', async () => {
	const { seller, buyer, itemId } = await startSale();
	await done(buyer, itemId, buyer, 'offer', { amount: 300 });

	await t.db.execute(sql`update items set price = 400 where id = ${itemId}`);

	expect(await read(buyer, itemId, buyer)).toMatchObject({
		offer: null,
		askedPrice: 400,
		attemptsLeft: 3,
		actions: ['offer'],
	});
	expect(await eventsOf(seller, itemId, buyer)).toEqual(['offer-made', 'offer-lapsed']);
});

test('fixing the price lets open offers lapse, and allows no new ones', async () => {
	const { buyer, itemId } = await startSale();
	await done(buyer, itemId, buyer, 'offer', { amount: 300 });

	await t.db.execute(sql`update items set is_price_fixed = true where id = ${itemId}`);

	expect((await read(buyer, itemId, buyer)).offer).toBeNull();
	const res = await act(buyer, itemId, buyer, 'offer', { amount: 300 });
	expect(res.json()).toMatchObject(DEAL_ERRORS.priceFixed);
});

describe('a block', () => {
	test('ends the reservation between the two, silently, and the queue moves on', async () => {
		const { seller, buyer, other, itemId } = await reservedSale();

		await t.as(seller).put(`/people/${buyer.id}/block`);

		const blocked = await read(buyer, itemId, buyer);
		expect(blocked).toMatchObject({ reservation: null, actions: [] });
		expect((await eventsOf(buyer, itemId, buyer)).at(-1)).toBe('reservation-ended');
		expect(await notificationsOf(seller)).toEqual([]);
		expect((await read(other, itemId, other)).actions).toEqual(['take-turn', 'pass-turn']);
		const res = await act(buyer, itemId, buyer, 'join-queue');
		expect(res.json()).toMatchObject(DEAL_ERRORS.notAvailable);
	});

	test('ends a place in the queue', async () => {
		const { seller, other, itemId } = await reservedSale();

		await t.as(other).put(`/people/${seller.id}/block`);

		expect(await read(other, itemId, other)).toMatchObject({ queue: { place: null, length: 0 } });
		expect((await eventsOf(other, itemId, other)).at(-1)).toBe('queue-ended');
	});
});

describe('administrators', () => {
	test('who ban the item end everything, and nothing comes back with it', async () => {
		const { buyer, other, itemId } = await reservedSale();

		await t.as(admin).put(`/admin/items/${itemId}/ban`, { reason: 'Not allowed' });

		expect((await t.as(buyer).get(`/deals/${itemId}/${buyer.id}`)).statusCode).toBe(404);
		await t.as(admin).put(`/admin/items/${itemId}/unban`);
		expect(await read(buyer, itemId, buyer)).toMatchObject({ reservation: null, queue: null });
		expect((await eventsOf(other, itemId, other)).at(-1)).toBe('queue-ended');
		expect(await queueOf(itemId)).toBe(0);
	});

	test('who ban the holder end the reservation, which the seller is told, and the queue moves on', async () => {
		const { seller, buyer, other, itemId } = await reservedSale();

		await t.as(admin).put(`/admin/users/${buyer.id}/ban`, { reason: 'Spam' });

		expect((await read(other, itemId, other)).actions).toEqual(['take-turn', 'pass-turn']);
		expect(await notificationsOf(seller)).toEqual(['reservation']);
	});

	test('who remove the item end everything', async () => {
		const { buyer, itemId } = await reservedSale();

		await t.as(admin).delete(`/admin/items/${itemId}`);

		expect((await t.as(buyer).get(`/deals/${itemId}/${buyer.id}`)).statusCode).toBe(404);
	});
});

describe('a sale without the buyer’s answer', () => {
	async function soldItem() {
		const sale = await startSale();
		const { seller, buyer, other, itemId } = sale;
		await ask(buyer, itemId);
		await t.as(seller).patch(`/item/mark-as-sold/${itemId}`, { buyerId: buyer.id });
		/** What is read is settled before, for whomever. */
		const settle = () => t.as(other).get(`/deals/${itemId}/${buyer.id}`);
		return { ...sale, settle };
	}
	const completedDealsOf = async ({ id }: { id: number }) =>
		(await t.as(null).get(`/people/${id}`)).json().person.deals;

	test.each(['item', 'seller', 'buyer'] as const)(
		'waits while the %s is banned, and is complete when the rest of its seven days is over',
		async (banned) => {
			const { seller, buyer, itemId, settle } = await soldItem();
			const { path } = {
				item: { path: `/admin/items/${itemId}` },
				seller: { path: `/admin/users/${seller.id}` },
				buyer: { path: `/admin/users/${buyer.id}` },
			}[banned];
			await passTime(itemId, 6 * 24);
			await t.as(admin).put(`${path}/ban`, { reason: 'Not allowed' });
			await settle();
			await passTime(itemId, 10 * 24);
			await t.as(admin).put(`${path}/unban`);
			await settle();

			expect(await completedDealsOf(seller)).toBe(0);
			await passTime(itemId, 2 * 24);
			expect(await completedDealsOf(seller)).toBe(1);
		},
	);

	test('waits only from the sale on for a buyer who was banned before it', async () => {
		const { seller, buyer, itemId } = await startSale();
		await ask(buyer, itemId);
		await t.as(admin).put(`/admin/users/${buyer.id}/ban`, { reason: 'Spam' });
		await t.db.execute(
			sql`update users set banned_at = now() - interval '20 days' where id = ${buyer.id}`,
		);
		await t.as(seller).patch(`/item/mark-as-sold/${itemId}`, { buyerId: buyer.id });
		await t.as(admin).put(`/admin/users/${buyer.id}/unban`);

		await read(seller, itemId, buyer);
		await passTime(itemId, 8 * 24);

		expect(await completedDealsOf(seller)).toBe(1);
	});

	test.each(['item', 'buyer'] as const)('ends when the %s is deleted', async (deleted) => {
		const { seller, buyer, itemId, settle } = await soldItem();
		if (deleted === 'item') await t.as(admin).delete(`/admin/items/${itemId}`);
		else await t.as(buyer).post('/account/delete', { password: PASSWORD });
		await settle();

		await passTime(itemId, 8 * 24);

		expect(await completedDealsOf(seller)).toBe(0);
	});
});

test('maintenance moves every end by the time that it lasted, but not the hour of a hand-over', async () => {
	const { seller, buyer, itemId } = await startSale();
	await done(buyer, itemId, buyer, 'offer', { amount: 300 });
	const before = (await read(seller, itemId, buyer)).offer?.expiresAt ?? '';
	await t.as(admin).put('/admin/settings', { maintenanceMode: true });
	await t.db.execute(sql`update settings set closed_at = closed_at - interval '30 hours'`);
	await passTime(itemId, 30);

	await t.as(admin).put('/admin/settings', { maintenanceMode: false });

	const after = (await read(seller, itemId, buyer)).offer?.expiresAt ?? '';
	const differenceMs = new Date(after).getTime() - new Date(before).getTime();
	expect(Math.abs(differenceMs)).toBeLessThan(60_000);
});

test('settling during maintenance comes to an end, however many offers would have lapsed meanwhile', async () => {
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

	// Nothing changes, so nobody is told.
	const realtime = {} as DealDeps['realtime'];
	await settleAllDue({ db: t.db, addTask: t.queue.addTask, realtime, timeZone: 'Asia/Kolkata' });

	const open = await t.db.execute(
		sql`select from deal_offers where buyer_id = ${buyer.id} and ended_at is null`,
	);
	expect(open.rows).toHaveLength(count);
	await t.as(admin).put('/admin/settings', { maintenanceMode: false });
});

test('the seller is told when an offer ends because its buyer is banned', async () => {
	const { seller, buyer, itemId } = await startSale();
	await done(buyer, itemId, buyer, 'offer', { amount: 300 });

	await t.as(admin).put(`/admin/users/${buyer.id}/ban`, { reason: 'Spam' });

	expect((await read(seller, itemId, buyer)).offer).toBeNull();
	expect(await notificationsOf(seller)).toEqual(['offer', 'offer']);
});

test('a holder who erases the account ends the reservation, which the seller is told', async () => {
	const { seller, buyer, other, itemId } = await reservedSale();

	await t.as(buyer).post('/account/delete', { password: PASSWORD });

	expect((await read(other, itemId, other)).actions).toEqual(['take-turn', 'pass-turn']);
	expect(await notificationsOf(seller)).toEqual(['reservation']);
});

test('an erased account’s deals end; its steps keep their words, without reasons', async () => {
	const { seller, buyer, itemId } = await reservedSale();
	await done(buyer, itemId, buyer, 'release', { reason: 'My mother is ill.' });
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
