import { expect, test } from 'vitest';
import { openApp } from '#tests/support/app.ts';
import { streamUsers } from './list-queries.ts';

const t = await openApp();

test('an export of users in several batches contains every user once and in order, for every sort order', async () => {
	for (const userName of ['B', 'a', 'A', 'c', 'b']) await t.student({ userName });

	for (const sort of ['newest', 'oldest', 'name'] as const) {
		const inBatches = (await Array.fromAsync(streamUsers(t.db, {}, sort, 2))).flat();
		expect([inBatches]).toEqual(await Array.fromAsync(streamUsers(t.db, {}, sort, 100)));
	}
});
