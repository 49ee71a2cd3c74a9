import { beforeEach, describe, expect, test } from 'vitest';
import type { ListedCategory } from '#contract/admin/catalogue.ts';
import { ADMIN_EVENTS } from '#contract/admin/events.ts';
import { CATALOGUE_ERRORS } from '#contract/catalogue/errors.ts';
import { INITIAL_CATEGORIES } from '#contract/catalogue/facts.ts';
import { ITEM_ERRORS } from '#contract/items/errors.ts';
import { desc, eq } from '#server/db/drizzle.ts';
import { auditLog } from '#server/db/schema/audit.ts';
import { items } from '#server/db/schema/items.ts';
import { openAdminConnection } from '#tests/support/admin-connection.ts';
import { openApp } from '#tests/support/app.ts';
import { ITEM_FIELDS } from '#tests/support/factories.ts';
import { jpeg } from '#tests/support/test-images.ts';

const t = await openApp();
const superAdmin = await t.admin({ roleLevel: 'super_admin' });
const admin = await t.admin();
const PATH = '/admin/catalogue/categories';

interface List {
	version: number;
	categories: ListedCategory[];
}

const read = async (who = superAdmin): Promise<List> => (await t.as(who).get(PATH)).json();
const save = (list: { version: unknown; categories: unknown }, who = superAdmin) =>
	t.as(who).put(PATH, list);
const publicNames = async () =>
	(await t.as(null).get('/catalogue')).json().categories.map(({ name }: ListedCategory) => name);

/** Saves the current list with the changes of `edit`. */
async function change(
	edit: (categories: ListedCategory[]) => Partial<ListedCategory>[],
	who = superAdmin,
) {
	const { version, categories } = await read();
	return save({ version, categories: edit(categories) }, who);
}

const editCategory = (name: string, changes: Partial<ListedCategory>) => (list: ListedCategory[]) =>
	list.map((one) => (one.name === name ? { ...one, ...changes } : one));

function entries(action: 'CATALOGUE_CHANGED' | 'ATTEMPT_CHANGE_CATALOGUE') {
	return t.db
		.select({
			adminId: auditLog.adminId,
			target: auditLog.target,
			details: auditLog.details,
			severity: auditLog.severity,
		})
		.from(auditLog)
		.where(eq(auditLog.action, action))
		.orderBy(desc(auditLog.id));
}

/** The list of a new installation; a category that a test deleted gets a new id. */
let initial: ListedCategory[] = (await read()).categories;

beforeEach(async () => {
	const { version, categories } = await read();
	const ids = categories.map(({ id }) => id);
	const restored = initial.map(({ id, ...one }) => (ids.includes(id) ? { id, ...one } : one));
	const res = await save({ version, categories: restored });
	expect(res.statusCode).toBe(200);
	initial = res.json().categories;
});

describe('item categories', () => {
	test('saving replaces the whole list, and added, hidden, reordered and removed categories take effect on the market and on open pages of administrators at once', async () => {
		const fields = [
			{ key: 'size', label: 'Size', kind: 'choice', choices: ['Small', 'Large'] },
		] as const;
		const { version, categories } = await read(admin);
		expect(categories.map(({ name }) => name)).toEqual([...INITIAL_CATEGORIES]);
		expect(categories[1]).toMatchObject({ icon: 'book-open', isVisible: true });
		expect(categories[1]?.fields[0]).toEqual({ key: 'isbn', label: 'ISBN', kind: 'isbn' });
		const connection = await openAdminConnection(t, admin);
		const byName = (name: string) => categories.find((one) => one.name === name);
		const scrubs = { name: 'Scrubs', icon: 'stethoscope', isVisible: true, fields } as const;

		const res = await save({
			version,
			categories: [scrubs, { ...byName('PYQs'), isVisible: false }, byName('Books')],
		});

		expect(res.json()).toMatchObject({
			success: true,
			version: version + 1,
			categories: [
				{ ...scrubs, isInUse: false },
				{ name: 'PYQs', isVisible: false },
				{ name: 'Books' },
			],
		});
		expect(await publicNames()).toEqual(['Scrubs', 'PYQs', 'Books']);
		await expect
			.poll(() => connection.received(ADMIN_EVENTS.changed))
			.toContainEqual({ what: 'catalogue' });
		expect((await entries('CATALOGUE_CHANGED'))[0]).toEqual({
			adminId: superAdmin.id,
			target: 'categories',
			severity: 'MEDIUM',
			details:
				'added “Scrubs”; hidden “PYQs”; removed “Electronics”, “Instruments”, “Essentials”, “OTHERS”; order changed',
		});
	});
});

describe('categories with items', () => {
	test('a category cannot be removed while it has an item, be it on sale, sold or deleted, and no other change of the list is saved', async () => {
		const name = 'Essentials';
		for (const state of [{}, { soldAt: new Date() }, { deletedAt: new Date() }]) {
			const { id } = await t.item(await t.student(), { category: name, ...state });
			const before = await read();

			const res = await change((list) =>
				editCategory('Books', { name: 'Novels' })(list).filter((one) => one.name !== name),
			);

			expect([res.statusCode, res.json().message]).toEqual([
				409,
				CATALOGUE_ERRORS.categoryInUse('Essentials').message,
			]);
			expect(await read()).toEqual(before);
			expect(before.categories).toContainEqual(expect.objectContaining({ name, isInUse: true }));
			await t.db.update(items).set({ category: 'OTHERS' }).where(eq(items.id, id));
		}
	});

	test('a hidden category keeps its items but accepts no new items', async () => {
		const seller = await t.student();
		const { id } = await t.item(seller, { category: 'Instruments' });
		const photo = { field: 'images', ...(await jpeg()) };

		await change(editCategory('Instruments', { isVisible: false }));

		const listed = (await t.as(null).get('/items?category=Instruments')).json().items;
		expect(listed.map((item: { id: number }) => item.id)).toContain(id);
		const added = await t.as(seller).form('POST', '/item/add-item', ITEM_FIELDS, [photo]);
		expect([added.statusCode, added.json().code]).toEqual([400, ITEM_ERRORS.category.code]);
	});

	test('a category’s asksCondition setting is kept when a change omits it, and can be turned off', async () => {
		const asks = async () =>
			(await read()).categories.map(({ name, asksCondition }) => [name, asksCondition]);

		await change(editCategory('PYQs', { name: 'Old papers', asksCondition: undefined }));
		await change(editCategory('Essentials', { asksCondition: false }));

		expect(await asks()).toEqual(
			expect.arrayContaining([
				['Old papers', false],
				['Essentials', false],
				['Books', true],
			]),
		);
	});

	test('a renamed category keeps its items and is found by its former name until another category takes this name', async () => {
		const { id } = await t.item(await t.student(), { category: 'Instruments' });
		await change(editCategory('Instruments', { name: 'Devices' }));
		await change(editCategory('Devices', { name: 'Tools' }));
		const idsIn = async (category: string) =>
			(await t.as(null).get(`/items?category=${category}`))
				.json()
				.items.map((item: { id: number }) => item.id);

		expect((await entries('CATALOGUE_CHANGED'))[0]?.details).toBe('renamed “Devices” to “Tools”');
		for (const name of ['Tools', 'instruments']) expect(await idsIn(name)).toContain(id);
		const page = await t.app.inject('/category/Instruments?q=x');
		expect(page.statusCode).toBe(200);
		expect(page.body).toContain('/category/Tools"');
		const { categories } = (await t.as(null).get('/catalogue')).json();
		const [tools] = categories.filter(({ name }: ListedCategory) => name === 'Tools');
		expect(tools.formerNames).toEqual(expect.arrayContaining(['Instruments', 'Devices']));

		await change((list) => [
			...list,
			{ name: 'Instruments', icon: 'scale', isVisible: true, fields: [] },
		]);
		expect(await idsIn('instruments')).toEqual([]);
	});

	test('two categories can swap names in one change, and each keeps its items', async () => {
		const seller = await t.student();
		const [book, paper] = [
			await t.item(seller, { category: 'Books' }),
			await t.item(seller, { category: 'PYQs' }),
		];
		const swap = { Books: 'pyqs', PYQs: 'BOOKS' } as Record<string, string>;

		const res = await change((list) =>
			list.map((one) => ({ ...one, name: swap[one.name] ?? one.name })),
		);

		expect(res.statusCode).toBe(200);
		const rows = await t.db.select().from(items).where(eq(items.sellerId, seller.id));
		expect(Object.fromEntries(rows.map(({ id, category }) => [id, category]))).toEqual({
			[book.id]: 'pyqs',
			[paper.id]: 'BOOKS',
		});
	});
});
