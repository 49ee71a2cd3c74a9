import { sql } from 'drizzle-orm';
import type { Db } from '#server/db/client.ts';
import { insertItem } from '#server/features/items/queries.ts';
import { matchPosted } from '#server/features/searches/jobs.ts';
import { fillWithItems } from '#tools/seed/fill.ts';
import { countRows, prepareDatabase } from '../lib/fill-database.ts';
import { insertSearches } from '../lib/fill-searches.ts';
import { checkTarget } from '../lib/result-row.ts';
import { dataDirOption, defineScenario, itemsOption } from '../lib/scenario.ts';
import { percentile } from '../lib/statistics.ts';

/** The time to compare a new item with all saved searches. */
export const scenario = defineScenario({
	options: {
		'data-dir': dataDirOption('bench-searches'),
		searches: { default: 5000, max: 1_000_000, help: 'saved searches, ten a person' },
		items: itemsOption(20_000),
		rounds: { default: 100, help: 'items that are compared one by one' },
	},
	async run({ 'data-dir': dataDir, searches, items, rounds }, log) {
		const durationsMs: number[] = [];
		await prepareDatabase({ DATA_DIR: dataDir }, log, async ({ db, store }) => {
			const missing = items - (await countRows(db, 'items'));
			if (missing > 0) await fillWithItems({ db, store }, missing, log);
			await db.execute(sql`analyze items`);
			if ((await countRows(db, 'saved_searches')) === 0) await insertSearches(db, searches);
			const sellerId = await findSeller(db);
			for (let round = 0; round < rounds; round += 1) {
				const id = await copyItem(db, sellerId);
				const startedAt = performance.now();
				await matchPosted({ db, timeZone: 'Asia/Kolkata' }, [id]);
				durationsMs.push(performance.now() - startedAt);
			}
		});
		const target = { sign: '≤', limit: 100, unit: 'ms', digits: 1 } as const;
		const what = `one new item against ${searches.toLocaleString('en-US')} saved searches: p95`;
		return {
			tables: [],
			results: [checkTarget({ what, ...target, measurements: [percentile(durationsMs, 0.95)] })],
		};
	},
});

/** Finds any seller, who becomes the owner of all new items. */
async function findSeller(db: Db): Promise<number> {
	const { rows } = await db.execute<{ id: number }>(sql`select seller_id as id from items limit 1`);
	if (!rows[0]) throw new Error('There are no items.');
	return rows[0].id;
}

/** Inserts a new item with the words of a random one, at a price within many searches' limits. */
async function copyItem(db: Db, sellerId: number): Promise<number> {
	const { rows } = await db.execute<{ title: string; description: string; category: string }>(sql`
		select title, description, category from items
		where id >= (select floor(min(id) + random() * (max(id) - min(id))) from items) order by id limit 1`);
	const [original] = rows;
	if (!original) throw new Error('There are no items.');
	return insertItem(db, sellerId, { ...original, price: 150 });
}
