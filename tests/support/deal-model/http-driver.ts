import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import type { DealEventType } from '#contract/deals/facts.ts';
import { reservationEnd } from '#contract/items/reservation.ts';
import { openApp } from '../app.ts';
import { openDeals } from '../deals.ts';
import type { Calendar, Driver } from './driver.ts';
import { PRICE } from './sequence.ts';

/** Opens a server. @returns a function that posts a new item, on which a sequence can run */
export async function openHttpDrivers() {
	const t = await openApp();
	const deals = openDeals(t);
	const admin = await t.admin({ roleLevel: 'super_admin' });
	const spotId = await deals.openSpot({ name: 'Library', opens: '00:00', closes: '23:59' });

	return async function openHttpDriver(buyers: number): Promise<Driver> {
		const seller = await t.student();
		const people = await Promise.all(
			Array.from({ length: buyers }, (_, buyer) =>
				t.student({ emailConfirmedAt: buyer < 2 ? new Date() : null }),
			),
		);
		const { id: itemId } = await t.item(seller, { price: PRICE });
		const personOf = (buyer: number) => people[buyer] ?? seller;
		await deals.askAboutItem(personOf(0), itemId);
		const indexOf = (userId: number) => people.findIndex(({ id }) => id === userId);
		let lastMessageId = 0;

		/** A request that must succeed. */
		const mustSucceed = async (request: PromiseLike<{ statusCode: number; body: string }>) => {
			const res = await request;
			expect(res.statusCode, res.body).toBe(200);
		};
		const asSeller = t.as(seller);
		const asAdmin = t.as(admin);

		return {
			buyers,
			spotId,
			now: Date.now,
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
				await asSeller.get(`/deals/${itemId}/${personOf(0).id}`);
				const { rows } = await t.db.execute<{
					id: number;
					buyerId: number;
					type: DealEventType;
				}>(sql`
					select id::int, buyer_id as "buyerId", event ->> 'type' as type from messages
					where item_id = ${itemId} and event is not null and id > ${lastMessageId} order by id`);
				lastMessageId = rows.at(-1)?.id ?? lastMessageId;
				return rows.map(({ buyerId, type }) => ({ buyer: indexOf(buyerId), type }));
			},
			async readQueue() {
				const res = await asSeller.get(`/item/${itemId}/queue`);
				return res.json().queue.map(({ userId }: { userId: number }) => indexOf(userId));
			},
			async readReservedUntil() {
				type Stored = { reservedUntil: string | null; nextTurnUntil: string | null };
				const { rows } = await t.db.execute<Stored>(sql`
					select to_json(reserved_until) #>> '{}' as "reservedUntil",
						to_json(next_turn_until) #>> '{}' as "nextTurnUntil"
					from items where id = ${itemId}`);
				const dateOf = (time: string | null | undefined) => (time ? new Date(time) : null);
				const reservedUntil = dateOf(rows[0]?.reservedUntil);
				const nextTurnUntil = dateOf(rows[0]?.nextTurnUntil);
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
			passTime: (hours) => deals.passTime(itemId, hours),
			async setBlocked(buyer, by, isBlocked) {
				const person = personOf(buyer);
				const [from, to] = by === 'buyer' ? [person, seller] : [seller, person];
				const path = `/people/${to.id}/block`;
				await mustSucceed(isBlocked ? t.as(from).put(path) : t.as(from).delete(path));
			},
			setItemBanned: (isBanned) =>
				mustSucceed(
					isBanned
						? asAdmin.put(`/admin/items/${itemId}/ban`, { reason: 'Not as shown.' })
						: asAdmin.put(`/admin/items/${itemId}/unban`),
				),
			banBuyer: (buyer) =>
				mustSucceed(asAdmin.put(`/admin/users/${personOf(buyer).id}/ban`, { reason: 'Spam.' })),
			async setPrice(price, isPriceFixed) {
				await t.db.execute(sql`
					update items set price = ${price}, is_price_fixed = ${isPriceFixed} where id = ${itemId}`);
			},
			sell: (buyer, price) =>
				mustSucceed(
					asSeller.patch(`/item/mark-as-sold/${itemId}`, {
						...(buyer !== null && { buyerId: personOf(buyer).id }),
						...(price !== undefined && { price }),
					}),
				),
			setRemoved: (isRemoved) =>
				mustSucceed(
					isRemoved
						? asSeller.delete(`/item/${itemId}`)
						: asSeller.post(`/item/${itemId}/put-back`),
				),
			relist: () => mustSucceed(asAdmin.put(`/admin/items/${itemId}/relist`)),
		};
	};
}
