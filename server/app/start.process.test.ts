import { join } from 'node:path';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from '#server/config/config.ts';
import type { DatabasePool } from '#server/db/client.ts';
import { sql } from '#server/db/drizzle.ts';
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

test('beforeServing gets the configuration and the migrated schema; the app is served until it is closed, twice if need be, and without configuration has a first administrator', async () => {
	const options = optionsFor({ DATABASE_URL: await cloneDatabase() });
	const observed: unknown[] = [];
	const beforeServing = async ({ backgroundPool, config }: AppContext) => {
		const { rows } = await backgroundPool.db.execute(sql`select count(*)::int as items from items`);
		observed.push(rows[0], config === options.config);
	};

	const app = await startApp({ ...options, beforeServing });
	onTestFinished(app.close);
	const open = await fetch(`${app.address}/health/ready`);
	await app.close();
	await app.close();

	expect(observed).toEqual([{ items: 0 }, true]);
	expect(open.status).toBe(200);
	await expect(fetch(app.address)).rejects.toThrow();
	expect(options.steps).toEqual([]);
	expect(app.firstAdmin?.email).toBe('support@passdown.example');
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
	const err = expect.objectContaining({ message: 'the pool can not be closed' });
	expect(entries).toContainEqual(expect.objectContaining({ err }));
});

test('no administrator is generated where one is configured, and the app is closed without a warning', async () => {
	const DATABASE_URL = await cloneDatabase();
	const firstAdmin = { ADMIN_EMAIL: 'dean@campus.example', ADMIN_PASSWORD: 'long enough' };
	const { log, entries } = openRecordedLog('warn');
	const app = await startApp({ ...optionsFor({ DATABASE_URL, ...firstAdmin }), log });

	await app.close();

	// Only one that was generated is returned.
	expect(app.firstAdmin).toBeUndefined();
	expect(entries).toEqual([]);
});
