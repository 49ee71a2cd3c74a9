import { beforeAll, expect, test } from 'vitest';
import { ITEM_ERRORS } from '#contract/items/errors.ts';
import { eq, sql } from '#server/db/drizzle.ts';
import { branches, categories, subjects } from '#server/db/schema/catalogue.ts';
import { openApp } from '#tests/support/app.ts';
import { waitForCatalogue } from '#tests/support/catalogue-changes.ts';
import { ITEM_FIELDS } from '#tests/support/factories.ts';
import { waitForBlockedSession } from '#tests/support/lock-waits.ts';
import { query } from '#tests/support/query.ts';
import { jpeg } from '#tests/support/test-images.ts';

/*
 * The catalogue in memory may be older than the database, when another instance has changed a list and the notification
 * has not arrived yet. Here the notifications are switched off.
 */

const t = await openApp();
const seller = await t.student();
const photo = { field: 'images', ...(await jpeg()) };
const SUBJECT = { code: 'EC301', name: 'Signals', branchCode: 'EC', semester: 3, position: 0 };

beforeAll(async () => {
	await t.db.insert(branches).values({ code: 'EC', name: 'Electronics', position: 0 });
	await t.db.insert(subjects).values(SUBJECT);
	await waitForCatalogue(t, (catalogue) => catalogue.subjects.length > 0);
	for (const table of ['categories', 'subjects']) {
		await query(t.url, `alter table ${table} disable trigger ${table}_notified`);
	}
});

const add = (category: string, fields: Record<string, string> = {}) =>
	t.as(seller).form('POST', '/item/add-item', { ...ITEM_FIELDS, category, ...fields }, [photo]);
const rename = (from: string, to: string, db: Pick<typeof t.db, 'update'> = t.db) =>
	db.update(categories).set({ name: to }).where(eq(categories.name, from));
const CATEGORY_REFUSED = { success: false, ...ITEM_ERRORS.category };

test('an item posted while its category is being renamed waits for the transaction and is then refused', async () => {
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

test('when another instance has renamed a category, a new item with the old name and an edit that moves an item to it are refused', async () => {
	const { item } = (await add('Books')).json();
	await rename('Instruments', 'Tools');

	const res = await t.as(seller).form('PUT', `/item/update-item/${item.id}`, {
		...ITEM_FIELDS,
		category: 'Instruments',
		title: 'Another title',
		keepExistingImages: JSON.stringify(item.imageUrl),
	});

	for (const refused of [res, await add('Instruments')]) {
		expect(refused.statusCode).toBe(400);
		expect(refused.json()).toMatchObject(CATEGORY_REFUSED);
	}
	const { rows } = await t.db.execute(sql`select title, category from items where id = ${item.id}`);
	expect(rows).toEqual([{ title: ITEM_FIELDS.title, category: 'Books' }]);
	await rename('Tools', 'Instruments');
});

test('when another instance has deleted a subject, a new item with that subject is refused, and the error names the subject', async () => {
	await t.db.delete(subjects);

	const res = await add('Books', { subjects: JSON.stringify(['EC301']) });

	expect([res.statusCode, res.json().message]).toEqual([
		400,
		ITEM_ERRORS.unknownSubject('EC301').message,
	]);
});
