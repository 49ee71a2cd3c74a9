import { setTimeout as wait } from 'node:timers/promises';
import { PgBoss } from 'pg-boss';
import { pino } from 'pino';
import { expect, onTestFinished, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { openPool } from '#server/db/client.ts';
import { cloneDatabase } from '#tests/support/clone-database.ts';
import { query } from '#tests/support/query.ts';
import { openRecordedLog } from '#tests/support/recorded-log.ts';
import { type Job, openJobQueue } from './job-queue.ts';
import { defineTask, handleTask } from './tasks.ts';

/** Too rare to run during a test. */
const NEW_YEAR = '0 0 1 1 *';

const numberTask = defineTask('number', z.object({ number: z.int() }), { concurrency: 5 });

async function start(url: string, jobs: readonly Job[], log = openRecordedLog('info').log) {
	const queue = await openJobQueue(url, log);
	onTestFinished(queue.stop);
	await queue.startWorkers(jobs, 'Asia/Kolkata');
	return queue;
}

/** Adds a job to the queue like its schedule, while no worker runs. */
async function enqueue(url: string, name: string): Promise<void> {
	const pgBoss = new PgBoss({ connectionString: url, supervise: false, schedule: false });
	await pgBoss.start();
	await pgBoss.send(name);
	await pgBoss.stop();
}

async function databaseWithWaitingJob(name: string): Promise<string> {
	const url = await cloneDatabase();
	const queue = await start(url, [{ name, schedule: NEW_YEAR, run: async () => undefined }]);
	await queue.stop();
	await enqueue(url, name);
	return url;
}

test('a waiting job is done by only one of two instances that start', async () => {
	const url = await databaseWithWaitingJob('sweep');
	const run = vi.fn(async () => undefined);
	const jobs = [{ name: 'sweep', schedule: NEW_YEAR, run }];
	const { log, entries } = openRecordedLog('info');

	const queues = await Promise.all([start(url, jobs, log), start(url, jobs, log)]);
	await vi.waitUntil(() => entries.some(({ msg }) => msg === 'job done'), { timeout: 20_000 });
	await Promise.all(queues.map((queue) => queue.stop()));

	expect(run).toHaveBeenCalledTimes(1);
	expect(entries).toContainEqual(expect.objectContaining({ msg: 'job started', job: 'sweep' }));
});

test('a failed job is logged and waits for a retry', async () => {
	const url = await databaseWithWaitingJob('sweep');
	const { log, entries } = openRecordedLog('info');
	const run = () => Promise.reject(new Error('the disk is full'));

	const queue = await start(url, [{ name: 'sweep', schedule: NEW_YEAR, run }], log);
	await vi.waitUntil(() => entries.some(({ msg }) => msg === 'job failed'), { timeout: 20_000 });
	await queue.stop();

	expect(entries).toContainEqual(
		expect.objectContaining({
			level: pino.levels.values.error,
			job: 'sweep',
			err: expect.objectContaining({ message: 'the disk is full' }),
		}),
	);
	expect(entries.some(({ msg }) => msg === 'job done')).toBe(false);
	const jobs = await query(url, "select state from pgboss.job where name = 'sweep'");
	expect(jobs).toEqual([{ state: 'retry' }]);
});

test('a running job is finished before the job queue stops', async () => {
	const url = await databaseWithWaitingJob('sweep');
	const started = Promise.withResolvers<void>();
	const release = Promise.withResolvers<void>();
	let isFinished = false;
	const run = async () => {
		started.resolve();
		await release.promise;
		isFinished = true;
	};
	const queue = await start(url, [{ name: 'sweep', schedule: NEW_YEAR, run }]);
	await started.promise;

	const stopped = queue.stop();
	release.resolve();
	await stopped;

	expect(isFinished).toBe(true);
	const jobs = await query(url, "select state from pgboss.job where name = 'sweep'");
	expect(jobs).toEqual([{ state: 'completed' }]);
});

test('when the database stops while the job queue stops, no error is logged', async () => {
	const url = await databaseWithWaitingJob('sweep');
	const started = Promise.withResolvers<void>();
	const release = Promise.withResolvers<void>();
	const run = async () => {
		started.resolve();
		await release.promise;
	};
	const { log, entries } = openRecordedLog('info');
	const queue = await start(url, [{ name: 'sweep', schedule: NEW_YEAR, run }], log);
	await started.promise;

	const stopped = queue.stop();
	await query(
		url,
		"select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = current_database() and application_name = 'jobs'",
	);
	await vi.waitUntil(() => entries.some(({ reason }) => /^terminating/.test(String(reason))), {
		timeout: 20_000,
	});
	release.resolve();
	await stopped;

	expect(entries.filter(({ level }) => Number(level) > (pino.levels.values.info ?? 0))).toEqual([]);
});

test('each job is scheduled once, in the time zone of the college; one that this version no longer has is unscheduled, and its waiting runs are deleted', async () => {
	const url = await cloneDatabase();
	const job = { schedule: NEW_YEAR, run: async () => undefined };
	const kept = { ...job, name: 'sweep' };
	await (await start(url, [kept, { ...job, name: 'removed' }])).stop();
	await enqueue(url, 'removed');

	await start(url, [{ ...kept, schedule: '30 3 * * *' }]);

	expect(await query(url, 'select name, cron, timezone from pgboss.schedule')).toEqual([
		{ name: 'sweep', cron: '30 3 * * *', timezone: 'Asia/Kolkata' },
	]);
	expect(await query(url, "select 1 from pgboss.job where name = 'removed'")).toEqual([]);
});

test('failed jobs and tasks of every queue are deleted after a day', async () => {
	const url = await cloneDatabase();
	const pgBoss = new PgBoss({ connectionString: url, supervise: false, schedule: false });
	await pgBoss.start();
	await pgBoss.createQueue('job-of-an-older-version', { policy: 'singleton' });
	await pgBoss.stop();
	const run = async () => undefined;

	await start(url, [
		{ name: 'sweep', schedule: NEW_YEAR, run },
		{ name: 'job-of-an-older-version', schedule: NEW_YEAR, run },
		handleTask(numberTask, run),
	]);

	const queues = await query(
		url,
		"select name, deletion_seconds from pgboss.queue where name !~ '^__'",
	);
	expect(queues).toHaveLength(3);
	expect(queues.filter((queue) => queue.deletion_seconds !== 24 * 3600)).toEqual([]);
});

test('tasks are done if their transaction commits, and never if it rolls back', async () => {
	const url = await cloneDatabase();
	const { db, close } = openPool(url, () => undefined);
	onTestFinished(close);
	const done: number[] = [];
	const queue = await start(url, [handleTask(numberTask, async ({ number }) => done.push(number))]);

	const rolledBack = db.transaction(async (tx) => {
		await queue.addTask(tx, numberTask, [{ number: 1 }, { number: 3 }]);
		await queue.addTask(tx, numberTask, []);
		throw new Error('rolled back');
	});
	await expect(rolledBack).rejects.toThrow('rolled back');
	await db.transaction((tx) => queue.addTask(tx, numberTask, { number: 2 }));
	await vi.waitUntil(() => done.length > 0, { timeout: 20_000 });

	expect(done).toEqual([2]);
	const rolledBackTasks = `select 1 from pgboss.job where data->>'number' in ('1', '3')`;
	expect(await query(url, rolledBackTasks)).toEqual([]);
});

test('a task whose stored data does not fit its schema fails and is not run', async () => {
	const url = await cloneDatabase();
	const { db, close } = openPool(url, () => undefined);
	onTestFinished(close);
	const run = vi.fn(async () => undefined);
	const { log, entries } = openRecordedLog('info');
	const queue = await start(url, [handleTask(numberTask, run)], log);
	const taskOfAnotherVersion = defineTask('number', z.object({}), { concurrency: 1 });

	await queue.addTask(db, taskOfAnotherVersion, {});
	await vi.waitUntil(() => entries.some(({ msg }) => msg === 'job failed'), { timeout: 20_000 });

	expect(run).not.toHaveBeenCalled();
});

test('a task with a time share of a quarter pauses three times as long as it ran', async () => {
	const url = await cloneDatabase();
	const { db, close } = openPool(url, () => undefined);
	onTestFinished(close);
	const task = defineTask('throttled', z.object({}), { concurrency: 1, timeShare: 0.25 });
	const times: number[] = [];
	const run = async () => {
		times.push(performance.now());
		await wait(100);
		times.push(performance.now());
	};
	const queue = await start(url, [handleTask(task, run)]);

	await queue.addTask(db, task, {});
	await queue.addTask(db, task, {});
	await vi.waitUntil(() => times.length === 4, { timeout: 20_000 });

	const [started = 0, ended = 0, next = 0] = times;
	expect(next - ended).toBeGreaterThan(2.9 * (ended - started));
});

test('a task that pauses after its work does not delay the stop of the job queue', async () => {
	const url = await cloneDatabase();
	const { db, close } = openPool(url, () => undefined);
	onTestFinished(close);
	const task = defineTask('throttled', z.object({}), { concurrency: 1, timeShare: 0.001 });
	const { log, entries } = openRecordedLog('info');
	const queue = await start(url, [handleTask(task, () => wait(50))], log);
	await queue.addTask(db, task, {});
	await vi.waitUntil(() => entries.some(({ msg }) => msg === 'job done'), { timeout: 20_000 });

	await queue.stop();

	expect(await query(url, "select state from pgboss.job where name = 'throttled'")).toEqual([
		{ state: 'completed' },
	]);
});
