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

/** The note shown while offline: the displayed data may be outdated. */
export function useConnectionWords(): ReactNode {
	const { pathname } = useLocation();
	// Chats have a notice of their own.
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

/** Refetches all queries of a page that is a cached copy, because its embedded responses count as fresh. */
function useRenewedAnswers(isCopy: boolean): void {
	const client = useQueryClient();

	useEffect(() => {
		if (!isCopy) return;
		client.invalidateQueries({}, { throwOnError: true }).then(dropPageCopy, () => undefined);
	}, [client, isCopy]);
}

/** @returns ISO 8601 */
function oldestOf(seenAt: ReadonlyMap<string, number>): string {
	return new Date(Math.min(...seenAt.values())).toISOString();
}
