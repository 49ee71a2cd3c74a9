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

/** What is said while there is no line: what is shown may be of before. */
export function useConnectionMessage(): ReactNode {
	const { pathname } = useLocation();
	// It has a line of its own for that.
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

/** What came along with a page counts as fresh, however old the page is: it is asked for again, and what has come is new. */
function useRefetchCachedPage(isCached: boolean): void {
	const client = useQueryClient();

	useEffect(() => {
		if (!isCached) return;
		client.invalidateQueries({}, { throwOnError: true }).then(forgetCachedPage, () => undefined);
	}, [client, isCached]);
}

/** @returns ISO */
function oldestDate(seenAt: ReadonlyMap<string, number>): string {
	return new Date(Math.min(...seenAt.values())).toISOString();
}
