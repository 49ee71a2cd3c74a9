import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from '#server/config/config.ts';
import type { DatabasePool } from '#server/db/client.ts';
import { readPostmasterPid } from '#server/db/embedded/data-directory.ts';
import { isProcessRunning } from '#server/lib/processes.ts';
import { cloneDatabase } from '#tests/support/clone-database.ts';
import { createTempFolder } from '#tests/support/photo-files.ts';
import { openRecordedLog } from '#tests/support/recorded-log.ts';
import { type AppContext, startApp } from './start.ts';

const WEB_FOLDER = join(import.meta.dirname, '../../tests/support/pages');
const base = await createTempFolder();
let folderCount = 0;

function optionsFor(environment: Record<string, string>) {
	const steps: string[] = [];
	const DATA_DIR = join(base, String(folderCount++));
	return {
		config: readConfig({ DATA_DIR, WEB_FOLDER, PORT: '0', ...environment }),
		log: pino({ level: 'silent' }),
		onProgress: (step: string) => void steps.push(step),
		beforeServing: async () => undefined,
		steps,
	};
}

type Options = ReturnType<typeof optionsFor>;

const readDatabasePid = ({ config: { dataDir } }: Options) =>
	readPostmasterPid(join(dataDir, 'postgres', 'cluster'));

/** Makes `end` of this pool close the pool and then fail. */
function failToClose({ pool }: DatabasePool): void {
	const end = pool.end.bind(pool);
	const endAndFail = async () => {
		await end();
		throw new Error('the pool can not be closed');
	};
	Object.assign(pool, { end: endAndFail });
}

test('the app is served at its address until it is closed, and can be closed twice', async () => {
	const options = optionsFor({ DATABASE_URL: await cloneDatabase() });

	const app = await startApp(options);
	onTestFinished(app.close);
	const open = await fetch(`${app.address}/health/ready`);
	await app.close();
	await app.close();

	expect(open.status).toBe(200);
	await expect(fetch(app.address)).rejects.toThrow();
	expect(options.steps).toEqual([]);
});

test('the start logs a warning about an unencrypted connection to another machine', async () => {
	// The host 0.0.0.0 is this computer, but does not count as loopback.
	const DATABASE_REPLICA_URL = 'postgres://nobody@0.0.0.0:1/none';
	const options = optionsFor({ DATABASE_URL: await cloneDatabase(), DATABASE_REPLICA_URL });
	const beforeServing = () => Promise.reject(new Error('It need not open.'));
	const { log, entries } = openRecordedLog('warn');

	await expect(startApp({ ...options, log, beforeServing })).rejects.toThrow('need not');

	expect(entries).toContainEqual(
		expect.objectContaining({ variable: 'DATABASE_REPLICA_URL', lacks: 'encryption' }),
	);
});

test('beforeServing gets the configuration and a database with a migrated schema, before the start is complete', async () => {
	const options = optionsFor({ DATABASE_URL: await cloneDatabase() });
	const observed: unknown[] = [];
	const beforeServing = async ({ backgroundPool, config }: AppContext) => {
		const { rows } = await backgroundPool.db.execute(sql`select count(*)::int as items from items`);
		observed.push(rows[0], config === options.config);
	};

	const app = await startApp({ ...options, beforeServing });
	onTestFinished(app.close);

	expect(observed).toEqual([{ items: 0 }, true]);
});

test('the start returns the generated first administrator only if none is configured', async () => {
	const DATABASE_URL = await cloneDatabase();
	const adminEnvironment = { ADMIN_EMAIL: 'dean@campus.example', ADMIN_PASSWORD: 'long enough' };

	const withoutAdmin = await startApp(optionsFor({ DATABASE_URL }));
	onTestFinished(withoutAdmin.close);
	const configured = await startApp(
		optionsFor({ DATABASE_URL: await cloneDatabase(), ...adminEnvironment }),
	);
	onTestFinished(configured.close);

	expect(withoutAdmin.firstAdmin?.email).toBe('support@passdown.example');
	expect(configured.firstAdmin).toBeUndefined();
});

test('a failed start stops everything it had started, including its database', async () => {
	const options = optionsFor({});
	let pid = 0;
	const beforeServing = async () => {
		pid = await readDatabasePid(options);
		throw new Error('the demo can not be drawn');
	};

	const opening = startApp({ ...options, beforeServing });

	await expect(opening).rejects.toThrow('the demo can not be drawn');
	expect(options.steps).toEqual(['Preparing the database']);
	expect(pid).toBeGreaterThan(0);
	expect(isProcessRunning(pid)).toBe(false);
});

test('if a connection pool cannot be closed, the embedded database is still stopped, and the failure is reported', async () => {
	const options = optionsFor({});
	const app = await startApp({
		...options,
		beforeServing: async ({ requestPool }) => failToClose(requestPool),
	});
	const pid = await readDatabasePid(options);

	await expect(app.close()).rejects.toThrow('the pool can not be closed');

	expect(isProcessRunning(pid)).toBe(false);
});

test('a failed start reports its own error even if a part of the app cannot be closed', async () => {
	const options = optionsFor({ DATABASE_URL: await cloneDatabase() });
	const { log, entries } = openRecordedLog('warn');

	const opening = startApp({
		...options,
		log,
		async beforeServing({ requestPool }) {
			failToClose(requestPool);
			throw new Error('the demo can not be drawn');
		},
	});

	await expect(opening).rejects.toThrow('the demo can not be drawn');
	expect(entries).toMatchObject([{ err: { message: 'the pool can not be closed' } }]);
});

test('the app is closed without an error, and with a logged warning, when its trace collector cannot be reached', async () => {
	const DATABASE_URL = await cloneDatabase();
	const OTEL_EXPORTER_OTLP_ENDPOINT = 'http://127.0.0.1:1';
	const options = optionsFor({ DATABASE_URL, OTEL_EXPORTER_OTLP_ENDPOINT });
	const { log, entries } = openRecordedLog('warn');
	const app = await startApp({ ...options, log });

	await app.close();

	expect(entries).toMatchObject([{ msg: 'the last traces were not sent' }]);
});
