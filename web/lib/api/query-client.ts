import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';

const FRESH_MS = 30_000;
const RETRIES = 2;
/** Doubled from try to try: who waits is told within three seconds that nothing comes. */
const AGAIN_MS = 600;

/** What was asked is fresh for a moment; asking again on our own helps only where the server did not refuse. */
export function createQueryClient(): QueryClient {
	return new QueryClient({
		defaultOptions: {
			queries: {
				staleTime: FRESH_MS,
				networkMode: 'always',
				// Not by itself in this mode. What was seen without a line may be a copy of long ago, however fresh it counts.
				refetchOnReconnect: 'always',
				retry: isWorthRetrying,
				retryDelay: (failures) => AGAIN_MS * 2 ** failures,
			},
			mutations: { networkMode: 'always' },
		},
	});
}

function isWorthRetrying(failures: number, error: Error): boolean {
	const isRefused = error instanceof ApiError && error.status < 500;
	// Asked again by itself as soon as there is a line.
	return failures < RETRIES && !isRefused && navigator.onLine !== false;
}
