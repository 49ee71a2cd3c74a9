import { ApiError } from '#web/lib/api/api-error.ts';

/** The text for a failed load, or how to find it. */
export type FailureMessage = string | ((error: Error) => string);

/** Statuses of refusals that time mends: too slow, and too many requests. */
const PASSING_STATUSES: readonly number[] = [408, 429];

/** Whether the same request can succeed later: not when it was refused for what it asks. */
export function canRetry(error: Error): boolean {
	if (!(error instanceof ApiError)) return true;
	return error.status >= 500 || PASSING_STATUSES.includes(error.status);
}

/** The message for a failed load: the server's own when it refused, otherwise `failureMessage`. */
export function loadErrorMessage(error: Error, failureMessage: FailureMessage): string {
	const isClientError = error instanceof ApiError && error.status < 500;
	if (isClientError && error.message) return error.message;
	return typeof failureMessage === 'string' ? failureMessage : failureMessage(error);
}
