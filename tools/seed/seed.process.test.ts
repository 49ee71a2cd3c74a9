import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { INITIAL_CATEGORIES } from '#contract/catalogue/facts.ts';
import { ITEM_LIMITS } from '#contract/items/facts.ts';
import type { Item } from '#contract/items/schemas.ts';
import { openPool } from '#server/db/client.ts';
import { openApp } from '#tests/support/app.ts';
import { cloneDatabase } from '#tests/support/clone-database.ts';
import { startScript } from '#tests/support/process.ts';
import { query } from '#tests/support/query.ts';
import { WrongArguments } from '#tools/cli/arguments.ts';
import { readItemCount } from '#tools/cli/commands/seed.ts';
import { fillWithItems } from './fill.ts';
import { VOCABULARY } from './vocabulary.ts';

const logLines: string[] = [];
/** Seeds as the database's owner, because seeding rebuilds indexes. */
async function fill(
	{ url, store }: Awaited<ReturnType<typeof openApp>>,
	count: number,
	indexRebuildMinItems?: number,
) {
	const { db, close } = openPool(url, () => undefined);
	const log = (line: string) => logLines.push(line);
	await fillWithItems({ db, store }, count, log, indexRebuildMinItems).finally(close);
}

const t = await openApp();
await t.item(await t.student(), { title: 'Here before' });
await fill(t, 1000);
const getJson = async (url: string) => (await t.as(null).get(url)).json();

describe('a seeded database', () => {
	test('a seeded database has the requested number of additional items, some of them sold, in every category, newest first, with photos and found by searches', async () => {
		const { rows } = await t.db.execute<Record<string, number>>(`
			select count(*)::int as items, count(sold_at)::int as sold, count(distinct category)::int as categories,
				count(distinct title)::int as titles
			from items`);

		expect(rows[0]?.items).toBe(1001);
		expect(rows[0]?.sold).toBeGreaterThan(100);
		expect(rows[0]?.sold).toBeLessThan(200);
		expect(rows[0]?.categories).toBe(INITIAL_CATEGORIES.length);
		expect(rows[0]?.titles).toBeGreaterThan(500);
		const { items } = await getJson('/items?limit=100');
		const times = items.map(({ createdAt }: Item) => Date.parse(createdAt));
		expect(times).toEqual([...times].sort((one, other) => other - one));
		const addresses = new Set<string>(items.flatMap(({ imageUrl }: Item) => imageUrl));
		expect(addresses.size).toBeLessThanOrEqual(25);
		for (const address of addresses) expect((await t.app.inject(address)).statusCode).toBe(200);
		expect((await getJson('/items?q=engineering')).total).toBeGreaterThan(20);
		expect((await getJson('/items?q=calculater')).didYouMean).toBe('calculator');
		expect((await getJson('/items?q=here')).total).toBe(1);
	});
});

test('a large seeding leaves every index, constraint and trigger unchanged', async () => {
	const secondApp = await openApp();
	const readSchema = async () => {
		const { rows } = await secondApp.db.execute<Record<string, number>>(`
			select indexdef as part from pg_indexes where tablename in ('items', 'item_photos')
			union all select conname || pg_get_constraintdef(oid) from pg_constraint where conrelid = 'items'::regclass
			union all select tgname || tgenabled::text from pg_trigger where tgrelid = 'items'::regclass and not tgisinternal
			order by part`);
		return rows;
	};
	const schemaBefore = await readSchema();

	await fill(secondApp, 1000, 1000);

	expect(await readSchema()).toEqual(schemaBefore);
	const { rows } = await secondApp.db.execute<Record<string, number>>(
		'select count(*)::int as words from title_words',
	);
	expect(rows[0]?.words).toBeGreaterThan(300);
});

test('every combination of seed words fits into an item title, price ranges are valid, and category shares add up to 100 percent', () => {
	for (const { makers, things, details } of Object.values(VOCABULARY)) {
		const maxLength = (words: readonly string[]) => Math.max(...words.map(({ length }) => length));
		const names = things.map(([name]) => name);
		const title = maxLength(makers) + maxLength(names) + maxLength(details) + 'MX-1234'.length + 3;
		expect(title).toBeLessThanOrEqual(ITEM_LIMITS.titleMax);
		for (const [, low, high] of things) expect(low).toBeLessThan(high);
	}
	const shares = Object.values(VOCABULARY).map(({ share }) => share);
	expect(shares.reduce((sum, share) => sum + share)).toBe(100);
});

test('the seed command accepts a number of items of at least one, and rejects other arguments', () => {
	expect(readItemCount(['--items', '1000000'])).toBe(1_000_000);
	expect(readItemCount(['--items=5'])).toBe(5);
	for (const args of [
		'',
		'--items',
		'--items 0',
		'--items -5',
		'--items 1e6',
		'--items 99999999',
		'--items 5 6',
		'--rows 5',
		'5',
	])
		expect(() => readItemCount(args.split(' ').filter(Boolean)), args).toThrow(WrongArguments);
});

test('the seed command fills the database of DATABASE_URL, and prints which database it uses', async () => {
	const folder = await mkdtemp(join(tmpdir(), 'market-seed-'));
	onTestFinished(() => rm(folder, { recursive: true, force: true }));
	const url = await cloneDatabase();

	const seeding = startScript('tools/cli/main.ts', ['seed', '--items', '50'], {
		DATABASE_URL: url,
		DATA_DIR: folder,
	});

	expect(await seeding.ended, seeding.errors()).toBe(0);
	expect(seeding.output()).toContain('Using the database of DATABASE_URL');
	expect(await query(url, 'select count(*)::int as count from items')).toEqual([{ count: 50 }]);
});
