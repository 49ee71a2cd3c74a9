import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useSyncExternalStore } from 'react';
import { useLocation, useMatch } from 'react-router';
import { PAGES } from '#contract/core/pages.ts';
import {
	currentCopies,
	dropPageCopy,
	isPageCopy,
	noCopies,
	watchCopies,
} from '#web/lib/offline/copies.ts';
import { TimeAgo } from '#web/ui/time-ago.tsx';
import { useIsOnline } from '#web/ui/use-is-online.ts';

/** What is said while there is no line: what is shown may be of before. */
export function useConnectionWords(): ReactNode {
	const { pathname } = useLocation();
	// It has a line of its own for that.
	const isChat = useMatch(PAGES.chat) !== null;
	const isOnline = useIsOnline();
	const copies = useSyncExternalStore(watchCopies, currentCopies, noCopies);
	useRenewedAnswers(isPageCopy(copies));
	const hasCopies = copies.pathname === pathname && copies.seenAt.size > 0;

	if (isChat || (isOnline && !hasCopies)) return undefined;
	return (
		<>
			No connection.{' '}
			{hasCopies ? (
				<>
					Shown as it was <TimeAgo iso={oldestOf(copies.seenAt)} />.
				</>
			) : (
				'This may have changed.'
			)}
		</>
	);
}

/** What came along with a page counts as fresh, however old the page is: it is asked for again, and what has come is new. */
function useRenewedAnswers(isCopy: boolean): void {
	const client = useQueryClient();

	useEffect(() => {
		if (!isCopy) return;
		client.invalidateQueries({}, { throwOnError: true }).then(dropPageCopy, () => undefined);
	}, [client, isCopy]);
}

/** @returns ISO */
function oldestOf(seenAt: ReadonlyMap<string, number>): string {
	return new Date(Math.min(...seenAt.values())).toISOString();
}
