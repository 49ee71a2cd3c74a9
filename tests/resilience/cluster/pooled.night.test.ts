import { join } from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startApp } from '#server/app/start.ts';
import { readConfig } from '#server/config/config.ts';
import { Pool } from '#server/db/pool.ts';
import { describeWithPrograms, openWithPrograms } from '#tests/support/debian-programs.ts';
import { openAppClient } from '#tests/support/degraded-app.ts';
import { onCleanup } from '#tests/support/on-cleanup.ts';
import { createTempFolder } from '#tests/support/photo-files.ts';
import { openPooledDatabase } from '#tests/support/pooled-database.ts';
import { query } from '#tests/support/query.ts';

const PROGRAMS = ['pgbouncer'];
const WEB_FOLDER = join(import.meta.dirname, '../../support/pages');
const WAIT = { timeout: 60_000, interval: 20 };
const SILENT = pino({ level: 'silent' });
/** PostgreSQL's error for a missing right. */
const PERMISSION_DENIED = { code: '42501' };

async function open() {
	const database = await openPooledDatabase();
	const config = readConfig({
		DATA_DIR: await createTempFolder(),
		WEB_FOLDER,
		PORT: '0',
		RATE_LIMIT: 'off',
		DATABASE_URL: database.pooledUrl,
		DATABASE_POOLED: '1',
		DATABASE_DIRECT_URL: database.url,
	});
	const beforeServing = async () => undefined;
	const onProgress = () => undefined;
	const startedApp = await startApp({ config, log: SILENT, onProgress, beforeServing });
	onCleanup(startedApp.close);
	return { ...database, address: startedApp.address };
}

const t = await openWithPrograms(PROGRAMS, open);

/** Runs statements in one transaction on one connection to the pooler. */
async function inTransaction(...statements: string[]): Promise<void> {
	const client = new pg.Client({ connectionString: t.pooledUrl });
	await client.connect();
	try {
		for (const statement of ['begin', ...statements, 'commit']) await client.query(statement);
	} finally {
		await client.end();
	}
}

describeWithPrograms(PROGRAMS, 'the server behind PgBouncer', () => {
	test('the server behind PgBouncer serves many concurrent requests through few connections, with its own database account and a statement timeout', async () => {
		const appClient = await openAppClient(t.address);

		const signedIn = { headers: appClient.headers };
		const readAll = () =>
			Promise.all(
				Array.from({ length: 12 }, () => appClient.request('/api/profile/get-profile', signedIn)),
			);

		await vi.waitUntil(async () => (await appClient.post()).status === 201, WAIT);
		const areAllServed = async () => (await readAll()).every(({ status }) => status === 200);
		await vi.waitUntil(areAllServed, WAIT);

		expect(await query(t.pooledUrl, 'select session_user as name')).toEqual([{ name: t.login }]);
		expect(await query(t.pooledUrl, 'show statement_timeout')).toEqual([
			{ statement_timeout: '1200ms' },
		]);
	});

	test('the server behind PgBouncer cannot rewrite the audit log with any of its database roles', async () => {
		await query(
			t.pooledUrl,
			`insert into audit_log (action, target, severity, ip_address, details)
			values ('signed in', 'settings', 'LOW', '127.0.0.1', '')`,
		);

		for (const setRole of ['reset role', 'set local role market_app']) {
			for (const action of [
				'delete from audit_log',
				`update audit_log set action = 'nothing'`,
				'truncate audit_log',
				'alter table audit_log disable trigger all',
				'update audit_head set hash = null',
			]) {
				await expect(inTransaction(setRole, action), `${setRole}; ${action}`).rejects.toMatchObject(
					PERMISSION_DENIED,
				);
			}
		}
		await expect(inTransaction('set local role postgres')).rejects.toMatchObject(PERMISSION_DENIED);
	});

	test('the server behind PgBouncer uses no prepared statements, because the next query may get another connection', async () => {
		const pool = new Pool({ connectionString: t.pooledUrl, max: 8, isPooled: true });
		onTestFinished(() => pool.end());
		const named = { name: 'told', text: 'select $1::integer as number, pg_sleep(0.001)' };

		const responses = await Promise.all(
			Array.from({ length: 60 }, (_, number) => pool.query({ ...named, values: [number] })),
		);

		expect(responses.map(({ rows }) => rows[0]?.number)).toEqual(
			responses.map((_, number) => number),
		);
		expect(await query(t.pooledUrl, 'select name from pg_prepared_statements')).toEqual([]);
	});
});
