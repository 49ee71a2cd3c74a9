import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import type { DealEventType } from '#contract/deals/facts.ts';
import type { QueueEntry } from '#contract/deals/schemas.ts';
import { reservationEnd } from '#contract/items/reservation.ts';
import { type App, openApp } from '../app.ts';
import { openDeals } from '../deals.ts';
import type { Calendar, Driver } from './driver.ts';
import { PRICE } from './sequence.ts';

/** Opens a server. @returns a function that posts a new item, on which a sequence can run */
export async function openHttpDrivers() {
	const t = await openApp();
	const deals = openDeals(t);
	const admin = await t.admin({ roleLevel: 'super_admin' });
	const spotId = await deals.openSpot({ name: 'Library', opens: '00:00', closes: '23:59' });

	return async (buyers: number): Promise<Driver> => {
		const seller = await t.student();
		const emailConfirmedAt = new Date();
		const people = await Promise.all(
			Array.from({ length: buyers }, (_, buyer) =>
				t.student(buyer < 2 ? { emailConfirmedAt } : { emailConfirmedAt: null }),
			),
		);
		const { id: itemId } = await t.item(seller, { price: PRICE });
		const personOf = (buyer: number) => people[buyer] ?? seller;
		await deals.askAboutItem(personOf(0), itemId);
		const posted = { t, deals, admin, seller, people, itemId, personOf };
		return { buyers, spotId, ...dealing(posted), ...reading(posted), ...changing(posted) };
	};
}

type Student = Awaited<ReturnType<App['student']>>;

/** An item with its people. */
interface Posted {
	t: App;
	deals: ReturnType<typeof openDeals>;
	admin: { token: string };
	seller: Student;
	people: Student[];
	itemId: number;
	personOf: (buyer: number) => Student;
}

function dealing({ t, deals, seller, people, itemId, personOf }: Posted) {
	let lastMessageId = 0;
	let passedMs = 0;
	return {
		now: Date.now,
		clock: () => Date.now() + passedMs,
		async passTime(hours) {
			passedMs += hours * 3_600_000;
			await deals.passTime(itemId, hours);
		},
		async read(buyer, role) {
			const reader = role === 'buyer' ? personOf(buyer) : seller;
			const res = await t.as(reader).get(`/deals/${itemId}/${personOf(buyer).id}`);
			return res.statusCode === 200 ? res.json().deal : null;
		},
		async act(buyer, role, action, body) {
			const who = role === 'buyer' ? personOf(buyer) : seller;
			const res = await deals.requestAction(who, itemId, personOf(buyer), action, body);
			return { status: res.statusCode, code: res.json().code };
		},
		async takeSteps() {
			// Ends what is over.
			await t.as(seller).get(`/deals/${itemId}/${personOf(0).id}`);
			const { rows } = await t.db.execute<{ id: number; buyerId: number; type: DealEventType }>(sql`
				select id::int, buyer_id as "buyerId", event ->> 'type' as type from messages
				where item_id = ${itemId} and event is not null and id > ${lastMessageId} order by id`);
			lastMessageId = rows.at(-1)?.id ?? lastMessageId;
			const buyerOf = (userId: number) => people.findIndex(({ id }) => id === userId);
			return rows.map(({ buyerId, type }) => ({ buyer: buyerOf(buyerId), type }));
		},
	} satisfies Partial<Driver>;
}

function reading({ t, seller, people, itemId }: Posted) {
	return {
		async readQueue() {
			const { queue } = (await t.as(seller).get(`/item/${itemId}/queue`)).json();
			return queue.map(({ userId }: QueueEntry) => people.findIndex(({ id }) => id === userId));
		},
		async readReservedUntil() {
			const { rows } = await t.db.execute<Record<'reserved' | 'turn', number | null>>(sql`
				select (extract(epoch from reserved_until) * 1000)::float8 as reserved,
					(extract(epoch from next_turn_until) * 1000)::float8 as turn
				from items where id = ${itemId}`);
			const dateOf = (ms: number | null | undefined) => (ms == null ? null : new Date(ms));
			const reservedUntil = dateOf(rows[0]?.reserved);
			const nextTurnUntil = dateOf(rows[0]?.turn);
			return reservationEnd({ reservedUntil, nextTurnUntil }, new Date())?.getTime() ?? null;
		},
		async readMarks() {
			const { rows } = await t.db.execute<{ userId: number; count: number }>(sql`
				select user_id as "userId", count(*)::int as count from missed_handovers
				where contested_at is null group by user_id`);
			const countOf = (id: number) => rows.find(({ userId }) => userId === id)?.count ?? 0;
			return { buyers: people.map(({ id }) => countOf(id)), seller: countOf(seller.id) };
		},
		async readCalendars() {
			const { rows } = await t.db.execute<{ buyerId: number; calendar: Calendar | null }>(sql`
				select buyer_id as "buyerId", calendar from deals where item_id = ${itemId}`);
			return people.map(({ id }) => rows.find(({ buyerId }) => buyerId === id)?.calendar ?? null);
		},
	} satisfies Partial<Driver>;
}

/** Waits for a request that must succeed. */
async function done(request: PromiseLike<{ statusCode: number; body: string }>): Promise<void> {
	const res = await request;
	expect(res.statusCode, res.body).toBe(200);
}

function changing({ t, admin, seller, itemId, personOf }: Posted) {
	const [asSeller, asAdmin] = [t.as(seller), t.as(admin)];
	return {
		async setBlocked(buyer, by, isBlocked) {
			const person = personOf(buyer);
			const [from, to] = by === 'buyer' ? [person, seller] : [seller, person];
			const path = `/people/${to.id}/block`;
			await done(isBlocked ? t.as(from).put(path) : t.as(from).delete(path));
		},
		setItemBanned(isBanned) {
			const path = `/admin/items/${itemId}/${isBanned ? 'ban' : 'unban'}`;
			return done(asAdmin.put(path, isBanned ? { reason: 'Not as shown.' } : undefined));
		},
		banBuyer: (buyer) =>
			done(asAdmin.put(`/admin/users/${personOf(buyer).id}/ban`, { reason: 'Spam.' })),
		async setPrice(price, isPriceFixed) {
			await t.db.execute(sql`
				update items set price = ${price}, is_price_fixed = ${isPriceFixed} where id = ${itemId}`);
		},
		sell(buyer, price) {
			const buyerId = buyer === null ? undefined : personOf(buyer).id;
			return done(asSeller.patch(`/item/mark-as-sold/${itemId}`, { buyerId, price }));
		},
		setRemoved(isRemoved) {
			const path = `/item/${itemId}`;
			return done(isRemoved ? asSeller.delete(path) : asSeller.post(`${path}/put-back`));
		},
		relist: () => done(asAdmin.put(`/admin/items/${itemId}/relist`)),
	} satisfies Partial<Driver>;
}
