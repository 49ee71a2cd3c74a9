import { describe, expect, test } from 'vitest';
import { REALTIME_EVENTS } from '#contract/chat/facts.ts';
import { ITEM_ERRORS } from '#contract/items/errors.ts';
import { eq } from '#server/db/drizzle.ts';
import { items } from '#server/db/schema/items.ts';
import { openApp } from '#tests/support/app.ts';
import { ITEM_FIELDS } from '#tests/support/factories.ts';
import { openSockets } from '#tests/support/sockets.ts';

const t = await openApp();
const { connect } = await openSockets(t);
const seller = await t.student();
const guest = t.as(null);
const HOUR_MS = 3_600_000;
const hoursFromNow = (hours: number) => new Date(Date.now() + hours * HOUR_MS);

const publicItem = async (id: number) =>
	(await guest.get(`/item/get-item-details/${id}`)).json().data;
const idsOf = async (address: string): Promise<number[]> =>
	(await guest.get(address)).json().items.map(({ id }: { id: number }) => id);
const reserve = (id: number, reservedUntil: Date | null, nextTurnUntil: Date | null = null) =>
	t.db.update(items).set({ reservedUntil, nextTurnUntil }).where(eq(items.id, id));
/** A turn that began an hour ago, before a job has recorded it. */
const unrecordedTurn = () => ({ reservedUntil: hoursFromNow(-1), nextTurnUntil: hoursFromNow(5) });

describe('reservation of an item as clients see it', () => {
	test('reservedUntil is the end of the current reservation or turn, or null if there is none', async () => {
		for (const [reservedHours, nextTurnHours, end] of [
			[null, null, null],
			[2, null, 'reservedUntil'],
			[2, 8, 'reservedUntil'],
			[-1, null, null],
			// In the turn that followed, before a job has recorded it, and after it.
			[-1, 5, 'nextTurnUntil'],
			[-7, -1, null],
		] as const) {
			const stored = {
				reservedUntil: reservedHours === null ? null : hoursFromNow(reservedHours),
				nextTurnUntil: nextTurnHours === null ? null : hoursFromNow(nextTurnHours),
			};
			const { id } = await t.item(seller, stored);

			const item = await publicItem(id);

			const reservedUntil = (end && stored[end]?.toISOString()) ?? null;
			expect(item).toMatchObject({ reservedUntil, isAvailable: true, status: 'available' });
			const listed = (await guest.get(`/items?seller=${seller.id}&limit=1`)).json().items[0];
			expect(listed).toEqual(item);
		}
		const sold = await t.item(seller, { reservedUntil: hoursFromNow(2), soldAt: new Date() });
		expect(await publicItem(sold.id)).toMatchObject({ reservedUntil: null, status: 'sold' });
	});

	test('clients that watch an item receive its new reservation over the socket', async () => {
		const { id } = await t.item(seller, { price: 350 });
		const connection = await connect(await t.student());
		await connection.request(REALTIME_EVENTS.watchItems, { itemIds: [id] });
		const reservedUntil = hoursFromNow(2);

		await reserve(id, reservedUntil);
		await connection.waitFor(REALTIME_EVENTS.itemChanged);
		const acknowledgement = await connection.request(REALTIME_EVENTS.watchItems, { itemIds: [id] });

		const state = { itemId: id, price: 350, status: 'available' };
		const reserved = { ...state, reservedUntil: reservedUntil.toISOString() };
		expect(connection.received(REALTIME_EVENTS.itemChanged).at(-1)).toEqual(reserved);
		expect(acknowledgement).toMatchObject({ items: [reserved] });
	});

	test('kept responses and pages say when a reservation ends and, within two seconds after that end, when the next buyer’s turn ends', async () => {
		const until = new Date(Date.now() + 1500);
		const turnUntil = hoursFromNow(6);
		const { id } = await t.item(seller, { reservedUntil: until, nextTurnUntil: turnUntil });
		const addresses = [
			`/api/item/get-item-details/${id}`,
			'/api/items?limit=1',
			'/api/item/get-all-items?limit=1',
			`/api/items/by-id?ids=${id}`,
			`/item/${id}`,
			'/category/all',
		];
		const get = async (url: string) => (await t.app.inject({ url })).body;
		for (const address of [...addresses, ...addresses]) await get(address);

		const before = await Promise.all(addresses.map(get));
		await expect.poll(() => Date.now() > until.getTime() + 2000, { timeout: 6000 }).toBe(true);
		const after = await Promise.all(addresses.map(get));

		for (const body of before) expect(body).toContain(until.toISOString());
		for (const body of after) expect(body).toContain(turnUntil.toISOString());
	});
});

describe('listings without reserved items', () => {
	test('the filter reserved=false leaves out items that are reserved now, even in a turn that no job has recorded yet', async () => {
		const person = await t.student();
		const unreserved = await t.item(person, { category: 'Instruments' });
		const ended = await t.item(person, { reservedUntil: hoursFromNow(-1) });
		const reserved = await t.item(person, { reservedUntil: hoursFromNow(1) });
		const onTurn = await t.item(person, unrecordedTurn());
		const address = `/items?seller=${person.id}`;

		expect(await idsOf(address)).toEqual([onTurn.id, reserved.id, ended.id, unreserved.id]);
		expect(await idsOf(`${address}&reserved=false`)).toEqual([ended.id, unreserved.id]);
		expect(await idsOf('/items?reserved=false&limit=100')).not.toContain(reserved.id);
		expect(await idsOf('/items?reserved=false&limit=100&sort=price-asc')).not.toContain(onTurn.id);
		const counted = await guest.get(`/items/facets?seller=${person.id}&reserved=false`);
		expect(counted.json().total).toBe(2);
	});

	test('with the filter reserved=false, an item appears within two seconds after its reservation has ended', async () => {
		const person = await t.student();
		const until = new Date(Date.now() + 800);
		const { id } = await t.item(person, { reservedUntil: until });
		const address = `/items?seller=${person.id}&reserved=false`;
		for (let time = 0; time < 3; time += 1) expect(await idsOf(address)).toEqual([]);

		await expect.poll(() => Date.now() > until.getTime() + 2000, { timeout: 6000 }).toBe(true);

		expect(await idsOf(address)).toEqual([id]);
		expect((await guest.get(address)).json().total).toBe(1);
	});
});

describe('edits of a reserved item', () => {
	function edit(item: { id: number; hashes: readonly string[] }, fields: object) {
		const keptUrls = item.hashes.map((hash) => `/photos/${hash}-1600.webp`);
		return t.as(seller).form('PUT', `/item/update-item/${item.id}`, {
			...ITEM_FIELDS,
			keepExistingImages: JSON.stringify(keptUrls),
			...fields,
		});
	}
	const original = { ...ITEM_FIELDS, price: Number(ITEM_FIELDS.price) };

	test('an edit of a reserved item with another price or category is refused with 409, one of the title or whether the price is fixed is not', async () => {
		const item = await t.item(seller, { ...original, reservedUntil: hoursFromNow(1) });

		for (const fields of [{ price: 1 }, { isFree: 'true' }, { category: 'OTHERS' }]) {
			const res = await edit(item, fields);
			expect([res.statusCode, res.json()]).toEqual([
				409,
				{ success: false, ...ITEM_ERRORS.reserved },
			]);
		}
		const allowed = await edit(item, { title: 'Another title', isPriceFixed: 'true' });

		expect(allowed.statusCode).toBe(200);
		expect(await publicItem(item.id)).toMatchObject({
			price: original.price,
			category: original.category,
			title: 'Another title',
			isPriceFixed: true,
		});
	});

	test('an edit of the price or the category is refused during a turn of the queue, and accepted after the last turn', async () => {
		for (const fields of [{ price: 1 }, { category: 'OTHERS' }]) {
			const item = await t.item(seller, { ...original, ...unrecordedTurn() });

			const refused = await edit(item, fields);
			expect([refused.statusCode, refused.json()]).toEqual([
				409,
				{ success: false, ...ITEM_ERRORS.reserved },
			]);
			await reserve(item.id, hoursFromNow(-7), hoursFromNow(-1));
			expect((await edit(item, fields)).statusCode).toBe(200);
			expect(await publicItem(item.id)).toMatchObject(fields);
		}
	});
});
