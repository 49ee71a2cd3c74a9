import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useSyncExternalStore } from 'react';
import { useLocation, useMatch } from 'react-router';
import { PAGES } from '#contract/core/pages.ts';
import {
	currentCachedResponses,
	forgetCachedPage,
	isPageCached,
	noCachedResponses,
	watchCachedResponses,
} from '#web/lib/offline/cached-responses.ts';
import { TimeAgo } from '#web/ui/time-ago.tsx';
import { useIsOnline } from '#web/ui/use-is-online.ts';

/** The note shown while offline, or while the page still shows cached data: it may be outdated. */
export function useConnectionMessage(): ReactNode {
	const { pathname } = useLocation();
	// Chats have a notice of their own.
	const isChat = useMatch(PAGES.chat) !== null;
	const isOnline = useIsOnline();
	const cachedResponses = useSyncExternalStore(
		watchCachedResponses,
		currentCachedResponses,
		noCachedResponses,
	);
	useRefetchCachedPage(isPageCached(cachedResponses));
	const hasCachedResponses =
		cachedResponses.pathname === pathname && cachedResponses.seenAt.size > 0;

	useRefetchWhile(isOnline && hasCachedResponses);

	if (isChat || (isOnline && !hasCachedResponses)) return undefined;
	return (
		<>
			No connection.{' '}
			{hasCachedResponses ? (
				<>
					Shown as it was <TimeAgo iso={oldestDate(cachedResponses.seenAt)} />.
				</>
			) : (
				'This may have changed.'
			)}
		</>
	);
}

/** Refetches all queries of a page that is a cached copy, because its embedded responses count as fresh. */
function useRefetchCachedPage(isCached: boolean): void {
	const client = useQueryClient();

	useEffect(() => {
		if (!isCached) return;
		client.invalidateQueries({}, { throwOnError: true }).then(forgetCachedPage, () => undefined);
	}, [client, isCached]);
}

const REFETCH_INTERVAL_MS = 5000;

/** For a page that shows cached copies although the browser is online: the first requests after a break may fail as well. */
function useRefetchWhile(isOutdated: boolean): void {
	const client = useQueryClient();

	useEffect(() => {
		if (!isOutdated) return;
		const timer = setInterval(() => void client.invalidateQueries(), REFETCH_INTERVAL_MS);
		return () => clearInterval(timer);
	}, [client, isOutdated]);
}

/** @returns ISO 8601 */
function oldestDate(seenAt: ReadonlyMap<string, number>): string {
	return new Date(Math.min(...seenAt.values())).toISOString();
}
