import { pino } from 'pino';
import { expect, inject, onTestFinished, test, vi } from 'vitest';
import { cloneDatabase } from '#tests/support/clone-database.ts';
import { query } from '#tests/support/query.ts';
import { openListener } from './listener.ts';

const NEVER_MS = 3_600_000;
const CHANNEL = 'news of "ours"';

/** Opens a listener that counts its refreshes and records its log. */
async function listenTo(url: string, onListening = async () => {}, retryMs = NEVER_MS) {
	const logLines: string[] = [];
	const log = pino({ level: 'trace' }, { write: (line) => logLines.push(line) });
	const callback = vi.fn(onListening);
	const listener = await openListener({
		url,
		channel: CHANNEL,
		refresh: callback,
		log,
		refreshIntervalMs: retryMs,
	});
	onTestFinished(listener.close);
	return { ...listener, callback, logLines };
}

const notify = (url: string) => query(url, 'select pg_notify($1, $2)', [CHANNEL, '']);

const listening = (url: string) =>
	query<{ pid: number }>(
		url,
		"select pid from pg_stat_activity where datname = current_database() and application_name like 'listener of %'",
	);

const waitForMoreCalls = (callback: { mock: { calls: unknown[] } }, than: number) =>
	vi.waitUntil(() => callback.mock.calls.length > than, 20_000);

/** Cuts all connections to a database and refuses new ones, or accepts them again. */
async function setClosed(url: string, closed: boolean): Promise<void> {
	const name = new URL(url.replace('@/', '@socket/')).pathname.slice(1);
	const server = inject('databaseServer');
	await query(server, `alter database ${name} allow_connections ${!closed}`);
	if (closed) {
		await query(
			server,
			'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1',
			[name],
		);
	}
}

test('refreshes once before it is open and after every notification', async () => {
	const url = await cloneDatabase();

	const { callback } = await listenTo(url);
	expect(callback).toHaveBeenCalledTimes(1);
	await notify(url);
	await waitForMoreCalls(callback, 1);
	await notify(url);
	await waitForMoreCalls(callback, 2);

	expect(callback).toHaveBeenCalledTimes(3);
});

test('refreshNow() resolves when the refresh has finished or failed', async () => {
	let outcome = Promise.resolve();
	const {
		refreshNow: lookNow,
		callback,
		logLines,
	} = await listenTo(await cloneDatabase(), () => outcome);
	let isDone = false;
	outcome = Promise.resolve().then(() => {
		isDone = true;
	});

	await lookNow();
	expect(isDone).toBe(true);
	outcome = Promise.reject(new Error('Not now.'));
	await lookNow();

	expect(callback).toHaveBeenCalledTimes(3);
	expect(logLines.join('')).toContain('Not now.');
});

test('refreshNow() does not wait for a refresh that takes too long', async () => {
	const release = Promise.withResolvers<void>();
	let isFirst = true;
	const { refreshNow: lookNow } = await listenTo(await cloneDatabase(), async () => {
		if (!isFirst) await release.promise;
		isFirst = false;
	});
	const startedAt = performance.now();

	await lookNow();

	expect(performance.now() - startedAt).toBeLessThan(5000);
	release.resolve();
});

test('never refreshes concurrently, and refreshes once more after notifications that arrived meanwhile', async () => {
	const url = await cloneDatabase();
	let under = 0;
	let most = 0;
	const release = Promise.withResolvers<void>();
	let isFirst = true;
	const { callback } = await listenTo(url, async () => {
		under += 1;
		most = Math.max(most, under);
		if (!isFirst) await release.promise;
		isFirst = false;
		under -= 1;
	});

	await notify(url);
	await waitForMoreCalls(callback, 1);
	await Promise.all(Array.from({ length: 5 }, () => notify(url)));
	release.resolve();
	await waitForMoreCalls(callback, 2);

	expect(most).toBe(1);
});

test('refreshes at an interval when no notification arrives', async () => {
	const { callback } = await listenTo(await cloneDatabase(), async () => {}, 20);

	await waitForMoreCalls(callback, 3);
});

test('logs a failed refresh and still runs the next one', async () => {
	const url = await cloneDatabase();
	let listenCount = 0;
	const { callback, logLines } = await listenTo(url, async () => {
		listenCount += 1;
		if (listenCount === 2) throw new Error('not just now');
	});

	await notify(url);
	await vi.waitUntil(() => logLines.some((line) => line.includes('not just now')), 20_000);
	await notify(url);
	await waitForMoreCalls(callback, 2);
});

test('reconnects after its connection broke, refreshes, and receives notifications again', async () => {
	const url = await cloneDatabase();
	const { callback } = await listenTo(url);
	const [before] = await listening(url);

	await query(url, 'select pg_terminate_backend($1)', [before?.pid]);
	await waitForMoreCalls(callback, 1);
	const [after] = await listening(url);
	await notify(url);
	await waitForMoreCalls(callback, 2);

	expect(after?.pid).not.toBe(before?.pid);
});

test('keeps reconnecting while the database is down', async () => {
	const url = await cloneDatabase();
	const { callback, logLines } = await listenTo(url);

	await setClosed(url, true);
	const failed = () => logLines.filter((line) => line.includes('still not listening'));
	await vi.waitUntil(() => failed().length >= 2, 20_000);
	await setClosed(url, false);
	await waitForMoreCalls(callback, 1);
	await notify(url);
	await waitForMoreCalls(callback, 2);
});

test('can be closed while the database is down', async () => {
	const url = await cloneDatabase();
	const { close, logLines } = await listenTo(url);
	await setClosed(url, true);
	await vi.waitUntil(() => logLines.some((line) => line.includes('still not listening')), 20_000);

	await close();

	await setClosed(url, false);
	expect(await listening(url)).toEqual([]);
});

test('leaves no connection after closing or after a failed first refresh', async () => {
	const url = await cloneDatabase();
	const { close } = await listenTo(url);

	await close();
	const failing = listenTo(url, async () => {
		throw new Error('no such table');
	});

	await expect(failing).rejects.toThrow('no such table');
	await vi.waitUntil(async () => (await listening(url)).length === 0, 20_000);
});

test('reports an unreachable database in one line', async () => {
	const url = inject('databaseServer').replace('/postgres?', '/there_is_none?');

	await expect(listenTo(url)).rejects.toThrow(
		/^The database can't be listened to: .*there_is_none.*$/,
	);
});
