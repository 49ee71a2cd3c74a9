import { expect, onTestFinished, test, vi } from 'vitest';
import { INITIAL_CATEGORIES } from '#contract/catalogue/facts.ts';
import { eq, sql } from '#server/db/drizzle.ts';
import { categories } from '#server/db/schema/catalogue.ts';
import { openApp } from '#tests/support/app.ts';
import { waitForCatalogue } from '#tests/support/catalogue-changes.ts';

const t = await openApp();
const guest = t.as(null);
const categoryNames = async () =>
	(await guest.get('/catalogue')).json().categories.map(({ name }: { name: string }) => name);

/**
 * Renames a category in the database only, so that its former name is not kept, and back at the end of the test.
 */
async function rename(from: string, to: string): Promise<void> {
	await t.db.update(categories).set({ name: to }).where(eq(categories.name, from));
	onTestFinished(async () => {
		await t.db.update(categories).set({ name: from }).where(eq(categories.name, to));
		await waitForCatalogue(t, ({ categories: all }) => all.some(({ name }) => name === from));
	});
	await waitForCatalogue(t, ({ categories: all }) => all.some(({ name }) => name === to));
}

test('a new installation has the initial categories, but no branches or subjects', async () => {
	const reply = (await guest.get('/catalogue')).json();

	expect(reply).toMatchObject({ success: true, branches: [], subjects: [] });
	expect(await categoryNames()).toEqual([...INITIAL_CATEGORIES]);
	expect((await guest.get('/catalogue/categories')).json()).toEqual({
		success: true,
		categories: reply.categories,
	});
});

test('after a category was renamed in the database, its items, item count, page and sitemap address have the new name, and the old name finds nothing', async () => {
	const seller = await t.student();
	const { id } = await t.item(seller, { category: 'Instruments', title: 'Astrolabe' });
	await guest.get('/items?category=Instruments');

	await rename('Instruments', 'Lab kit');

	const listed = (await guest.get('/items?category=lab kit')).json().items;
	expect(listed).toMatchObject([{ id, category: 'Lab kit' }]);
	expect((await guest.get('/items?category=Instruments')).json().items).toEqual([]);
	expect((await guest.get('/items/counts')).json().counts).toContainEqual({
		category: 'Lab kit',
		total: 1,
	});
	const page = await t.app.inject('/category/Lab%20kit');
	expect([page.statusCode, page.body.includes('"name":"Lab kit"')]).toEqual([200, true]);
	expect((await t.app.inject('/category/Instruments')).statusCode).toBe(404);
	expect((await t.app.inject('/sitemap/pages.xml')).body).toContain('/category/Lab%20kit');
});

test('the database refuses to delete a category that has items', async () => {
	await t.item(await t.student(), { category: 'Books' });

	const deletion = t.db.delete(categories).where(eq(categories.name, 'Books'));

	await expect(deletion.then(() => 'deleted')).rejects.toMatchObject({ cause: { code: '23503' } });
});

test('after a group of synonyms is added to the database, a search for one of them finds items with another', async () => {
	const { id } = await t.item(await t.student(), { title: 'Retort stand' });
	const find = async () => (await guest.get('/items?q=burette holder')).json().items;
	expect(await find()).toEqual([]);

	await t.db.execute(
		sql`insert into search_word_groups values (900, array['burette holder', 'retort stand'])`,
	);

	await vi.waitUntil(async () => (await find()).length > 0, { timeout: 20_000 });
	expect(await find()).toMatchObject([{ id }]);
});
