import { onlineManager, QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';

const STALE_AFTER_MS = 30_000;
const MAX_RETRIES = 2;
/** Doubled with each retry, so that an error shows within three seconds. */
const RETRY_DELAY_MS = 600;

/**
 * The first word of every query key: what the data is about. Invalidating this word alone refetches all queries whose
 * keys begin with it. The live events of the back-office contain the same words.
 */
type QuerySubject =
	| 'account'
	| 'admins'
	| 'analytics'
	| 'audit-logs'
	| 'blocked'
	| 'catalogue'
	| 'chat'
	| 'chats'
	| 'confirm-email'
	| 'counts'
	| 'deals'
	| 'feedback'
	| 'items'
	| 'last-searches'
	| 'maintenance'
	| 'notification-preferences'
	| 'notifications'
	| 'profile'
	| 'reports'
	| 'saved'
	| 'search'
	| 'searches'
	| 'settings'
	| 'token-owner'
	| 'unsent'
	| 'unsubscribe'
	| 'user-reports'
	| 'users'
	| 'review-reports'
	| 'wanted';

declare module '@tanstack/react-query' {
	interface Register {
		queryKey: readonly [QuerySubject, ...unknown[]];
	}
}

/** Creates the query client. Data stays fresh for 30 s, and only errors that a retry may fix are retried. */
export function createQueryClient(): QueryClient {
	// TanStack Query assumes that a new page is online. Without this, it would not notice when the network comes back.
	if (navigator.onLine === false) onlineManager.setOnline(false);
	return new QueryClient({
		defaultOptions: {
			queries: {
				staleTime: STALE_AFTER_MS,
				networkMode: 'always',
				// In mode 'always' queries do not refetch on reconnect by default. Data loaded offline may be an old copy, even if it
				// counts as fresh.
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
	const isTimeout = error.name === 'TimeoutError';
	// Offline, no retry is needed: queries are refetched on reconnect.
	return failureCount < MAX_RETRIES && !isClientError && !isTimeout && navigator.onLine !== false;
}
