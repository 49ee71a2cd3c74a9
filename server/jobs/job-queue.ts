import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import {
	fromDrizzle,
	type JobResult,
	PgBoss,
	type QueueOptions,
	type QueuePolicy,
	type Job as StoredJob,
} from 'pg-boss';
import { sql } from '#server/db/drizzle.ts';
import { reasonOf } from '#server/db/errors.ts';
import { createLogThrottle } from '#server/lib/log-throttle.ts';
import { type AddTask, RETRY_OPTIONS, type Task, type TaskHandler } from './tasks.ts';

/** Recurring background work, done by one instance at a time. */
interface ScheduledJob {
	name: string;
	/** Cron expression with five fields, in the time zone of the college. */
	schedule: string;
	run: () => Promise<unknown>;
}

export type Job = ScheduledJob | TaskHandler;

export interface JobQueue {
	addTask: AddTask;
	/**
	 * Starts the workers, which first process what is already queued.
	 * @param timeZone the time zone of the schedules
	 */
	startWorkers: (jobs: readonly Job[], timeZone: string) => Promise<void>;
	/** Stops the workers, and waits at most five seconds for running jobs. */
	stop: () => Promise<void>;
}

/** Finished and failed jobs stay in the database for a day. */
const DELETE_AFTER = { deleteAfterSeconds: 24 * 3600 };
/**
 * The clock is divided into periods of this length. The queue refuses a second task with the same
 * key within one period, and accepts one in the next period.
 */
const KEY_PERIOD_SECONDS = 30 * 24 * 3600;
/**
 * A failed job is retried three times within seconds, then not before its next scheduled time. A job may take 15
 * minutes, the default of pg-boss. While it runs, its instance writes a heartbeat every half minute. A job without a
 * heartbeat for a minute fails, so that a killed instance delays the next runs by a few minutes only.
 */
const JOB_OPTIONS = {
	retryLimit: 3,
	retryBackoff: true,
	heartbeatSeconds: 60,
	...DELETE_AFTER,
};
/**
 * Polling finds retried tasks. PostgreSQL announces new tasks at once, on a connection that pg-boss
 * opens for this purpose. Otherwise a user who waits for a mail with a link would also wait for the
 * next poll.
 */
const TASK_POLLING = {
	pollingIntervalSeconds: 2,
	notifyPollingIntervalSeconds: 2,
	burstWhenBatchFull: true,
};

/**
 * Opens a job queue in PostgreSQL: work interrupted by a crash is done by the next instance, and no two instances do
 * the same work. Tasks can be added at once; they are done after `startWorkers`.
 */
export async function openJobQueue(databaseUrl: string, log: FastifyBaseLogger): Promise<JobQueue> {
	const boss = new PgBoss({
		connectionString: databaseUrl,
		max: 2,
		application_name: 'jobs',
		useListenNotify: true,
	});
	// Every poll fails while the database is unavailable.
	const shouldLog = createLogThrottle();
	const stopping = new AbortController();
	boss.on('error', (error) => {
		const reason = reasonOf(error);
		// The database may stop before the queue does: nothing is lost, because unfinished work is done again.
		if (stopping.signal.aborted) log.info({ reason }, 'the job queue ended early');
		else if (shouldLog(reason)) log.error({ reason }, 'the job queue failed');
	});
	await boss.start();
	const createdQueues = new Set<string>();
	/** Creates the queue of a task once. Also called when a task is added: a command-line tool starts no workers. */
	async function createTaskQueue({
		name,
		retriedFor,
	}: Pick<Task<unknown>, 'name' | 'retriedFor'>): Promise<void> {
		if (createdQueues.has(name)) return;
		const options = { ...RETRY_OPTIONS[retriedFor], ...DELETE_AFTER, notify: true };
		await createOrUpdateQueue(boss, name, options);
		createdQueues.add(name);
	}
	return {
		async addTask(db, task, data, delaySeconds = 0, key = undefined) {
			const uniqueness =
				key === undefined ? {} : { singletonKey: key, singletonSeconds: KEY_PERIOD_SECONDS };
			const added = [data]
				.flat()
				.map((one) => ({ data: one as object, startAfter: delaySeconds, ...uniqueness }));
			if (added.length === 0) return;
			await createTaskQueue(task);
			await boss.insert(task.name, added, { db: fromDrizzle(db, sql) });
		},
		async startWorkers(jobs, timeZone) {
			await unscheduleRemovedJobs(boss, jobs);
			for (const job of jobs) {
				if ('schedule' in job) await registerJob(boss, log, job, timeZone);
				else {
					await createTaskQueue(job.task);
					await registerTask(boss, log, job, stopping.signal);
				}
			}
		},
		stop() {
			stopping.abort();
			return boss.stop({ graceful: true, timeout: 5000 });
		},
	};
}

/**
 * Creates a queue, or changes the options of an existing one, which `createQueue` alone would not do. The policy of an
 * existing queue stays.
 */
async function createOrUpdateQueue(
	boss: PgBoss,
	name: string,
	options: QueueOptions,
	policy: QueuePolicy = 'standard',
): Promise<void> {
	await boss.createQueue(name, { ...options, policy });
	await boss.updateQueue(name, options);
}

/**
 * Deletes the schedules and the waiting runs of jobs that this version does not have: nobody would do them, and an alert
 * would fire. If an instance of the previous version restarts during a rolling update, it deletes the schedules of new
 * jobs; the next instance of the new version that starts adds them again.
 */
async function unscheduleRemovedJobs(boss: PgBoss, jobs: readonly Job[]): Promise<void> {
	const names = new Set(jobs.flatMap((job) => ('schedule' in job ? [job.name] : [])));
	for (const { name, key } of await boss.getSchedules()) {
		if (names.has(name)) continue;
		await boss.unschedule(name, key);
		await boss.deleteQueuedJobs(name);
	}
}

async function registerJob(
	boss: PgBoss,
	log: FastifyBaseLogger,
	{ name, schedule, run }: ScheduledJob,
	timeZone: string,
): Promise<void> {
	await createOrUpdateQueue(boss, name, JOB_OPTIONS, 'singleton');
	await boss.work(name, { pollingIntervalSeconds: 30 }, () => runLogged(log, name, run));
	await boss.schedule(name, schedule, null, { tz: timeZone });
}

async function registerTask(
	boss: PgBoss,
	log: FastifyBaseLogger,
	{ task: { name, concurrency, timeShare }, isTogether, run }: TaskHandler,
	stopping: AbortSignal,
): Promise<void> {
	const options = { ...TASK_POLLING, batchSize: concurrency, perJobResults: true } as const;
	await boss.work<object, void, typeof options>(name, options, (tasks) =>
		// The outermost function, so that its pause is neither logged nor measured as part of the job.
		runThrottled(timeShare, stopping, async () => {
			const groups = isTogether ? [tasks] : tasks.map((task) => [task]);
			const runs = groups.map((group) =>
				runTasks(boss, log, name, group, () => run(group.map(({ data }) => data))),
			);
			return (await Promise.all(runs)).flat();
		}),
	);
}

/**
 * Runs tasks that succeed or fail together, and stores their outcome at once. So they are not done
 * again if the process ends while other tasks of the batch still run.
 */
async function runTasks(
	boss: PgBoss,
	log: FastifyBaseLogger,
	name: string,
	tasks: StoredJob[],
	run: () => Promise<unknown>,
): Promise<JobResult[]> {
	const failure = await runLogged(log, name, run).then(
		() => undefined,
		(error: unknown) => ({ message: String(error) }),
	);
	const settled = failure ? boss.fail(name, tasks, failure) : boss.complete(name, tasks);
	// If this fails, pg-boss stores the outcome after the batch, from the returned results.
	await settled.catch(() => undefined);
	return tasks.map(({ id }) =>
		failure ? { id, status: 'failed', output: failure } : { id, status: 'completed' },
	);
}

async function runLogged(
	log: FastifyBaseLogger,
	job: string,
	run: () => Promise<unknown>,
): Promise<void> {
	log.info({ job }, 'job started');
	await run().catch((error: unknown) => {
		// pg-boss only stores the error for the retry and does not log it.
		log.error({ err: error, job }, 'job failed');
		throw error;
	});
	log.info({ job }, 'job done');
}

/** Half of a task's time limit (`expireInSeconds` in tasks.ts). The pause counts towards that limit. */
const MAX_PAUSE_MS = 30_000;

/**
 * Runs background work and then pauses, so that repeated runs take at most the given share of the
 * time. They take more if the pause would exceed `MAX_PAUSE_MS`. Without the pause, comparing new
 * items with many saved searches would keep a core busy while people chat (bench/RESULTS.md, "chat
 * while 1,000 items are posted in a minute").
 * @param share more than 0, at most 1
 * @param stopping ends the pause early
 * @throws whatever the work throws, after the pause
 */
export async function runThrottled<T>(
	share: number,
	stopping: AbortSignal,
	work: () => Promise<T>,
): Promise<T> {
	const startedAt = performance.now();
	try {
		return await work();
	} finally {
		const pauseMs = (performance.now() - startedAt) * (1 / share - 1);
		if (pauseMs > 0) await pause(Math.min(pauseMs, MAX_PAUSE_MS), stopping);
	}
}

async function pause(ms: number, stopping: AbortSignal): Promise<void> {
	// The timer rejects when the pause ends early.
	await wait(ms, undefined, { signal: stopping }).catch(() => undefined);
}
