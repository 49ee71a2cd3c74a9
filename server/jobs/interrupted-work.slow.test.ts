import { PgBoss } from 'pg-boss';
import { pino } from 'pino';
import { expect, onTestFinished, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { openPool } from '#server/db/client.ts';
import { cloneDatabase } from '#tests/support/clone-database.ts';
import { query } from '#tests/support/query.ts';
import { type Job, openJobQueue } from './job-queue.ts';
import { defineTask, handleTask } from './tasks.ts';

const NEW_YEAR = '0 0 1 1 *';
const PATIENCE = { timeout: 20_000 };

async function startQueue(url: string, job: Job) {
	const queue = await openJobQueue(url, pino({ level: 'silent' }));
	onTestFinished(queue.stop);
	await queue.startWorkers([job], 'UTC');
	return queue;
}

/** A database with a job that an instance took and did not end. */
async function openDatabaseWithActiveJob() {
	const url = await cloneDatabase();
	const queue = await startQueue(url, {
		name: 'sweep',
		schedule: NEW_YEAR,
		run: async () => undefined,
	});
	await queue.stop();
	const instance = new PgBoss({ connectionString: url, supervise: false, schedule: false });
	await instance.start();
	onTestFinished(() => instance.stop());
	await instance.send('sweep');
	await instance.fetch('sweep');
	/** Runs pg-boss's supervision at once, which an instance runs each minute. */
	async function supervise(): Promise<void> {
		await query(url, 'update pgboss.queue set monitor_claim_on = null, monitor_on = null');
		await instance.supervise('sweep');
	}
	return { url, instance, supervise };
}

test('a scheduled job runs again although the instance that ran it was killed two minutes ago', async () => {
	const { url, instance, supervise } = await openDatabaseWithActiveJob();
	await query(
		url,
		`update pgboss.job set started_on = started_on - interval '2 minutes', heartbeat_on = heartbeat_on - interval '2 minutes'
		where name = 'sweep' and state = 'active'`,
	);
	const run = vi.fn(async () => undefined);

	await supervise();
	// pg-boss counts active jobs before it fails them.
	await supervise();
	await instance.send('sweep');
	await startQueue(url, { name: 'sweep', schedule: NEW_YEAR, run });

	await vi.waitUntil(() => run.mock.calls.length > 0, PATIENCE);
});

test('a scheduled job that has run for two minutes goes on while its instance is alive', async () => {
	const { url, supervise } = await openDatabaseWithActiveJob();
	await query(
		url,
		"update pgboss.job set started_on = started_on - interval '2 minutes' where name = 'sweep'",
	);

	await supervise();

	const jobs = await query(url, "select state from pgboss.job where name = 'sweep'");
	expect(jobs).toEqual([{ state: 'active' }]);
});

test('each task is marked as completed or for a retry when it ends, while tasks taken together with it still run', async () => {
	const url = await cloneDatabase();
	const { db, close } = openPool(url, () => undefined);
	onTestFinished(close);
	const task = defineTask('number', z.object({ number: z.int() }), { concurrency: 5 });
	const release = Promise.withResolvers<void>();
	const run = async ({ number }: { number: number }) => {
		if (number === 2) throw new Error('not this one');
		if (number === 3) await release.promise;
	};
	const queue = await openJobQueue(url, pino({ level: 'silent' }));
	onTestFinished(queue.stop);
	await queue.addTask(
		db,
		task,
		[1, 2, 3].map((number) => ({ number })),
	);
	const statesByNumber = () =>
		query(url, "select state from pgboss.job where name = 'number' order by data ->> 'number'");

	await queue.startWorkers([handleTask(task, run)], 'UTC');

	await expect
		.poll(statesByNumber)
		.toEqual([{ state: 'completed' }, { state: 'retry' }, { state: 'active' }]);
	release.resolve();
	await queue.stop();
	expect((await statesByNumber()).at(-1)).toEqual({ state: 'completed' });
});
