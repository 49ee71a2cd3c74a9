import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useSyncExternalStore } from 'react';
import { useLocation, useMatch } from 'react-router';
import { PAGES } from '#contract/core/pages.ts';
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
	useRefetchWhile(isPageCached(cachedResponses) || (isOnline && hasCachedResponses));

	if (isChat || (isOnline && !hasCachedResponses)) return undefined;
	return (
		<>
			No connection.{' '}
			{hasCachedResponses ? (
				<>
					Shown as it was <TimeAgo iso={oldestDate(cachedResponses)} />.
				</>
			) : (
				'This may have changed.'
			)}
		</>
	);
}

const REFETCH_INTERVAL_MS = 5000;

/**
 * Refetches all queries while the page shows cached copies, even queries that count as fresh: data embedded in a cached page
 * does. Repeated, because the first requests after a lost connection may fail.
 */
function useRefetchWhile(isOutdated: boolean): void {
	const client = useQueryClient();

	useEffect(() => {
		if (!isOutdated) return;
		refetch();
		const timer = setInterval(refetch, REFETCH_INTERVAL_MS);
		return () => clearInterval(timer);

		function refetch() {
			// On a slow network, the answers of the last round are still on their way.
			if (client.isFetching()) return;
			const before = currentCachedResponses();
			client.invalidateQueries({}, { throwOnError: true }).then(
				() => forgetCopies(before),
				() => undefined,
			);
		}
	}, [client, isOutdated]);
}

/** @returns ISO 8601 */
function oldestDate({ copies }: CachedResponses): string {
	const times = [...copies.values()].map(({ seenAt = 0 }) => seenAt);
	return new Date(Math.min(...times)).toISOString();
}
