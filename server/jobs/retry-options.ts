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

export type RetryTime = keyof typeof RETRY_OPTIONS;
