import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';

const STALE_AFTER_MS = 30_000;
const MAX_RETRIES = 2;
/** Doubled from try to try: who waits is told within three seconds that nothing comes. */
const RETRY_DELAY_MS = 600;

/** What was asked is fresh for a moment; asking again on our own helps only where the server did not refuse. */
export function createQueryClient(): QueryClient {
	return new QueryClient({
		defaultOptions: {
			queries: {
				staleTime: STALE_AFTER_MS,
				networkMode: 'always',
				// Not by itself in this mode. What was seen without a line may be a copy of long ago, however fresh it counts.
				refetchOnReconnect: 'always',
				retry: isWorthRetrying,
				retryDelay: (failureCount) => RETRY_DELAY_MS * 2 ** failureCount,
			},
			mutations: { networkMode: 'always' },
		},
	});
}

function isWorthRetrying(failureCount: number, error: Error): boolean {
	const isClientError = error instanceof ApiError && error.status < 500;
	// Asked again by itself as soon as there is a line.
	return failureCount < MAX_RETRIES && !isClientError && navigator.onLine !== false;
}
