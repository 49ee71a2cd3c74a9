import { ApiError } from '#web/lib/api/api-error.ts';

/** The message for a failed load, or a function that returns it. */
export type FailureMessage = string | ((error: Error) => string);

/** Statuses of client errors after which the same request can succeed later: timeout, too many requests. */
const RETRYABLE_STATUSES: readonly number[] = [408, 429];

/** Whether the same request can succeed later: true for missing connections, 5xx, 408 and 429. */
export function canRetry(error: Error): boolean {
	if (!(error instanceof ApiError)) return true;
	return error.status >= 500 || RETRYABLE_STATUSES.includes(error.status);
}

/** The message for a failed load: the server's own when it refused, otherwise `failureMessage`. */
export function loadErrorMessage(error: Error, failureMessage: FailureMessage): string {
	const isClientError = error instanceof ApiError && error.status < 500;
	if (isClientError && error.message) return error.message;
	return typeof failureMessage === 'string' ? failureMessage : failureMessage(error);
}
