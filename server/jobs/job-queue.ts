import { sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import { fromDrizzle, type JobResult, PgBoss } from 'pg-boss';
import { reasonOf } from '#server/db/errors.ts';
import { logOncePer } from '#server/lib/log-throttle.ts';
import { trackWork } from '#server/observability/channels.ts';
import type { AddTask, AddTasks, TaskData, TaskHandlers, TaskName } from './tasks.ts';

/** Work done in the background again and again, by one instance at a time. */
export interface Job {
	name: string;
	/** When, as five cron fields, by the clocks of the college. */
	schedule: string;
	run: () => Promise<unknown>;
}

/** What is done again and again, and by whose clocks. */
interface JobSchedule {
	jobs: readonly Job[];
	timeZone: string;
}

export interface JobQueue {
	addTask: AddTask;
	addTasks: AddTasks;
	/** Begins with what is in the queue. */
	startWorkers: (jobSchedule: JobSchedule, handlers: TaskHandlers) => Promise<void>;
	/** Lets running jobs finish. */
	stop: () => Promise<void>;
}

/** What has failed or is done can be looked up for a day. */
const DELETE_AFTER = { deleteAfterSeconds: 24 * 3600 };
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
	...DELETE_AFTER,
	notify: true,
};
/** A job that fails is tried three more times within seconds; after that its next time comes by itself. */
const JOB_OPTIONS = {
	policy: 'singleton',
	retryLimit: 3,
	retryBackoff: true,
	...DELETE_AFTER,
} as const;
/** How many tasks of a name are taken at once, and done side by side. */
const TASK_CONCURRENCY: Record<TaskName, number> = {
	mail: 5,
	'notice-mail': 5,
	announce: 1,
	'remove-photos': 1,
	'erase-account': 1,
	'forget-title-words': 1,
};
const TASK_NAMES = Object.keys(TASK_CONCURRENCY) as TaskName[];
/** The longest wait for a task that is tried again; a new one is announced by PostgreSQL at once. */
const TASK_POLLING = {
	pollingIntervalSeconds: 2,
	notifyPollingIntervalSeconds: 2,
	burstWhenBatchFull: true,
};

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
	// Every look into a queue fails while the database is away.
	const shouldLog = logOncePer();
	let isStopping = false;
	boss.on('error', (error) => {
		const reason = reasonOf(error);
		// The database may go before the last connection has: nothing is lost, as what was not noted as done is done again.
		if (isStopping) log.info({ reason }, 'the job queue ended early');
		else if (shouldLog(reason)) log.error({ reason }, 'the job queue failed');
	});
	await boss.start();
	for (const name of TASK_NAMES) await boss.createQueue(name, TASK_OPTIONS);
	return {
		async addTask(db, name, data, delaySeconds = 0) {
			await boss.send(name, data, { db: fromDrizzle(db, sql), startAfter: delaySeconds });
		},
		async addTasks(db, name, data) {
			if (data.length === 0) return;
			const tasks = data.map((item) => ({ data: item }));
			await boss.insert(name, tasks, { db: fromDrizzle(db, sql) });
		},
		async startWorkers({ jobs, timeZone }, handlers) {
			for (const job of jobs) await registerJob(boss, log, job, timeZone);
			for (const name of TASK_NAMES) await registerTask(boss, log, name, handlers);
		},
		stop() {
			isStopping = true;
			return boss.stop({ graceful: true, timeout: 5000 });
		},
	};
}

async function registerJob(
	boss: PgBoss,
	log: FastifyBaseLogger,
	{ name, schedule, run }: Job,
	timeZone: string,
): Promise<void> {
	await boss.createQueue(name, JOB_OPTIONS);
	// A queue that is there already is left as it was made.
	await boss.updateQueue(name, DELETE_AFTER);
	await boss.work(name, { pollingIntervalSeconds: 30 }, () => runLogged(log, name, run));
	await boss.schedule(name, schedule, null, { tz: timeZone });
}

async function registerTask<Name extends TaskName>(
	boss: PgBoss,
	log: FastifyBaseLogger,
	name: Name,
	handlers: TaskHandlers,
): Promise<void> {
	const options = {
		...TASK_POLLING,
		batchSize: TASK_CONCURRENCY[name],
		perJobResults: true,
	} as const;
	await boss.work<TaskData[Name], void, typeof options>(name, options, (tasks) =>
		Promise.all(tasks.map(({ id, data }) => runTask(log, name, id, () => handlers[name](data)))),
	);
}

/** What becomes of one task, whatever becomes of those beside it. */
async function runTask(
	log: FastifyBaseLogger,
	name: TaskName,
	id: string,
	run: () => Promise<void>,
): Promise<JobResult> {
	try {
		await runLogged(log, name, run);
		return { id, status: 'completed' };
	} catch (error) {
		return { id, status: 'failed', output: { message: String(error) } };
	}
}

async function runLogged(
	log: FastifyBaseLogger,
	job: string,
	run: () => Promise<unknown>,
): Promise<void> {
	log.info({ job }, 'job started');
	await trackWork({ kind: 'job', name: job }, run).catch((error: unknown) => {
		// The queue only notes it, for the next try; nobody would know.
		log.error({ err: error, job }, 'job failed');
		throw error;
	});
	log.info({ job }, 'job done');
}
