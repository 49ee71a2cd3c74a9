import { beforeAll, describe, expect, test } from 'vitest';
import { ITEM_ERRORS } from '#contract/items/errors.ts';
import { eq, sql } from '#server/db/drizzle.ts';
import { categories } from '#server/db/schema/catalogue.ts';
import { openApp } from '#tests/support/app.ts';
import { waitForCatalogue } from '#tests/support/catalogue-changes.ts';
import { ITEM_FIELDS } from '#tests/support/factories.ts';
import { jpeg } from '#tests/support/test-images.ts';

const t = await openApp();
const seller = await t.student();
const photo = { field: 'images', ...(await jpeg()) };
const BOOK_FIELDS = { ...ITEM_FIELDS, category: 'Books' };
const OPTIONAL_FIELDS = {
	condition: 'good',
	details: JSON.stringify({ isbn: '0-13-814757-4', author: 'Oppenheim' }),
	subjects: JSON.stringify(['ec301']),
};

const sendItem = (fields: Record<string, string | number> = {}) =>
	t.as(seller).form('POST', '/item/add-item', { ...BOOK_FIELDS, ...fields }, [photo]);
const addItem = async (fields: Record<string, string | number> = {}) =>
	(await sendItem(fields)).json().item;

function edit(item: { id: number; imageUrl: string[] }, fields: Record<string, string | number>) {
	const keptImages = { keepExistingImages: JSON.stringify(item.imageUrl) };
	return t
		.as(seller)
		.form('PUT', `/item/update-item/${item.id}`, { ...BOOK_FIELDS, ...keptImages, ...fields });
}

beforeAll(async () => {
	await t.db.execute(sql`insert into branches values ('EC', 'Electronics', 0)`);
	await t.db.execute(sql`insert into subjects values ('EC301', 'Signals', 'EC', 3, 0)`);
	await waitForCatalogue(t, ({ subjects }) => subjects.length > 0);
});

describe('condition, details and subjects of an item', () => {
	test('condition, details and subjects are stored in a normalized form and shown in the listing', async () => {
		const item = await addItem(OPTIONAL_FIELDS);

		const expected = {
			condition: 'good',
			isFree: false,
			details: { isbn: '9780138147570', author: 'Oppenheim' },
			subjects: ['EC301'],
		};
		expect(item).toMatchObject(expected);
		const listed = (await t.as(null).get('/items?limit=1')).json().items[0];
		expect(item).toEqual({ ...listed, savedCount: 0, version: expect.any(String) });
	});

	test('an edit that omits isPriceFixed or sends it empty does not change it, a free item never has a fixed price, and an invalid value is refused', async () => {
		const item = await addItem({ isPriceFixed: 'true' });
		const kept = (await edit(item, {})).json().item;
		const empty = (await edit(item, { isPriceFixed: '' })).json().item;
		const changed = (await edit(item, { isPriceFixed: 'false' })).json().item;
		const free = await addItem({ isPriceFixed: 'true', isFree: 'true' });
		const refused = await sendItem({ isPriceFixed: 'perhaps' });

		const items = [item, kept, empty, changed, free, await addItem()];
		expect(items.map(({ isPriceFixed }) => isPriceFixed)).toEqual([
			true,
			true,
			true,
			false,
			false,
			false,
		]);
		expect([refused.statusCode, refused.json().message]).toEqual([
			400,
			ITEM_ERRORS.isPriceFixed.message,
		]);
	});

	test('the response for an item’s page has the names of the item’s subjects; without subjects it has no field subjectNames', async () => {
		const { id, imageUrl } = await addItem(OPTIONAL_FIELDS);
		const withoutSubjects = await addItem();
		const readItemPage = async (itemId: number) =>
			(await t.as(null).get(`/item/get-item-details/${itemId}`)).json().data;
		const names = { EC301: 'Signals' };

		expect(await readItemPage(id)).toMatchObject({
			subjectNames: names,
		});
		expect((await t.as(seller).get(`/item/${id}`)).json()).toMatchObject({ subjectNames: names });
		expect(await readItemPage(withoutSubjects.id)).not.toHaveProperty('subjectNames');
		const cleared = await edit({ id, imageUrl }, { subjects: '' });
		expect(cleared.json().item.subjects).toEqual([]);
		expect(await readItemPage(id)).not.toHaveProperty('subjectNames');
	});

	test('unknown and invalid details and subjects are refused with the path of the field, and nothing is saved', async () => {
		const countItems = async () => (await t.as(null).get('/items')).json().total;
		const before = await countItems();

		for (const [field, sent, path, error] of [
			['details', { colour: 'red' }, 'details.colour', ITEM_ERRORS.unknownDetail('colour')],
			['details', { isbn: '12' }, 'details.isbn', ITEM_ERRORS.detailIsbn('ISBN')],
			['details', { author: 'a'.repeat(81) }, 'details.author', ITEM_ERRORS.detailText('Author')],
			['subjects', ['XX999'], 'subjects', ITEM_ERRORS.unknownSubject('XX999')],
		] as const) {
			const res = await sendItem({ [field]: JSON.stringify(sent) });

			expect([res.statusCode, res.json()]).toEqual([
				400,
				{ success: false, ...error, issues: [{ path, ...error }] },
			]);
		}
		expect(await countItems()).toBe(before);
	});

	const isbnAsPrinted = ['978-0138147570', '978-0-13-814757-0', '0-13-814757-4', '0138147574'];
	test('a search finds an item by its details and subjects', async () => {
		const { id } = await addItem(OPTIONAL_FIELDS);
		const words = ['oppenheim', '9780138147570', 'EC301', ...isbnAsPrinted];

		const finding = [];
		for (const word of words) {
			const found = (await t.as(null).get(`/items?q=${word}`)).json().items;
			if (found.some((item: { id: number }) => item.id === id)) finding.push(word);
		}

		expect(finding).toEqual(words);
	});
});

describe('edits of condition, details and subjects', () => {
	test('an edit keeps the fields that it leaves out and clears the fields that it sends empty', async () => {
		const item = await addItem(OPTIONAL_FIELDS);

		const moved = await edit(await addItem(OPTIONAL_FIELDS), { category: 'Instruments' });
		const kept = await edit(item, { title: 'Second edition' });
		const cleared = await edit(item, { condition: '', details: '', subjects: '' });

		// The new category does not have these details.
		expect(moved.json().item).toMatchObject({ details: {}, subjects: ['EC301'] });
		const { condition, details, subjects } = item;
		expect(kept.json().item).toMatchObject({
			title: 'Second edition',
			condition,
			details,
			subjects,
		});
		expect(cleared.json().item).toMatchObject({ condition: null, details: {}, subjects: [] });
	});
});

describe('free items', () => {
	test('a free item has the price 0, whatever is sent, stays free when an edit omits isFree, and gets a price when isFree is false', async () => {
		const item = await addItem({ isFree: 'true', price: 'abc' });
		expect(item).toMatchObject({ isFree: true, price: 0 });

		const edited = await edit(item, { price: 0, title: 'Free notes' });
		const priced = await edit(item, { isFree: 'false', price: 20 });
		const unpriced = await edit(item, { price: 0 });

		expect(edited.json().item).toMatchObject({ isFree: true, price: 0, title: 'Free notes' });
		expect(priced.json().item).toMatchObject({ isFree: false, price: 20 });
		expect([unpriced.statusCode, unpriced.json().code]).toEqual([400, ITEM_ERRORS.editPrice.code]);
	});
});

test('a new item in a hidden category is refused, but existing items can be edited and stay listed', async () => {
	const item = await addItem({ category: 'OTHERS' });
	await t.db.update(categories).set({ isVisible: false }).where(eq(categories.name, 'OTHERS'));
	await waitForCatalogue(t, (catalogue) => catalogue.categories.at(-1)?.isVisible === false);

	const added = await sendItem({ category: 'OTHERS' });
	const edited = await edit(item, { category: 'OTHERS', title: 'Still here' });
	const listed = (await t.as(null).get('/items?category=OTHERS')).json().items;

	expect([added.statusCode, added.json().message]).toEqual([400, ITEM_ERRORS.category.message]);
	expect(edited.json().item.title).toBe('Still here');
	expect(listed).toMatchObject([{ id: item.id }]);
});
