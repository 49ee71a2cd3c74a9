import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { sql } from '#server/db/drizzle.ts';
import type { RealtimeServer } from '#server/realtime/realtime.ts';
import { openApp } from '#tests/support/app.ts';
import { openDatabaseEvents } from '#tests/support/database-events.ts';
import { NOTHING_OPEN, openDeals } from '#tests/support/deals.ts';
import { PASSWORD } from '#tests/support/password.ts';
import { settleAllDue, settleOnChanges } from './commands.ts';

/* Events outside a deal that change it: bans, removals, maintenance, erased accounts. */

const t = await openApp();
const {
	doAction,
	readDeal,
	passTime,
	startSale,
	reservedSale,
	saleWithHandover,
	askAboutItem,
	messagesOf,
	eventsOf,
	notificationsOf,
	countOpen,
	shownUntil,
	sell,
	setMaintenance,
} = openDeals(t);
const admin = await t.admin({ roleLevel: 'super_admin' });
const realtime = t.app.realtime as RealtimeServer;
const deps = { db: t.db, addTask: t.queue.addTask, timeZone: 'Asia/Kolkata', realtime };

const deleteAccount = (who: { token: string }) =>
	t.as(who).post('/account/delete', { password: PASSWORD });

/** An item for which the buyer has an open offer. */
async function offeredSale() {
	const sale = await startSale();
	await doAction(sale.buyer, sale.itemId, sale.buyer, 'offer', { amount: 300 });
	return sale;
}

describe('bans and deletions', () => {
	test.each([
		[
			'is banned',
			({ id }: { id: number }) => t.as(admin).put(`/admin/users/${id}/ban`, { reason: 'Spam' }),
		],
		['deletes the account', deleteAccount],
	])(
		'when a buyer %s, their reservation and their open offer end, the sellers are notified and the next buyer gets a turn',
		async (_, change) => {
			const { seller, buyer, other, itemId } = await reservedSale();
			const { id: offeredId } = await t.item(seller, { price: 450 });
			await doAction(buyer, offeredId, buyer, 'offer', { amount: 300 });

			await change(buyer);

			expect((await readDeal(other, itemId, other)).actions).toEqual(['take-turn', 'pass-turn']);
			expect((await readDeal(seller, offeredId, buyer)).offer).toBeNull();
			expect(await notificationsOf(seller)).toEqual(['offer', 'reservation', 'offer']);
		},
	);

	test('an item cannot be reserved for a banned buyer', async () => {
		const { seller, buyer, itemId } = await startSale();
		await askAboutItem(buyer, itemId);
		await t.as(admin).put(`/admin/users/${buyer.id}/ban`, { reason: 'Spam.' });

		const { actions } = await readDeal(seller, itemId, buyer);

		expect(actions).toEqual([]);
	});

	test('when the item is removed, its deal answers 404, and its offers, reservation and queue end', async () => {
		const [reserved, offered] = [await reservedSale(), await offeredSale()];

		for (const { buyer, itemId } of [reserved, offered]) {
			await t.as(admin).delete(`/admin/items/${itemId}`);
			expect((await t.as(buyer).get(`/deals/${itemId}/${buyer.id}`)).statusCode).toBe(404);
			expect(await countOpen(itemId)).toEqual(NOTHING_OPEN);
		}
	});

	test('when the account of a seller, or of a buyer in the queue, is deleted, what is open in its deals ends', async () => {
		const [reserved, offered, queued] = [
			await reservedSale(),
			await offeredSale(),
			await reservedSale(),
		];

		for (const deleted of [reserved.seller, offered.seller, queued.other])
			await deleteAccount(deleted);

		// A request for a deal, even a refused one, first brings the deals of the item up to date.
		for (const { other, itemId } of [reserved, offered]) {
			await t.as(other).get(`/deals/${itemId}/${other.id}`);
			expect(await countOpen(itemId)).toEqual(NOTHING_OPEN);
		}
		await readDeal(queued.seller, queued.itemId, queued.buyer);
		expect(await countOpen(queued.itemId)).toEqual({ offers: 0, holds: 1, places: 0 });
	});

	test('after an account is deleted, chat messages about its deals remain, but the reasons that its user gave are erased, and only these', async () => {
		const { seller, buyer, itemId } = await reservedSale();
		await doAction(buyer, itemId, buyer, 'release', { reason: 'My mother is ill.' });
		await doAction(seller, itemId, buyer, 'reserve', { hours: 24 });
		await doAction(seller, itemId, buyer, 'release', { reason: 'It broke.' });
		await deleteAccount(buyer);

		const messages = await messagesOf(seller, itemId, buyer);

		const released = messages.filter(({ event }) => event?.type === 'released');
		expect(released.map(({ message }) => message)).toEqual([
			'Released the reservation.',
			expect.stringMatching(/^Released the reservation\.\s+It broke\.$/),
		]);
		const { rows } = await t.db.execute(sql`
			select from messages where body like '%mother%' union all select from notices where message like '%mother%'`);
		expect(rows).toEqual([]);
	});
});

describe('maintenance', () => {
	test('it extends offers, reservations, turns, and the times to confirm a sale and to write reviews by the time that the site was closed, but no hand-over', async () => {
		const [offered, reserved, onTurn] = [
			await offeredSale(),
			await reservedSale(),
			await reservedSale(),
		];
		await doAction(onTurn.seller, onTurn.itemId, onTurn.buyer, 'release');
		const met = await saleWithHandover();
		const [unconfirmed, confirmed] = [await startSale(), await startSale()];
		for (const { seller, buyer, itemId } of [unconfirmed, confirmed]) {
			await askAboutItem(buyer, itemId);
			await sell(seller, itemId, { buyerId: buyer.id });
		}
		await doAction(confirmed.buyer, confirmed.itemId, confirmed.buyer, 'confirm-sale');
		const endsOf = async () => {
			const read = ({ buyer, itemId }: typeof offered) => readDeal(buyer, itemId, buyer);
			const [ofOffer, ofReservation, ofTurn, ofReviews, ofMeeting] = await Promise.all(
				[offered, reserved, { ...onTurn, buyer: onTurn.other }, confirmed, met].map(read),
			);
			const { rows } = await t.db.execute<{ until: string }>(
				sql`select answer_until as until from deal_sales where item_id = ${unconfirmed.itemId}`,
			);
			return {
				offer: ofOffer?.offer?.expiresAt,
				reservation: ofReservation?.reservation?.until,
				shown: await shownUntil(reserved.itemId),
				turn: ofTurn?.queue?.turnUntil,
				confirmation: rows[0]?.until,
				reviews: ofReviews?.review?.until,
				slot: ofMeeting?.handover?.agreedSlot,
				reservationOfMeeting: ofMeeting?.reservation?.until,
			};
		};
		const before = Object.entries(await endsOf());
		await setMaintenance(admin, true);

		await setMaintenance(admin, false);

		const after: Record<string, string | null | undefined> = await endsOf();
		for (const [end, time] of before) {
			const movedMs = Date.parse(after[end] ?? '') - Date.parse(time ?? '');
			const isFixed = end === 'slot' || end === 'reservationOfMeeting';
			expect(Math.round(movedMs / 360_000) / 10, end).toBe(isFixed ? 0 : 30);
		}
	});

	test('a reservation whose agreed hand-over is long over when maintenance ends, ends at once, without a request for the deal', async () => {
		const { buyer, itemId } = await saleWithHandover();
		await setMaintenance(admin, true);
		await passTime(itemId, 48 + 25);
		const events = await openDatabaseEvents(t.url);
		const stop = settleOnChanges(events, { ...deps, log: t.app.log });
		onTestFinished(async () => {
			stop();
			await events.close();
		});

		await setMaintenance(admin, false);

		const isOver = async () => (await countOpen(itemId))?.holds === 0;
		await vi.waitUntil(isOver, { timeout: 20_000 });
		expect((await eventsOf(buyer, itemId, buyer)).at(-1)).toBe('reservation-ended');
	});

	test('during maintenance, the job that ends expired offers finishes and changes nothing, even with 201 expired offers', async () => {
		// One more than `settleAllDue` reads per query.
		const count = 201;
		const [seller, buyer] = [await t.student(), await t.student()];
		await t.as(admin).put('/admin/settings', { maintenanceMode: true });
		await t.db.execute(sql`update settings set closed_at = now() - interval '1 hour'`);
		const past = new Date(Date.now() - 60_000).toISOString();
		const offer = { id: 1, by: 'buyer', amount: 100, askedPrice: 150, expiresAt: past };
		await t.db.execute(sql`
			with posted as (
				insert into items (seller_id, title, description, price, category)
				select ${seller.id}, 'Drafter', 'Used once.', 150, 'Instruments' from generate_series(1, ${count}::int)
				returning id
			), due as (
				insert into deal_deadlines (item_id, due_at) select id, ${past}::timestamptz from posted
			)
			insert into deals (item_id, buyer_id, seller_id, offer)
			select id, ${buyer.id}, ${seller.id}, ${JSON.stringify({ ...offer, isWithheld: false })}::jsonb from posted`);

		// Nothing changes, so no event is sent.
		await settleAllDue({ ...deps, realtime: {} as RealtimeServer });

		const open = await t.db.execute(
			sql`select from deals where buyer_id = ${buyer.id} and offer is not null`,
		);
		expect(open.rows).toHaveLength(count);
		await t.as(admin).put('/admin/settings', { maintenanceMode: false });
	});
});
