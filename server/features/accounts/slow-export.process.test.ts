import { join } from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import { expect, onTestFinished, test, vi } from 'vitest';
import { REQUEST_ERRORS } from '#contract/core/errors.ts';
import { startApp } from '#server/app/start.ts';
import { readConfig } from '#server/config/config.ts';
import { openPool, STATEMENT_TIMEOUT_MS } from '#server/db/client.ts';
import { LIMITS } from '#server/http/limits.ts';
import { CAPACITY } from '#server/http/overload.ts';
import { openApp } from '#tests/support/app.ts';
import { cloneDatabase } from '#tests/support/clone-database.ts';
import { insertStudent } from '#tests/support/factories.ts';
import { onCleanup } from '#tests/support/on-cleanup.ts';
import { createTempFolder } from '#tests/support/photo-files.ts';
import { query } from '#tests/support/query.ts';
import { SECRET } from '#tests/support/secret.ts';

const WEB_FOLDER = join(import.meta.dirname, '../../../tests/support/pages');
const url = await cloneDatabase();
const WAIT = { timeout: 20_000 };

const DATA_DIR = await createTempFolder();
const environment = { DATA_DIR, DATABASE_URL: url, WEB_FOLDER, PORT: '0', JWT_SECRET: SECRET };
const { address, close: closeApp } = await startApp({
	config: readConfig(environment),
	log: pino({ level: 'silent' }),
	onProgress: () => undefined,
	beforeServing: async () => undefined,
});
onCleanup(closeApp);

/** Locks the table `notices` of notifications, so that exports wait; returns a function that releases the lock. */
async function lockNotifications(): Promise<() => Promise<void>> {
	const client = new pg.Client(url);
	await client.connect();
	onTestFinished(() => client.end());
	await client.query('begin; lock table notices in access exclusive mode');
	return async () => void (await client.query('commit'));
}

/** How many database connections wait for a lock. */
async function countLockWaits(): Promise<number> {
	const waiting = await query(
		url,
		"select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
	);
	return waiting.length;
}

async function hasWaitedLong(): Promise<boolean> {
	const waiting = await query(
		url,
		`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
			and query_start < clock_timestamp() - make_interval(secs => $1)`,
		[(2 * STATEMENT_TIMEOUT_MS) / 1000],
	);
	return waiting.length > 0;
}

test("a user's data export may exceed the statement timeout of other requests and still succeeds", async () => {
	const { db, close } = openPool(url, () => undefined);
	onTestFinished(close);
	const { token } = await insertStudent(db);
	const releaseLock = await lockNotifications();
	let isAnswered = false;

	const pendingResponse = fetch(`${address}/api/account/export`, {
		headers: { authorization: `Bearer ${token}` },
	}).finally(() => {
		isAnswered = true;
	});
	await vi.waitUntil(async () => isAnswered || (await hasWaitedLong()), { timeout: 20_000 });
	await releaseLock();

	expect((await pendingResponse).status).toBe(200);
});

test('after clients have disconnected from their data exports, the next user can export', async () => {
	const { db, close } = openPool(url, () => undefined);
	onTestFinished(close);
	const [one, other, waiting, next] = await Promise.all(
		Array.from({ length: 4 }, () => insertStudent(db)),
	);
	const releaseLock = await lockNotifications();
	const controller = new AbortController();
	const requestExport = (who?: { token: string }, signal?: AbortSignal) =>
		fetch(`${address}/api/account/export`, {
			headers: { authorization: `Bearer ${who?.token}` },
			...(signal && { signal }),
		});
	const aborted = [one, other, waiting].map((who) =>
		requestExport(who, controller.signal).catch(() => 'hung up'),
	);
	await vi.waitUntil(async () => (await countLockWaits()) === 2, WAIT);

	controller.abort();
	const pendingResponse = requestExport(next);
	await releaseLock();

	expect((await pendingResponse).status).toBe(200);
	expect(await Promise.all(aborted)).toEqual(['hung up', 'hung up', 'hung up']);
});

test('a data export refused because too many exports are waiting does not count towards the user’s own rate limit', async () => {
	const t = await openApp({ DATABASE_URL: url, RATE_LIMIT: 'on' });
	const maxPerUser = LIMITS.exporting.person;
	const lateStudent = await t.student();
	const earlyStudents = await Promise.all(Array.from({ length: 6 }, () => t.student()));
	const requestExport = (who: { token: string }) => t.as(who).get('/account/export');
	const releaseLock = await lockNotifications();
	let refused = 0;
	const pendingResponse = earlyStudents.flatMap((who) =>
		Array.from({ length: maxPerUser }, async () => {
			const { statusCode } = await requestExport(who);
			if (statusCode === 429) refused += 1;
			return statusCode;
		}),
	);
	await vi.waitUntil(() => refused === pendingResponse.length - CAPACITY.exports, WAIT);

	for (let count = 0; count <= maxPerUser; count++) {
		const response = await requestExport(lateStudent);
		expect([response.statusCode, response.json().message]).toEqual([
			429,
			REQUEST_ERRORS.unavailable.message,
		]);
	}
	await releaseLock();

	expect((await Promise.all(pendingResponse)).filter((status) => status === 200)).toHaveLength(
		CAPACITY.exports,
	);
	for (let count = 0; count < maxPerUser; count++)
		expect((await requestExport(lateStudent)).statusCode).toBe(200);
	expect((await requestExport(lateStudent)).statusCode).toBe(429);
});
