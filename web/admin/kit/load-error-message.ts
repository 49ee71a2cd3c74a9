import { ApiError } from '#web/lib/api/api-error.ts';

/** The message for a failed load: the server's own when it refused, otherwise `failureMessage`. */
export function loadErrorMessage(error: Error, failureMessage: string): string {
	const isClientError = error instanceof ApiError && error.status < 500;
	return (isClientError && error.message) || failureMessage;
}
