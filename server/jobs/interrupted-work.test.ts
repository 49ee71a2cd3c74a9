import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import * as z from 'zod/mini';
import { openPool } from '#server/db/client.ts';
import { cloneDatabase } from '#tests/support/clone-database.ts';
import { query } from '#tests/support/query.ts';
import { openJobQueue } from './job-queue.ts';
import { defineTask, handleTask } from './tasks.ts';

test('each task is settled when it ends, while others that were taken with it still run', async () => {
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
