import { expect, test, vi } from 'vitest';
import { openPool } from '#server/db/client.ts';
import { sql } from '#server/db/drizzle.ts';
import { adminFactory } from '#tests/support/administrators.ts';
import { cloneDatabase } from '#tests/support/clone-database.ts';
import { onCleanup } from '#tests/support/on-cleanup.ts';
import { openOwnApp } from '#tests/support/own-app.ts';
import { query } from '#tests/support/query.ts';

// The app runs as in production, where statements of requests have a time limit of 1.2 s.
const url = await cloneDatabase();
const { address } = await openOwnApp({ DATABASE_URL: url });
const { db, close } = openPool(url, () => undefined);
onCleanup(close);
const { token } = await adminFactory(db)({ roleLevel: 'super_admin' });

const setMaintenance = (maintenanceMode: boolean) =>
	fetch(`${address}/api/admin/settings`, {
		method: 'PUT',
		headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
		body: JSON.stringify({ maintenanceMode }),
	});

test('maintenance can be ended although moving the deadlines of all deals takes longer than the time limit of requests', async () => {
	expect((await setMaintenance(true)).status).toBe(200);
	const ending: Promise<Response>[] = [];

	// The lock delays the statement that moves the ends, as very many deals would.
	await db.transaction(async (tx) => {
		await tx.execute(sql`lock table deals in exclusive mode`);
		ending.push(setMaintenance(false));
		const waitsLong = `select 1 from pg_stat_activity where datname = current_database()
			and wait_event_type = 'Lock' and query_start < clock_timestamp() - interval '1500 milliseconds'`;
		const isWaiting = async () => (await query(url, waitsLong)).length > 0;
		await Promise.race([...ending, vi.waitUntil(isWaiting, { timeout: 20_000, interval: 50 })]);
	});

	expect((await Promise.all(ending)).map(({ status }) => status)).toEqual([200]);
});
