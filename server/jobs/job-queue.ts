import type { FastifyBaseLogger } from 'fastify';
import { PgBoss } from 'pg-boss';

/** Work done in the background, by one instance at a time. */
export interface Job {
	name: string;
	/** When, as five cron fields. */
	schedule: string;
	run: () => Promise<void>;
}

export interface JobQueue {
	/** Lets running jobs finish. */
	stop: () => Promise<void>;
}

/**
 * Runs jobs from a queue in PostgreSQL: what a crash interrupts is done by whoever comes next, and no two instances do
 * the same.
 */
export async function startJobs(
	databaseUrl: string,
	log: FastifyBaseLogger,
	jobs: readonly Job[],
): Promise<JobQueue> {
	const boss = new PgBoss({ connectionString: databaseUrl, max: 2, application_name: 'jobs' });
	boss.on('error', (error) => log.error({ err: error }, 'the job queue failed'));
	await boss.start();
	for (const { name, schedule, run } of jobs) {
		await boss.createQueue(name, { policy: 'singleton', retryLimit: 3, retryBackoff: true });
		await boss.work(name, { pollingIntervalSeconds: 30 }, async () => {
			log.info({ job: name }, 'job started');
			await run().catch((error: unknown) => {
				// The queue only notes it, for the next try; nobody would know.
				log.error({ err: error, job: name }, 'job failed');
				throw error;
			});
			log.info({ job: name }, 'job done');
		});
		await boss.schedule(name, schedule);
	}
	return { stop: () => boss.stop({ graceful: true, timeout: 5000 }) };
}
