import { sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import { fromDrizzle, PgBoss } from 'pg-boss';
import type { AddTask, TaskData, TaskName, TaskRunners } from './tasks.ts';

/** Work done in the background again and again, by one instance at a time. */
export interface Job {
	name: string;
	/** When, as five cron fields. */
	schedule: string;
	run: () => Promise<unknown>;
}

export interface JobQueue {
	addTask: AddTask;
	/** Begins with what is in the queue. */
	work: (jobs: readonly Job[], runners: TaskRunners) => Promise<void>;
	/** Lets running jobs finish. */
	stop: () => Promise<void>;
}

/**
 * A task that fails is tried again after 1, 2, 4 … seconds, ten minutes at most, for about an hour; one whose process died
 * with it, a minute later.
 */
const TASK_OPTIONS = {
	retryLimit: 14,
	retryDelay: 1,
	retryBackoff: true,
	retryDelayMax: 600,
	expireInSeconds: 60,
	retentionSeconds: 2 * 24 * 3600,
	deleteAfterSeconds: 24 * 3600,
	notify: true,
};
const TASK_NAMES: readonly TaskName[] = ['mail', 'remove-photos', 'erase-account'];
/** The longest wait for a task that is tried again; a new one is announced by PostgreSQL at once. */
const TASK_POLLING = { pollingIntervalSeconds: 2, notifyPollingIntervalSeconds: 2 };

/**
 * A queue in PostgreSQL: what a crash interrupts is done by whoever comes next, and no two instances do the same. Work can
 * be added from here on; it is done once `work` has been called.
 */
export async function openJobQueue(databaseUrl: string, log: FastifyBaseLogger): Promise<JobQueue> {
	const boss = new PgBoss({
		connectionString: databaseUrl,
		max: 2,
		application_name: 'jobs',
		useListenNotify: true,
	});
	boss.on('error', (error) => log.error({ reason: error.message }, 'the job queue failed'));
	await boss.start();
	for (const name of TASK_NAMES) await boss.createQueue(name, TASK_OPTIONS);
	return {
		async addTask(db, name, data, delaySeconds = 0) {
			await boss.send(name, data, { db: fromDrizzle(db, sql), startAfter: delaySeconds });
		},
		async work(jobs, runners) {
			for (const job of jobs) await workOnJob(boss, log, job);
			for (const name of TASK_NAMES) await workOnTask(boss, log, name, runners);
		},
		stop: () => boss.stop({ graceful: true, timeout: 5000 }),
	};
}

async function workOnJob(boss: PgBoss, log: FastifyBaseLogger, job: Job): Promise<void> {
	const { name, schedule, run } = job;
	await boss.createQueue(name, { policy: 'singleton', retryLimit: 3, retryBackoff: true });
	await boss.work(name, { pollingIntervalSeconds: 30 }, () => runLogged(log, name, run));
	await boss.schedule(name, schedule);
}

async function workOnTask<Name extends TaskName>(
	boss: PgBoss,
	log: FastifyBaseLogger,
	name: Name,
	runners: TaskRunners,
): Promise<void> {
	await boss.work<TaskData[Name]>(name, TASK_POLLING, async (tasks) => {
		for (const { data } of tasks) await runLogged(log, name, () => runners[name](data));
	});
}

async function runLogged(
	log: FastifyBaseLogger,
	job: string,
	run: () => Promise<unknown>,
): Promise<void> {
	log.info({ job }, 'job started');
	await run().catch((error: unknown) => {
		// The queue only notes it, for the next try; nobody would know.
		log.error({ err: error, job }, 'job failed');
		throw error;
	});
	log.info({ job }, 'job done');
}
