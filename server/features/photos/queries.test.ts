import { expect, test } from 'vitest';
import type { Db } from '#server/db/client.ts';
import { sql } from '#server/db/drizzle.ts';
import { openApp } from '#tests/support/app.ts';
import { query } from '#tests/support/query.ts';
import { findPublicUse } from './queries.ts';

const t = await openApp();
const ITEMS = 10_000;
const SELLERS = 500;

/** Ten thousand items that share two dozen photos, and one more item with a photo of its own. */
async function insertManyItems(db: Db): Promise<void> {
	await db.execute(sql`
		insert into photos (hash, width, height, thumbhash)
		select 'shared ' || number, 1600, 1200, 'AAAA' from generate_series(0, 23) number
		union all select 'its own', 1600, 1200, 'AAAA'`);
	await db.execute(sql`
		with sellers as (
			insert into users (user_name, email)
			select 'Asha', number || '@shelves.example' from generate_series(1, ${SELLERS}::int) number
			returning id
		), inserted as (
			insert into items (seller_id, title, description, price, category)
			select sellers.id, 'Drafter', 'As new.', 100, 'Instruments'
			from sellers, generate_series(1, ${ITEMS / SELLERS}::int)
			returning id
		)
		insert into item_photos (item_id, position, photo_hash)
		select id, 0, case id when max(id) over () then 'its own' else 'shared ' || id % 24 end from inserted`);
	await query(t.url, 'analyze users, items, item_photos');
}

async function rowsRead(tx: Db): Promise<number> {
	const { rows } = await tx.execute<{ count: number }>(sql`
		select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::int as count from pg_stat_xact_user_tables
		where relname in ('item_photos', 'items', 'users')`);
	return rows[0]?.count ?? 0;
}

test('checking whether a photo is public reads few rows, however many items share photos', async () => {
	await insertManyItems(t.db);

	await t.db.transaction(async (tx) => {
		// The generic plan, which PostgreSQL chooses after a few executions.
		await tx.execute(sql`set local plan_cache_mode = force_generic_plan`);
		const before = await rowsRead(tx);

		expect((await findPublicUse(tx, 'its own'))?.itemId).toEqual(expect.any(Number));
		expect((await findPublicUse(tx, 'shared 1'))?.itemId).toEqual(expect.any(Number));

		// For each photo, little more is read than its row, one item and the item's seller.
		expect((await rowsRead(tx)) - before).toBeLessThan(20);
	});
});
