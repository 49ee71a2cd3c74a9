import { ApiError } from '#web/lib/api/api-error.ts';

/** What is said where something can't be had: the server's own words where it refused, else `failed`. */
export function loadErrorMessage(error: Error, failureMessage: string): string {
	const isClientError = error instanceof ApiError && error.status < 500;
	return (isClientError && error.message) || failureMessage;
}
