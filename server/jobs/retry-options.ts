/**
 * A failed task is retried after 1, 2, 4 … seconds, at most ten minutes, for about an hour; a task whose process
 * crashed is retried a minute later.
 */
const TASK_RETRIES = {
	retryLimit: 14,
	retryDelay: 1,
	retryBackoff: true,
	retryDelayMax: 600,
	expireInSeconds: 60,
	retentionSeconds: 2 * 24 * 3600,
};

/**
 * The mail server is not ours and may fail for a night: a mail is retried at most every half hour, for at least a day.
 * All retries end before the retention does.
 */
const MAIL_RETRIES = { ...TASK_RETRIES, retryLimit: 60, retryDelayMax: 1800 };

/** The queues of `accountMailTask` and `notificationMailTask`. */
const MAIL_QUEUES: readonly string[] = ['mail', 'notice-mail'];

/** How often and how long tasks of a queue are retried. */
export function retryOptionsOf(queueName: string) {
	return MAIL_QUEUES.includes(queueName) ? MAIL_RETRIES : TASK_RETRIES;
}
