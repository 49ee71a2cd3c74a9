import { type useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { ArrowUp, CheckCheck } from 'lucide-react';
import { useRef, useState } from 'react';
import { NOTICE_MESSAGES } from '#contract/notifications/facts.ts';
import type { NoticeEntry } from '#contract/notifications/notifications.ts';
import { Button } from '#web/ui/button.tsx';
import { LoadMore } from '#web/ui/load-more.tsx';
import { newestQuery, newIn, showNewest, useReadAll, useReadEntry } from './list-queries.ts';
import { NotificationRow } from './notification-row.tsx';

interface NotificationListProps {
	entries: readonly NoticeEntry[];
	listing: Pick<
		ReturnType<typeof useInfiniteQuery>,
		'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'fetchNextPage'
	>;
	/** The words for a page that did not come. */
	failure: string;
}

export function NotificationList({ entries, listing, failure }: NotificationListProps) {
	const list = useRef<HTMLUListElement>(null);
	const reading = useReadEntry();
	const readingAll = useReadAll();
	const [said, setSaid] = useState('');
	const focusList = () => list.current?.focus({ preventScroll: true });

	function read(entry: NoticeEntry) {
		setSaid('');
		reading.mutate(entry.id, { onSuccess: ({ message }) => setSaid(message) });
	}

	return (
		<>
			<span role="status" className="sr-only">
				{said}
			</span>
			<NewEntries entries={entries} onShow={focusList} />
			{entries.some(({ isRead }) => !isRead) && (
				<Button
					size="small"
					busy={readingAll.isPending}
					// The button is gone then.
					onClick={() => readingAll.mutate(entries[0]?.createdAt ?? '', { onSuccess: focusList })}
					className="justify-self-start"
				>
					<CheckCheck aria-hidden="true" className="size-4" />
					{NOTICE_MESSAGES.markAllRead}
				</Button>
			)}
			<ul
				ref={list}
				tabIndex={-1}
				aria-label={NOTICE_MESSAGES.heading}
				hidden={entries.length === 0}
				className="-mx-3 grid divide-y divide-line border-t border-line outline-none"
			>
				{entries.map((entry) => (
					<NotificationRow key={entry.id} entry={entry} onRead={() => read(entry)} />
				))}
			</ul>
			{listing.hasNextPage && (
				<LoadMore
					isLoading={listing.isFetchingNextPage}
					failure={listing.isFetchNextPageError ? failure : undefined}
					onLoad={() => void listing.fetchNextPage()}
				/>
			)}
		</>
	);
}

/** Stands over the list, so that what comes in moves nothing that is being read. */
function NewEntries({
	entries,
	onShow,
}: Pick<NotificationListProps, 'entries'> & { onShow: () => void }) {
	const client = useQueryClient();
	const newest = useQuery(newestQuery()).data;
	const count = newIn(newest, entries).length;
	const isWholePage = newest !== undefined && count === newest.notifications.length;

	function show() {
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
					onClick={show}
					className="rise pointer-events-auto h-fit shadow-float"
				>
					<ArrowUp aria-hidden="true" className="size-4" />
					{NOTICE_MESSAGES.showNew(isWholePage && newest.nextCursor ? `${count}+` : `${count}`)}
				</Button>
			)}
		</div>
	);
}
