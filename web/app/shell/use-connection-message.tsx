import { type Query, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useSyncExternalStore } from 'react';
import { useLocation, useMatch } from 'react-router';
import { PAGES } from '#contract/core/pages.ts';
import { isRefusal } from '#web/lib/api/api-error.ts';
import {
	type CachedResponses,
	currentCachedResponses,
	forgetCopies,
	isPageCached,
	watchCachedResponses,
} from '#web/lib/offline/cached-responses.ts';
import { TimeAgo } from '#web/ui/time-ago.tsx';
import { useIsOnline } from '#web/ui/use-is-online.ts';

/** The note shown while offline, or while the page still shows cached data, which may be outdated. */
export function useConnectionMessage(): ReactNode {
	const { pathname } = useLocation();
	// Chats have a notice of their own.
	const isChat = useMatch(PAGES.chat) !== null;
	const isOnline = useIsOnline();
	const cachedResponses = useSyncExternalStore(
		watchCachedResponses,
		currentCachedResponses,
		currentCachedResponses,
	);
	const hasCachedResponses =
		cachedResponses.pathname === pathname && cachedResponses.copies.size > 0;
	// A cached page is refetched even offline, other copies only online: data embedded in the page counts as fresh.
	useRefetchWhile(isPageCached(cachedResponses) || (isOnline && hasCachedResponses));

	if (isChat || (isOnline && !hasCachedResponses)) return undefined;
	return (
		<span>
			No connection.{' '}
			{hasCachedResponses ? (
				<span key="cached">
					{/* The note is in a live region: without this, screen readers would read the age out every minute. */}
					Shown as it was{' '}
					<span aria-live="off">
						<TimeAgo iso={oldestDate(cachedResponses)} />
					</span>
					.
				</span>
			) : (
				<span key="not-cached">This may have changed.</span>
			)}
		</span>
	);
}

const REFETCH_INTERVAL_MS = 5000;

/**
 * Refetches all queries while the page shows cached copies. This includes queries that count as fresh, because data
 * that is embedded in a cached page counts as fresh. Repeats, because the first requests after a lost connection may
 * fail.
 */
function useRefetchWhile(isOutdated: boolean): void {
	const client = useQueryClient();

	useEffect(() => {
		if (!isOutdated) return;
		void refetch();
		const timer = setInterval(refetch, REFETCH_INTERVAL_MS);
		return () => clearInterval(timer);

		async function refetch() {
			// On a slow network, the requests of the last round may still be pending.
			if (client.isFetching()) return;
			const before = currentCachedResponses();
			await client.invalidateQueries();
			const activeQueries = client.getQueryCache().findAll({ type: 'active' });
			if (activeQueries.every(isAnswered)) forgetCopies(before);
		}
	}, [client, isOutdated]);
}

/** Whether the server has answered the last request of a query, if only with a refusal: the item may be gone. */
function isAnswered({ state: { fetchStatus, error } }: Query): boolean {
	return fetchStatus === 'idle' && (error === null || isRefusal(error));
}

/** The date of the oldest cached copy, in ISO 8601. */
function oldestDate({ copies }: CachedResponses): string {
	const times = [...copies.values()].map(({ seenAt = 0 }) => seenAt);
	return new Date(Math.min(...times)).toISOString();
}
