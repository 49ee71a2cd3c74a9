import pg from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { cloneDatabase } from '#tests/support/clone-database.ts';
import { openFlakyDatabase } from '#tests/support/flaky-database.ts';
import { query } from '#tests/support/query.ts';
import { type Db, IDLE_TIMEOUT_MS, openPool, openRequestPool } from './client.ts';
import { sql } from './drizzle.ts';
import { asAppError, isDatabaseUnavailable, reasonOf } from './errors.ts';
import type { HealthMonitor } from './health.ts';

const POOL_SIZE = 20;
const DOWN_REASON = 'no answer within 1000 ms';

/** A health monitor whose state the test sets. */
function fakeHealthMonitor() {
	let isUp = true;
	const watchers: ((isDatabaseUp: boolean) => void)[] = [];
	const healthMonitor: HealthMonitor = {
		isUp: () => isUp,
		downReason: () => (isUp ? undefined : DOWN_REASON),
		onChange: (watcher) => void watchers.push(watcher),
		close: async () => undefined,
	};
	const setUp = (isDatabaseUp: boolean) => {
		isUp = isDatabaseUp;
		for (const watcher of watchers) watcher(isDatabaseUp);
	};
	return { healthMonitor, setUp };
}

function openWithDeadline(url: string, options: { maxConnections?: number } = {}) {
	const { healthMonitor, setUp } = fakeHealthMonitor();
	const { db, pool, close } = openRequestPool(url, {
		...options,
		health: healthMonitor,
		onIdleError: () => undefined,
	});
	onTestFinished(close);
	return { db, pool, setUp };
}

function openWithoutDeadline(url: string): Db {
	const { db, close } = openPool(url, () => undefined);
	onTestFinished(close);
	return db;
}

const selectOne = (db: Db) => db.execute(sql`select 1 as one`);
/** A statement that runs until it is cancelled. */
const endless = (db: Db) => db.execute(sql`select pg_sleep(3600)`);

async function errorOf(work: Promise<unknown>): Promise<unknown> {
	return work.then(
		() => undefined,
		(error) => error,
	);
}

test('a connection that breaks between two statements of a transaction fails only that transaction', async () => {
	const url = await cloneDatabase();
	const db = openWithoutDeadline(url);

	const error = await errorOf(
		db.transaction(async (tx) => {
			const { rows } = await tx.execute(sql`select pg_backend_pid() as pid`);
			await query(url, 'select pg_terminate_backend($1)', [rows[0]?.pid]);
			await vi.waitUntil(async () => {
				const found = await query(url, 'select from pg_stat_activity where pid = $1', [
					rows[0]?.pid,
				]);
				return found.length === 0;
			}, 20_000);
			await selectOne(tx);
		}),
	);

	expect(isDatabaseUnavailable(error)).toBe(true);
	expect((await selectOne(db)).rows).toEqual([{ one: 1 }]);
});

test('a connection that breaks when it is taken from the pool fails only its transaction or statement', async () => {
	const { db, pool } = openWithDeadline(await cloneDatabase(), { maxConnections: 1 });
	await selectOne(db);
	// A database that is killed sends its last error together with the answer before it.
	pool.once('acquire', ({ connection }) =>
		queueMicrotask(() => connection.emit('error', new Error('read ECONNRESET'))),
	);
	expect(isDatabaseUnavailable(await errorOf(db.transaction(selectOne)))).toBe(true);
	expect((await db.transaction(selectOne)).rows).toEqual([{ one: 1 }]);

	// It may also send an error, and then the connection ends, which is an error of its own.
	pool.once('acquire', ({ connection }) =>
		process.nextTick(() => {
			connection.emit('error', new Error('terminating connection'));
			connection.emit('error', new Error('read ECONNRESET'));
		}),
	);
	expect(isDatabaseUnavailable(await errorOf(selectOne(db)))).toBe(true);
	expect((await selectOne(db)).rows).toEqual([{ one: 1 }]);
});

test('statements issued in one turn of the event loop are sent together at its end', async () => {
	const { db } = openWithDeadline(await cloneDatabase());
	const three = () => Promise.all([selectOne(db), selectOne(db), selectOne(db)]);
	await three();
	const sent = vi.spyOn(pg.Client.prototype, 'query');
	onTestFinished(() => sent.mockRestore());

	const results = three();
	const sentAtOnce = await new Promise((resolve) =>
		setImmediate(() => resolve(sent.mock.calls.length)),
	);
	await results;
	expect(sentAtOnce).toBe(0);
	expect(sent).toHaveBeenCalledTimes(3);
});

test('transactions that could not begin return their connections to the pool', async () => {
	const flaky = await openFlakyDatabase(await cloneDatabase());
	const { db } = openWithDeadline(flaky.url);

	for (let count = 0; count <= POOL_SIZE; count++) {
		flaky.breakOnStatement('begin', false);
		const error = await errorOf(db.transaction(selectOne));
		expect(isDatabaseUnavailable(error)).toBe(true);
	}

	expect((await db.transaction(selectOne)).rows).toEqual([{ one: 1 }]);
});

test('when the database stops answering, running statements fail and new ones are refused, with the reason', async () => {
	const { db, setUp } = openWithDeadline(await cloneDatabase());
	await selectOne(db);
	const waiting = [errorOf(endless(db)), errorOf(db.transaction(endless))];

	setUp(false);
	const errors = [...(await Promise.all(waiting)), await errorOf(selectOne(db))];
	const transactionError = await errorOf(db.transaction(selectOne));
	setUp(true);

	for (const error of [...errors, transactionError]) {
		expect(asAppError(error)).toMatchObject({ kind: 'unavailable' });
	}
	for (const error of [errors.at(-1), transactionError])
		expect([isDatabaseUnavailable(error), reasonOf(error)]).toEqual([true, DOWN_REASON]);
	expect((await selectOne(db)).rows).toEqual([{ one: 1 }]);
});

test('the request pool cancels a statement and a transaction that take too long', async () => {
	const { db } = openWithDeadline(await cloneDatabase());

	const errors = await Promise.all([endless(db), db.transaction(endless)].map(errorOf));

	for (const error of errors) expect(asAppError(error)).toMatchObject({ kind: 'unavailable' });
	expect((await selectOne(db)).rows).toEqual([{ one: 1 }]);
});

test('the background pool gives up on a transaction whose statement exceeds its limit; an invalid statement is no unavailable database', async () => {
	const { db, close } = openPool(await cloneDatabase(), () => undefined, undefined, 300);
	onTestFinished(close);

	const error = await errorOf(db.transaction(endless));

	expect(asAppError(error)).toMatchObject({ kind: 'unavailable' });
	expect((await selectOne(db)).rows).toEqual([{ one: 1 }]);
	const invalid = await errorOf(db.execute(sql`select 1 / 0`));
	expect(asAppError(invalid)).toBeUndefined();
});

test('no statement of the request pool sets a timer', async () => {
	const { db } = openWithDeadline(await cloneDatabase());
	await selectOne(db);
	const setTimer = vi.spyOn(globalThis, 'setTimeout');
	onTestFinished(() => setTimer.mockRestore());

	for (let count = 0; count < 50; count++) await selectOne(db);

	const delays = setTimer.mock.calls.map(([, delay = 0]) => delay);
	const ofStatements = delays.filter((delay) => delay > 600 && delay < IDLE_TIMEOUT_MS);
	expect(ofStatements).toEqual([]);
});

test('connections opened in a load peak stay open until the idle timeout', async () => {
	vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
	const { db, pool } = openWithDeadline(await cloneDatabase());
	const sendMany = () =>
		Promise.all(Array.from({ length: 8 }, () => db.execute(sql`select pg_backend_pid()`)));

	await sendMany();
	vi.advanceTimersByTime(IDLE_TIMEOUT_MS - 1);
	expect(pool.totalCount).toBe(8);

	vi.advanceTimersByTime(1);
	await expect.poll(() => pool.totalCount).toBe(4);
});

test('a statement that gets no connection from the pool in time fails as unavailable', async () => {
	const { db, pool } = openWithDeadline(await cloneDatabase(), { maxConnections: 1 });
	const client = await pool.connect();

	const error = await errorOf(selectOne(db));
	client.release();

	expect(asAppError(error)).toMatchObject({ kind: 'unavailable' });
	expect((await selectOne(db)).rows).toEqual([{ one: 1 }]);
});
