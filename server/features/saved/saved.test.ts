import { describe, expect, test } from 'vitest';
import { PAGING_ERRORS } from '#contract/core/errors.ts';
import { SAVED_ERRORS } from '#contract/saved/errors.ts';
import { SAVED_LIMITS } from '#contract/saved/facts.ts';
import { eq, sql } from '#server/db/drizzle.ts';
import { items } from '#server/db/schema/items.ts';
import { savedItems } from '#server/db/schema/saved-items.ts';
import { openApp } from '#tests/support/app.ts';
import { ITEM_FIELDS, type Student } from '#tests/support/factories.ts';
import { query } from '#tests/support/query.ts';

const t = await openApp();
const seller = await t.student({ userName: 'Ravi' });

const save = (who: Student | null, id: number | string) => t.as(who).put(`/saved/${id}`);
const remove = (who: Student, id: number) => t.as(who).delete(`/saved/${id}`);
const idsOf = async (who: Student): Promise<number[]> =>
	(await t.as(who).get('/saved/ids')).json().ids;
const listOf = async (who: Student, query = '') => (await t.as(who).get(`/saved${query}`)).json();

/** Stores `count` saved items of the user directly in the database. */
async function insertSavedItems(who: Student, count: number): Promise<void> {
	const rows = Array.from({ length: count }, () => ({ ...ITEM_FIELDS, sellerId: seller.id }));
	const inserted = await t.db.insert(items).values(rows).returning({ id: items.id });
	await t.db
		.insert(savedItems)
		.values(inserted.map(({ id }) => ({ userId: who.id, itemId: id, savedPrice: 850 })));
}

describe('saving an item', () => {
	test('saving an item twice and removing it twice succeed, and saving an own item is refused', async () => {
		const asha = await t.student();
		const { id } = await t.item(seller);

		for (const res of [await save(asha, id), await save(asha, id)]) {
			expect(res.statusCode).toBe(200);
			expect(res.json()).toEqual({ success: true, saved: true });
		}
		expect(await idsOf(asha)).toEqual([id]);
		for (const res of [await remove(asha, id), await remove(asha, id)]) {
			expect(res.statusCode).toBe(200);
			expect(res.json()).toEqual({ success: true, saved: false });
		}
		expect(await idsOf(asha)).toEqual([]);
		const own = await save(seller, id);
		expect(own.statusCode).toBe(400);
		expect(own.json()).toMatchObject(SAVED_ERRORS.ownItem);
		expect(await idsOf(seller)).toEqual([]);
	});
});

describe('limit of 500 saved items', () => {
	test('a user with 500 saved items can save one of them again, even a banned one, and another item only after removing one', async () => {
		const asha = await t.student();
		const [one, other] = [await t.item(seller), await t.item(seller)];
		await insertSavedItems(asha, SAVED_LIMITS.itemsMax - 1);

		expect((await save(asha, one.id)).statusCode).toBe(200);
		await t.db.update(items).set({ bannedAt: new Date() }).where(eq(items.id, one.id));
		expect((await save(asha, one.id)).json()).toEqual({ success: true, saved: true });
		const refused = await save(asha, other.id);
		expect(refused.statusCode).toBe(409);
		expect(refused.json()).toEqual({ success: false, ...SAVED_ERRORS.full });
		await remove(asha, one.id);
		expect((await save(asha, other.id)).statusCode).toBe(200);
	});

	test('simultaneous requests cannot save more than 500 items', async () => {
		const asha = await t.student();
		await insertSavedItems(asha, SAVED_LIMITS.itemsMax - 3);
		const newItems = await Promise.all(Array.from({ length: 8 }, () => t.item(seller)));

		const answers = await Promise.all(newItems.map(({ id }) => save(asha, id)));

		const statuses = answers.map(({ statusCode }) => statusCode).sort();
		expect(statuses).toEqual([200, 200, 200, 409, 409, 409, 409, 409]);
		expect(await idsOf(asha)).toHaveLength(SAVED_LIMITS.itemsMax);
	});

	test('the newest of the items saved as a visitor are added, up to the limit', async () => {
		const asha = await t.student();
		await insertSavedItems(asha, SAVED_LIMITS.itemsMax - 2);
		const created = await Promise.all(Array.from({ length: 3 }, () => t.item(seller)));
		const ids = created.map(({ id }) => id);

		const [one, other] = await Promise.all([
			t.as(asha).post('/saved', { ids }),
			t.as(asha).post('/saved', { ids }),
		]);

		for (const res of [one, other])
			expect(res.json()).toEqual({ success: true, ids: ids.slice(0, 2), isFull: true });
		expect(await idsOf(asha)).toHaveLength(SAVED_LIMITS.itemsMax);
	});
});

describe('items saved as a visitor and sent after signing in', () => {
	test('of 501 items saved as a visitor the first 500 are saved, own ones not counted, and the answer says that one was left out', async () => {
		const [other, asha] = [await t.student(), await t.student()];
		await insertSavedItems(other, SAVED_LIMITS.itemsMax + 1);
		const ids = await idsOf(other);
		const own = await t.item(asha);

		const res = await t.as(asha).post('/saved', { ids: [own.id, ...ids] });

		expect(res.json()).toEqual({
			success: true,
			ids: ids.slice(0, SAVED_LIMITS.itemsMax),
			isFull: true,
		});
	});

	test('items saved as a visitor are saved in the same order, without unknown, ill-formed and own ones, even if one was saved already or all are sent twice', async () => {
		const asha = await t.student();
		const [first, second, own] = [await t.item(seller), await t.item(seller), await t.item(asha)];
		const banned = await t.item(seller, { bannedAt: new Date() });
		const illFormed = ['x', -1, 1.5, null, {}, [], true, '01', 2_147_483_648];

		const ids = [second.id, own.id, 2_147_483_647, banned.id, ...illFormed, first.id, second.id];
		await save(asha, first.id);
		for (let round = 0; round < 2; round += 1) {
			const res = await t.as(asha).post('/saved', { ids });
			expect(res.statusCode).toBe(200);
			expect(res.json()).toEqual({ success: true, ids: [second.id, first.id], isFull: false });
		}
		expect(await idsOf(asha)).toEqual([second.id, first.id]);
	});

	test('a request to save several items without a list of ids, or with too many, is refused', async () => {
		for (const ids of [undefined, 'all', null, new Array(SAVED_LIMITS.sentMax + 1).fill(1)]) {
			const res = await t.as(seller).post('/saved', { ids });

			expect([res.statusCode, res.json().code]).toEqual([400, SAVED_ERRORS.itemIds.code]);
		}
	});
});

describe('list of saved items', () => {
	test('the list has each item with its price at the time of saving, newest first', async () => {
		const asha = await t.student();
		const [one, other] = [await t.item(seller, { title: 'Drafter' }), await t.item(seller)];
		await save(asha, one.id);
		await save(asha, other.id);
		await t.db.update(items).set({ price: 700 }).where(eq(items.id, one.id));

		const { items: shown, nextCursor, success } = await listOf(asha);

		expect({ nextCursor, success }).toEqual({ nextCursor: null, success: true });
		expect(shown).toMatchObject([
			{ id: other.id, price: 850, savedPrice: 850 },
			{ id: one.id, title: 'Drafter', price: 700, savedPrice: 850, isAvailable: true },
		]);
		const details = (await t.as(null).get(`/item/get-item-details/${one.id}`)).json().data;
		expect(shown[1]).toEqual({ ...details, savedPrice: 850 });
	});

	test('the list marks sold items, and has only the title of an item that is banned, deleted or of a banned seller', async () => {
		const asha = await t.student();
		const hidden = [];
		for (const hide of [
			sql`update items set banned_at = now(), ban_reason = 'Fake' where id = `,
			sql`update items set deleted_at = now() where id = `,
			sql`update users set banned_at = now() from items where users.id = seller_id and items.id = `,
		]) {
			const { id } = await t.item(await t.student(), { title: 'Steel scale' });
			await save(asha, id);
			await t.db.execute(sql`${hide} ${id}`);
			hidden.unshift({ id, title: 'Steel scale', isAvailable: false, status: 'removed' });
		}
		const sold = await t.item(seller);
		await save(asha, sold.id);
		await t.as(seller).patch(`/item/mark-as-sold/${sold.id}`);

		expect((await listOf(asha)).items).toEqual([
			expect.objectContaining({ id: sold.id, status: 'sold', isAvailable: false, savedPrice: 850 }),
			...hidden,
		]);
		expect((await t.as(asha).get('/saved?cursor=bm9wZQ')).json()).toMatchObject(
			PAGING_ERRORS.badCursor,
		);
	});

	test('the pages of the list together have each saved item once', async () => {
		const asha = await t.student();
		const saved = await Promise.all(Array.from({ length: 5 }, () => t.item(seller)));
		const ids = saved.map(({ id }) => id);
		await t.as(asha).post('/saved', { ids });
		// Two of the items were saved at the same time.
		await t.db.execute(
			sql`update saved_items set saved_at = '2026-01-01' where item_id in (${ids[3]}, ${ids[4]})`,
		);

		const pages: number[][] = [];
		for (let cursor: string | null = ''; cursor !== null; ) {
			const page = await listOf(asha, `?limit=2${cursor && `&cursor=${cursor}`}`);
			pages.push(page.items.map(({ id }: { id: number }) => id));
			cursor = page.nextCursor;
		}

		expect(pages.map((page) => page.length)).toEqual([2, 2, 1]);
		expect(pages.flat()).toEqual(await idsOf(asha));
		expect(new Set(pages.flat())).toEqual(new Set(ids));
	});

	test('a user can neither see nor remove the saved items of another user', async () => {
		const [asha, other] = [await t.student(), await t.student()];
		const { id } = await t.item(seller);
		await save(asha, id);

		await remove(other, id);

		expect(await idsOf(other)).toEqual([]);
		expect(await idsOf(asha)).toEqual([id]);
	});
});

test('the ids of 500 saved items are read from an index alone', async () => {
	const asha = await t.student();
	await insertSavedItems(asha, SAVED_LIMITS.itemsMax);
	const others = await Promise.all(Array.from({ length: 20 }, () => t.student()));
	for (const { id } of others) {
		await t.db.execute(sql`
			insert into saved_items (user_id, item_id, saved_price)
			select ${id}::int, item_id, saved_price from saved_items where user_id = ${asha.id}`);
	}
	await query(t.url, 'vacuum analyze saved_items');

	const plan = await query<Record<string, string>>(
		t.url,
		`explain select item_id from saved_items where user_id = $1
		order by saved_at desc, item_id desc`,
		[asha.id],
	);

	expect(Object.values(plan[0] ?? {}).join()).toMatch(
		/^Index Only Scan Backward using saved_items_newest_idx/,
	);
	expect(await idsOf(asha)).toHaveLength(SAVED_LIMITS.itemsMax);
});

describe('number of users who saved an item', () => {
	test('the number of users who saved an item is shown only to its seller, in the item’s details and in the profile', async () => {
		const owner = await t.student();
		const [asha, noor] = [await t.student(), await t.student()];
		const [popular, other] = [await t.item(owner), await t.item(owner)];
		await save(asha, popular.id);
		await save(noor, popular.id);
		const pageOf = async (who: Student | null) =>
			(await t.as(who).get(`/item/get-item-details/${popular.id}`)).json().data;

		expect(await pageOf(owner)).toMatchObject({ savedCount: 2 });
		expect((await t.as(owner).get(`/item/${popular.id}`)).json()).toMatchObject({ savedCount: 2 });
		for (const who of [null, asha]) expect(await pageOf(who)).not.toHaveProperty('savedCount');
		expect((await t.as(asha).get(`/item/${popular.id}`)).json()).not.toHaveProperty('savedCount');
		const profile = (await t.as(owner).get('/profile/get-profile')).json().data;
		expect(profile.items).toMatchObject([
			{ id: other.id, savedCount: 0 },
			{ id: popular.id, savedCount: 2 },
		]);
		const everyone = await t.as(null).get(`/items?seller=${owner.id}`);
		expect(everyone.body).not.toContain('savedCount');
		await t.db.update(items).set({ bannedAt: new Date() }).where(eq(items.id, popular.id));
		expect(await pageOf(owner)).toMatchObject({ status: 'banned', savedCount: 2 });
	});
});
