import { ApiError } from '#web/lib/api/api-error.ts';

/** The text for a failed load, or how to find it. */
export type FailureMessage = string | ((error: Error) => string);

/** The message for a failed load: the server's own when it refused, otherwise `failureMessage`. */
export function loadErrorMessage(error: Error, failureMessage: FailureMessage): string {
	const isClientError = error instanceof ApiError && error.status < 500;
	if (isClientError && error.message) return error.message;
	return typeof failureMessage === 'string' ? failureMessage : failureMessage(error);
}
