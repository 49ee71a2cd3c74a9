import { ApiError } from '#web/lib/api/api-error.ts';

/** What is said where something can't be had: the server's own words where it refused, else `failed`. */
export function loadWords(error: Error, failed: string): string {
	const isRefusal = error instanceof ApiError && error.status < 500;
	return (isRefusal && error.message) || failed;
}
