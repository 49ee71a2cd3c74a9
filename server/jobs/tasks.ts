import * as z from 'zod/mini';
import type { Db } from '#server/db/client.ts';

/**
 * A failed task is retried after 1, 2, 4 … seconds, at most ten minutes, for about an hour; a task whose process
 * crashed is retried a minute later.
 */
const HOUR_OF_RETRIES = {
	retryLimit: 14,
	retryDelay: 1,
	retryBackoff: true,
	retryDelayMax: 600,
	expireInSeconds: 60,
	retentionSeconds: 2 * 24 * 3600,
};

/** How often and how long failed tasks are retried. All retries end before the retention does. */
export const RETRY_OPTIONS = {
	'an hour': HOUR_OF_RETRIES,
	/**
	 * Retries at most every half hour, for at least a day: for tasks that need other services, which may fail for a
	 * night.
	 */
	'a day': { ...HOUR_OF_RETRIES, retryLimit: 60, retryDelayMax: 1800 },
};

/** A kind of background task. Each task is added by code and done once; scheduled jobs are in job-queue.ts. */
export interface Task<Data> {
	/** The name of its queue in the database. */
	name: string;
	/** Number of tasks of this kind that an instance runs at the same time. */
	concurrency: number;
	/** The share of the time that tasks of this kind may take in an instance, at most 1 (`runThrottled`). */
	timeShare: number;
	/** How long a failing task is tried again. */
	retriedFor: keyof typeof RETRY_OPTIONS;
	/** @throws ZodError when the stored data is not what the task needs */
	parse: (stored: unknown) => Data;
}

type TaskOptions = Pick<Task<unknown>, 'concurrency'> &
	Partial<Pick<Task<unknown>, 'timeShare' | 'retriedFor'>>;

/**
 * Declares a kind of task.
 * @param data schema of the data that is stored with a task. Users are identified by id only, so that erasing an
 * account need not change stored tasks
 */
export function defineTask<Data>(
	name: string,
	data: z.ZodMiniType<Data>,
	{ concurrency, timeShare = 1, retriedFor = 'an hour' }: TaskOptions,
): Task<Data> {
	return { name, concurrency, timeShare, retriedFor, parse: (stored) => z.parse(data, stored) };
}

/** Runs the tasks of one kind; a task whose handler throws is retried. */
export interface TaskHandler {
	task: Omit<Task<unknown>, 'parse'>;
	/** Whether waiting tasks run together, and succeed or fail together, instead of each by itself. */
	isTogether: boolean;
	/** @param stored the data of one task, or of all that run together */
	run: (stored: readonly unknown[]) => Promise<unknown>;
}

/** Runs each task of one kind by itself. */
export function handleTask<Data>(
	task: Task<Data>,
	run: (data: Data) => Promise<unknown>,
): TaskHandler {
	return { task, isTogether: false, run: async ([stored]) => run(task.parse(stored)) };
}

/** Runs up to `concurrency` waiting tasks of one kind together, for work that costs less in batches. */
export function handleTasksTogether<Data>(
	task: Task<Data>,
	runAll: (data: readonly Data[]) => Promise<unknown>,
): TaskHandler {
	return { task, isTogether: true, run: async (stored) => runAll(stored.map(task.parse)) };
}

/**
 * Adds a task within a transaction: it exists only if the transaction commits. If `data` is a list,
 * adds one task for each entry, all with one statement.
 * @param delaySeconds minimum delay; none by default
 * @param key no task is added while the queue has a task of this kind with the same key that waits,
 * runs, or ended less than a day ago. `KEY_PERIOD_SECONDS` in job-queue.ts says when this does not
 * hold
 */
export type AddTask = <Data>(
	db: Db,
	task: Task<Data>,
	data: NoInfer<Data | readonly Data[]>,
	delaySeconds?: number,
	key?: string,
) => Promise<void>;
