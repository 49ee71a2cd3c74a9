import { type useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { ArrowUp, CheckCheck } from 'lucide-react';
import { useRef, useState } from 'react';
import { PAGE_TABLE } from '#contract/core/pages.ts';
import { NOTIFICATION_MESSAGES } from '#contract/notifications/facts.ts';
import type { NotificationEntry } from '#contract/notifications/schemas.ts';
import { Button } from '#web/ui/button.tsx';
import { focusMain } from '#web/ui/focus-page.ts';
import { LoadMore } from '#web/ui/load-more.tsx';
import {
	newEntries,
	newestNotificationsQuery,
	showNewest,
	useMarkAllRead,
	useMarkRead,
} from './list-queries.ts';
import { NotificationRow } from './notification-row.tsx';

interface NotificationListProps {
	entries: readonly NotificationEntry[];
	listing: Pick<
		ReturnType<typeof useInfiniteQuery>,
		'hasNextPage' | 'isFetching' | 'isFetchNextPageError' | 'fetchNextPage'
	>;
	/** The error message for a page that failed to load. */
	failure: string;
}

/** The entries, with buttons to show new ones, to mark them as read and to load more. */
export function NotificationList({ entries, listing, failure }: NotificationListProps) {
	const list = useRef<HTMLUListElement>(null);
	const markingRead = useMarkRead();
	const markingAllRead = useMarkAllRead();
	const [screenReaderText, setScreenReaderText] = useState('');
	const focusList = () => list.current?.focus({ preventScroll: true });

	function markRead(entry: NotificationEntry) {
		setScreenReaderText('');
		markingRead.mutate(entry, {
			onSuccess: ({ message }) => setScreenReaderText(message),
			onError: moveLostFocus,
		});
	}

	/**
	 * Moves the focus if the focused row was removed, because the server no longer has its entry. The next Tab then
	 * continues in the page.
	 */
	function moveLostFocus() {
		if (document.activeElement === document.body) focusMain();
	}

	return (
		<>
			<span role="status" className="sr-only">
				{screenReaderText}
			</span>
			<NewEntriesButton entries={entries} onShow={focusList} />
			{entries.some(({ isRead }) => !isRead) && (
				<Button
					size="small"
					busy={markingAllRead.isPending}
					// Entries newer than the first shown stay unread. The button disappears, so the focus moves to the list.
					onClick={() =>
						markingAllRead.mutate(entries[0]?.createdAt ?? '', { onSuccess: focusList })
					}
					className="justify-self-start"
				>
					<CheckCheck aria-hidden="true" className="size-4" />
					{NOTIFICATION_MESSAGES.markAllRead}
				</Button>
			)}
			<ul
				ref={list}
				tabIndex={-1}
				aria-label={PAGE_TABLE.notifications.label}
				hidden={entries.length === 0}
				className="-mx-3 grid divide-y divide-line border-t border-line outline-none"
			>
				{entries.map((entry) => (
					<NotificationRow key={entry.id} entry={entry} onRead={() => markRead(entry)} />
				))}
			</ul>
			{listing.hasNextPage && <LoadMore list={listing} failure={failure} />}
		</>
	);
}

/** A button to show new entries, laid over the list, so that nothing moves while the user reads. */
function NewEntriesButton({
	entries,
	onShow,
}: Pick<NotificationListProps, 'entries'> & { onShow: () => void }) {
	const client = useQueryClient();
	const newest = useQuery(newestNotificationsQuery()).data;
	const count = newEntries(newest, entries).length;
	const isWholePage = newest !== undefined && count === newest.notifications.length;

	function showEntries() {
		if (!newest) return;
		showNewest(client, newest);
		window.scrollTo({ top: 0, behavior: 'instant' });
		onShow();
	}

	return (
		<div
			role="status"
			className="pointer-events-none sticky top-18 z-10 -mb-4 flex h-0 justify-center"
		>
			{count > 0 && (
				<Button
					variant="main"
					size="small"
					onClick={showEntries}
					className="rise pointer-events-auto h-fit shadow-float"
				>
					<ArrowUp aria-hidden="true" className="size-4" />
					{NOTIFICATION_MESSAGES.showNew(
						isWholePage && newest.nextCursor ? `${count}+` : `${count}`,
					)}
				</Button>
			)}
		</div>
	);
}
