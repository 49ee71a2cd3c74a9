import { expect, test, vi } from 'vitest';
import { sql } from '#server/db/drizzle.ts';
import { items } from '#server/db/schema/items.ts';
import { openApp } from '#tests/support/app.ts';
import { matchedItems, matchNewItems } from '#tests/support/search-matches.ts';
import { compileOutdated } from './jobs.ts';

const t = await openApp();
const seller = await t.student();

test('an item matches a saved search once, and not one that was saved after it was posted, even after an edit', async () => {
	const saveSearch = async () =>
		(await t.as(await t.student()).post('/searches', { query: 'q=oscilloscope' })).json().search.id;
	const { id: older } = await t.item(seller, { title: 'Something else' });
	const search = await saveSearch();
	await t.db.update(items).set({ title: 'Oscilloscope' }).where(sql`id = ${older}`);
	await matchNewItems(t.db, [older]);
	expect(await matchedItems(t.db, search)).toEqual([]);

	const { id } = await t.item(seller, { title: 'Oscilloscope' });
	await matchNewItems(t.db, [id]);
	await matchNewItems(t.db, [id, id]);

	expect(await matchedItems(t.db, search)).toEqual([id]);
});

test('a saved search for a subject code matches new items after synonyms or subjects have changed', async () => {
	await t.db.execute(sql`insert into branches values ('EC', 'Electronics', 0)`);
	await t.db.execute(sql`insert into subjects values ('EC301', 'Signals', 'EC', 3, 0)`);
	const saved = await t.as(await t.student()).post('/searches', { query: 'q=ec 30' });
	const search: number = saved.json().search.id;
	const recompile = () => compileOutdated({ db: t.db, addTask: t.queue.addTask });
	const postAndMatch = async (subject: string) => {
		const { id } = await t.item(seller, { title: 'Oppenheim', subjects: [subject] });
		await matchNewItems(t.db, [id]);
		return id;
	};

	await t.db.execute(sql`insert into search_word_groups values (901, array['wok', 'pan'])`);
	await recompile();
	const first = await postAndMatch('EC301');
	expect(await matchedItems(t.db, search)).toEqual([first]);

	await t.db.execute(sql`insert into subjects values ('EC302', 'Circuits', 'EC', 3, 1)`);
	await recompile();
	const second = await postAndMatch('EC302');

	expect(await matchedItems(t.db, search)).toEqual([first, second]);
});

test('when the synonyms change, saved searches match items by the new synonyms', async () => {
	const search = (
		await t.as(await t.student()).post('/searches', { query: 'q=gramophone&category=Books' })
	).json().search.id;
	const postTurntable = async () =>
		(await t.item(seller, { title: 'Turntable', category: 'Books' })).id;
	await matchNewItems(t.db, [await postTurntable()]);
	expect(await matchedItems(t.db, search)).toEqual([]);

	await t.db.execute(sql`
		insert into search_word_groups values (900, array['gramophone', 'turntable'])`);
	await compileOutdated({ db: t.db, addTask: t.queue.addTask });
	const id = await postTurntable();
	await matchNewItems(t.db, [id]);

	expect(await matchedItems(t.db, search)).toEqual([id]);
	// Every instance adds a task when its copy of the search words changes.
	await vi.waitUntil(
		async () => {
			const { rows } = await t.db.execute(
				sql`select from pgboss.job where name = 'compile-searches'`,
			);
			return rows.length > 0;
		},
		{ timeout: 20_000 },
	);
});
