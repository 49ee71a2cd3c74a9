import { join } from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import { expect, onTestFinished, test, vi } from 'vitest';
import { readConfig } from '#server/config.ts';
import { connect, STATEMENT_MS } from '#server/db/client.ts';
import { openMarket } from '#server/market.ts';
import { cloneDatabase } from '#tests/support/clone.ts';
import { insertStudent } from '#tests/support/factories.ts';
import { openFolder } from '#tests/support/photo-files.ts';
import { query } from '#tests/support/query.ts';
import { SECRET } from '#tests/support/secret.ts';

const WEB_FOLDER = join(import.meta.dirname, '../../../tests/support/pages');
const url = await cloneDatabase();

async function openWhole(): Promise<string> {
	const given = { DATA_DIR: await openFolder(), DATABASE_URL: url, WEB_FOLDER, PORT: '0' };
	const market = await openMarket({
		config: readConfig({ ...given, JWT_SECRET: SECRET }),
		log: pino({ level: 'silent' }),
		onProgress: () => undefined,
		beforeServing: async () => undefined,
	});
	onTestFinished(market.close);
	return market.address;
}

/** Lets nobody read what people were told, until it is let go. */
async function holdNotices(): Promise<() => Promise<void>> {
	const client = new pg.Client(url);
	await client.connect();
	onTestFinished(() => client.end());
	await client.query('begin; lock table notices in access exclusive mode');
	return async () => void (await client.query('commit'));
}

async function hasWaitedLong(): Promise<boolean> {
	const waiting = await query(
		url,
		`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
			and query_start < clock_timestamp() - make_interval(secs => $1)`,
		[(2 * STATEMENT_MS) / 1000],
	);
	return waiting.length > 0;
}

test('the export of somebody with very much takes longer than other answers may, and comes', async () => {
	const address = await openWhole();
	const { db, close } = connect(url, () => undefined);
	onTestFinished(close);
	const { token } = await insertStudent(db);
	const letGo = await holdNotices();
	let isAnswered = false;

	const asked = fetch(`${address}/api/account/export`, {
		headers: { authorization: `Bearer ${token}` },
	}).finally(() => {
		isAnswered = true;
	});
	await vi.waitUntil(async () => isAnswered || (await hasWaitedLong()), { timeout: 20_000 });
	await letGo();

	expect((await asked).status).toBe(200);
});
