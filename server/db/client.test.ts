import { expect, onTestFinished, test } from 'vitest';
import { cloneDatabase } from '#tests/support/clone-database.ts';
import { openPool, prepareStatement } from './client.ts';
import { sql } from './drizzle.ts';

test('a prepared statement is parsed once by a connection, in and outside a transaction', async () => {
	const { db, close } = openPool(await cloneDatabase(), () => undefined);
	onTestFinished(close);
	const double = prepareStatement<{ doubled: number }>(
		'doubling',
		sql`select 2 * ${sql.placeholder('number')}::int as doubled`,
	);

	const results = [
		await double(db, { number: 1 }),
		await double(db, { number: 2 }),
		await db.transaction((tx) => double(tx, { number: 3 })),
	];
	const { rows } = await db.execute(
		sql`select generic_plans + custom_plans as runs from pg_prepared_statements where name = 'doubling'`,
	);

	expect(results.flat()).toEqual([{ doubled: 2 }, { doubled: 4 }, { doubled: 6 }]);
	expect(rows).toEqual([{ runs: '3' }]);
});
