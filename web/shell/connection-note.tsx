import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { useLocation, useMatch } from 'react-router';
import { PAGES } from '#contract/pages.ts';
import { currentCopies, dropPageCopy, isPageCopy, noCopies, watchCopies } from '#web/lib/copies.ts';
import { keepFocusAbove } from '#web/ui/keep-focus-above.ts';
import { TimeAgo } from '#web/ui/time-ago.tsx';

/**
 * Says that what is shown may be of before, while there is no line. Over the lower end of the page, where toasts come and go:
 * nothing moves. The live region stands from the start: one that arrives with its text is not read.
 */
export function ConnectionNote() {
	const { pathname } = useLocation();
	// It has a line of its own for that.
	const isChat = useMatch(PAGES.chat) !== null;
	const isOnline = useSyncExternalStore(
		watchLine,
		() => navigator.onLine,
		() => true,
	);
	const copies = useSyncExternalStore(watchCopies, currentCopies, noCopies);
	useRenewedAnswers(isPageCopy(copies));
	const hasCopies = copies.pathname === pathname && copies.seenAt.size > 0;
	const isShown = !isChat && (!isOnline || hasCopies);

	return (
		<div
			role="status"
			className="pointer-events-none fixed inset-x-0 bottom-[calc(5.5rem+env(safe-area-inset-bottom))] z-10 grid justify-items-center px-4 tablet:bottom-6"
		>
			{isShown && (
				<p
					ref={keepFocusAbove}
					className="rounded-card border border-line bg-surface px-3 py-1.5 text-xs text-ink-soft shadow-float"
				>
					No connection.{' '}
					{hasCopies ? (
						<>
							Shown as it was <TimeAgo iso={oldestOf(copies.seenAt)} />.
						</>
					) : (
						'This may have changed.'
					)}
				</p>
			)}
		</div>
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

function watchLine(watcher: () => void): () => void {
	const stop = new AbortController();
	window.addEventListener('online', watcher, { signal: stop.signal });
	window.addEventListener('offline', watcher, { signal: stop.signal });
	return () => stop.abort();
}
