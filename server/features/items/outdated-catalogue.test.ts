import { eq, sql } from 'drizzle-orm';
import { beforeAll, expect, test, vi } from 'vitest';
import { ITEM_ERRORS } from '#contract/items/errors.ts';
import { branches, categories, subjects } from '#server/db/schema/catalogue.ts';
import { openApp } from '#tests/support/app.ts';
import { ITEM_FIELDS } from '#tests/support/factories.ts';
import { waitForBlockedSession } from '#tests/support/lock-waits.ts';
import { query } from '#tests/support/query.ts';
import { jpeg } from '#tests/support/test-images.ts';

/*
 * The catalogue in memory may be older than the database: another instance has changed a list, and the notification has
 * not come yet. Here it never comes.
 */

const t = await openApp();
const seller = await t.student();
const photo = { field: 'images', ...(await jpeg()) };
const SUBJECT = { code: 'EC301', name: 'Signals', branchCode: 'EC', semester: 3, position: 0 };

beforeAll(async () => {
	await t.db.insert(branches).values({ code: 'EC', name: 'Electronics', position: 0 });
	await t.db.insert(subjects).values(SUBJECT);
	await vi.waitUntil(async () => (await t.as(null).get('/catalogue')).json().subjects.length > 0);
	for (const table of ['categories', 'subjects']) {
		await query(t.url, `alter table ${table} disable trigger ${table}_notified`);
	}
});

const add = (category: string, fields: Record<string, string> = {}) =>
	t.as(seller).form('POST', '/item/add-item', { ...ITEM_FIELDS, category, ...fields }, [photo]);
const rename = (from: string, to: string, db: Pick<typeof t.db, 'update'> = t.db) =>
	db.update(categories).set({ name: to }).where(eq(categories.name, from));
const CATEGORY_REFUSED = { success: false, ...ITEM_ERRORS.category };

test('an item of a category that was renamed elsewhere is refused with the message of the specification', async () => {
	await rename('PYQs', 'Papers');

	const res = await add('PYQs');

	expect(res.statusCode).toBe(400);
	expect(res.json()).toMatchObject(CATEGORY_REFUSED);
	await rename('Papers', 'PYQs');
});

test('an item of a category that was deleted elsewhere is refused with the message of the specification', async () => {
	await t.db.delete(categories).where(eq(categories.name, 'Essentials'));

	const res = await add('Essentials');

	expect(res.statusCode).toBe(400);
	expect(res.json()).toMatchObject(CATEGORY_REFUSED);
});

test('an item that is posted while its category is being renamed waits, and is refused', async () => {
	const renaming = Promise.withResolvers<void>();
	const committed = t.db.transaction(async (tx) => {
		await rename('Books', 'Novels', tx);
		await renaming.promise;
	});

	const posting = add('Books');
	await waitForBlockedSession(t.url);
	renaming.resolve();
	await committed;

	const res = await posting;
	expect([res.statusCode, res.json().message]).toEqual([400, ITEM_ERRORS.category.message]);
	expect((await t.as(null).get('/items?limit=1')).json().items).not.toMatchObject([
		{ category: 'Novels' },
	]);
	await rename('Novels', 'Books');
});

test('an edit into a category that was renamed elsewhere is refused, and the item stays as it was', async () => {
	const { item } = (await add('Books')).json();
	await rename('Instruments', 'Tools');

	const res = await t.as(seller).form('PUT', `/item/update-item/${item.id}`, {
		...ITEM_FIELDS,
		category: 'Instruments',
		title: 'Another title',
		keepExistingImages: JSON.stringify(item.imageUrl),
	});

	expect(res.statusCode).toBe(400);
	expect(res.json()).toMatchObject(CATEGORY_REFUSED);
	const { rows } = await t.db.execute(sql`select title, category from items where id = ${item.id}`);
	expect(rows).toEqual([{ title: ITEM_FIELDS.title, category: 'Books' }]);
	await rename('Tools', 'Instruments');
});

test('an item of a subject that was deleted elsewhere is refused, naming it', async () => {
	await t.db.delete(subjects);

	const res = await add('Books', { subjects: JSON.stringify(['EC301']) });

	expect([res.statusCode, res.json().message]).toEqual([
		400,
		ITEM_ERRORS.unknownSubject('EC301').message,
	]);
});
