import { PgBoss } from 'pg-boss';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { accountMailTask } from '#server/features/auth/tasks.ts';
import { openJobQueue } from '#server/jobs/job-queue.ts';
import { handleTask } from '#server/jobs/tasks.ts';
import { cloneDatabase } from '#tests/support/clone-database.ts';
import { query } from '#tests/support/query.ts';
import { notificationMailTask } from './tasks.ts';

const DAY_SECONDS = 24 * 3600;
const MAIL_TASKS = [accountMailTask, notificationMailTask];

/** The shortest and the longest sum of all delays between the attempts, by the formula of pg-boss. */
function retrySeconds({ limit, delayMax }: { limit: number; delayMax: number }) {
	const upperBounds = Array.from({ length: limit }, (_, attempt) => 2 ** Math.min(16, attempt + 1));
	const sum = (factor: number) =>
		upperBounds.reduce((total, bound) => total + Math.min(delayMax, factor * bound), 0);
	return { shortest: sum(0.5), longest: sum(1) };
}

test('failed mails are retried for at least a day, with delays that grow to half an hour, and expire only after the last retry', async () => {
	const url = await cloneDatabase();
	const pgBoss = new PgBoss({ connectionString: url, supervise: false, schedule: false });
	await pgBoss.start();
	// The queues as an earlier version created them.
	for (const { name } of MAIL_TASKS) await pgBoss.createQueue(name, { retryLimit: 14 });
	await pgBoss.stop();
	const queue = await openJobQueue(url, pino({ level: 'silent' }));
	onTestFinished(queue.stop);

	await queue.startWorkers(
		MAIL_TASKS.map((task) => handleTask<unknown>(task, async () => undefined)),
		'UTC',
	);

	const queues = await query(
		url,
		`select retry_limit as "limit", retry_delay as "firstDelay", retry_backoff as "isGrowing",
			retry_delay_max as "delayMax", retention_seconds as "retention"
		from pgboss.queue where name in ('mail', 'notice-mail')`,
	);
	expect(queues).toHaveLength(2);
	for (const { limit, firstDelay, isGrowing, delayMax, retention } of queues) {
		const { shortest, longest } = retrySeconds({ limit, delayMax });
		expect({ firstDelay, isGrowing, delayMax }).toEqual({
			firstDelay: 1,
			isGrowing: true,
			delayMax: 1800,
		});
		expect(shortest).toBeGreaterThanOrEqual(DAY_SECONDS);
		// Each attempt may take a minute.
		expect(longest + limit * 60).toBeLessThan(retention);
	}
});
