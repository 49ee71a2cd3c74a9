import {
	type InfiniteData,
	infiniteQueryOptions,
	type QueryClient,
	queryOptions,
	useMutation,
	useQueryClient,
} from '@tanstack/react-query';
import type { Parsed } from '#contract/core/endpoint.ts';
import { ITEM_MESSAGES } from '#contract/items/facts.ts';
import {
	listNotifications,
	markAllNotificationsRead,
	markNotificationRead,
} from '#contract/notifications/endpoints.ts';
import { NOTIFICATION_MESSAGES } from '#contract/notifications/facts.ts';
import type { NotificationEntry } from '#contract/notifications/schemas.ts';
import { call } from '#web/lib/api/api.ts';
import { errorMessageFor, isNotFound } from '#web/lib/api/api-error.ts';
import { toast } from '#web/ui/toast.ts';
import { notificationSummaryQuery } from './queries.ts';

type ListPage = Parsed<typeof listNotifications.reply>;
type ListPages = InfiniteData<ListPage, string | undefined>;
/** Returns the changed entry; an empty array removes it. */
type EntryChange = (entry: NotificationEntry) => NotificationEntry | [];

/**
 * The list of notifications, page by page. New ones are loaded by `newestNotificationsQuery` and shown only at the
 * press of a button, so that nothing moves while the user reads.
 */
export function notificationsQuery() {
	return infiniteQueryOptions({
		queryKey: ['notifications', 'list'],
		queryFn: ({ pageParam, signal }) =>
			call(listNotifications, { query: { cursor: pageParam }, signal }),
		initialPageParam: undefined as string | undefined,
		getNextPageParam: (last) => last.nextCursor ?? undefined,
		staleTime: 0,
		refetchOnWindowFocus: false,
		refetchOnReconnect: ({ state }) => state.data === undefined,
	});
}

/**
 * The newest page, refetched whenever something has changed. Read marks from other devices are copied into the list.
 * If the list is empty, the whole page is copied into it.
 */
export function newestNotificationsQuery() {
	return queryOptions({
		queryKey: ['notifications', 'newest'],
		queryFn: async ({ client, signal }) => {
			const newest = await call(listNotifications, { signal });
			changeList(client, (list) =>
				list.pages[0]?.notifications.length ? mergeNewest(newest, list) : singlePage(newest),
			);
			return newest;
		},
		staleTime: Number.POSITIVE_INFINITY,
		refetchOnWindowFocus: 'always',
		refetchOnReconnect: 'always',
	});
}

/** Replaces the list with its newest page. */
export function showNewest(client: QueryClient, newest: ListPage): void {
	changeList(client, () => singlePage(newest));
}

/** The entries of the newest page to offer with a button: newer than the list, or updated and moved to the top. */
export function newEntries(
	newest: ListPage | undefined,
	list: readonly NotificationEntry[],
): NotificationEntry[] {
	const listedKeys = new Set(list.map(entryKey));
	const topCreatedAt = list[0]?.createdAt ?? '';
	const newestEntries = newest?.notifications ?? [];
	return newestEntries.filter(
		(entry) => entry.createdAt >= topCreatedAt && !listedKeys.has(entryKey(entry)),
	);
}

/**
 * An entry as it was shown. `id` is an `entryId` of the contract, such as `n5`. For a chat, `createdAt` is needed, so that
 * later messages stay unread.
 */
type ShownEntry = Pick<NotificationEntry, 'id'> & Partial<Pick<NotificationEntry, 'createdAt'>>;

/** Marks an entry as read, with an optimistic update. An entry that the server no longer has leaves the list. */
export function useMarkRead() {
	const client = useQueryClient();
	return useMutation({
		mutationFn: ({ id, createdAt }: ShownEntry) =>
			call(markNotificationRead, { params: { entry: id }, query: { upTo: createdAt } }),
		onMutate: async ({ id }) => {
			// A response to an earlier request would undo the mark.
			await Promise.all([
				client.cancelQueries({ queryKey: newestNotificationsQuery().queryKey }),
				cancelNextPage(client),
			]);
			changeEntries(client, (shown) => shown.id === id, true);
		},
		onError: (error, { id }) => {
			if (isNotFound(error)) removeEntry(client, id);
			else changeEntries(client, (shown) => shown.id === id, false);
			toast(readErrorMessage(error), { tone: 'bad' });
		},
		onSettled: () => refreshNotifications(client),
	});
}

/** Marks all entries as read up to `createdAt` of the newest shown entry: the user has not seen later entries. */
export function useMarkAllRead() {
	const client = useQueryClient();
	return useMutation({
		mutationFn: (upTo: string) => call(markAllNotificationsRead, { query: { upTo } }),
		onSuccess: async ({ message }) => {
			await cancelNextPage(client);
			changeEntries(client, () => true, true);
			toast(message);
			// Not awaited: the caller then moves the focus from the vanishing button to the list, and should not wait for the
			// refetch of the newest page.
			void refreshNotifications(client);
		},
		onError: (error) => toast(readErrorMessage(error), { tone: 'bad' }),
	});
}

/** Refetches counts and newest page, but not the list, whose entries must not move. */
export async function refreshNotifications(client: QueryClient): Promise<void> {
	await Promise.all([
		client.invalidateQueries({ queryKey: notificationSummaryQuery().queryKey }),
		client.invalidateQueries({ queryKey: newestNotificationsQuery().queryKey }),
	]);
}

/**
 * Cancels the request for another page, because its result would contain the loaded pages as they were before the
 * change. A list that is loading for the first time is not cancelled, because nothing would request it again.
 */
function cancelNextPage(client: QueryClient): Promise<void> {
	const { queryKey } = notificationsQuery();
	return client.cancelQueries({ queryKey, predicate: ({ state }) => state.data !== undefined });
}

function readErrorMessage(error: Error): string {
	return errorMessageFor(error, NOTIFICATION_MESSAGES.readFailed, ITEM_MESSAGES.noConnection);
}

/** Identifies an entry at its position: the entry of a chat moves with each new message. */
function entryKey({ id, createdAt }: NotificationEntry): string {
	return `${createdAt} ${id}`;
}

function singlePage(newest: ListPage): ListPages {
	return { pages: [newest], pageParams: [undefined] };
}

function mergeNewest(newest: ListPage, list: ListPages): ListPages {
	const newestByKey = new Map(newest.notifications.map((entry) => [entryKey(entry), entry]));
	return withEntries(list, (entry) => newestByKey.get(entryKey(entry)) ?? entry);
}

function changeEntries(
	client: QueryClient,
	matches: (entry: NotificationEntry) => boolean,
	isRead: boolean,
): void {
	changeList(client, (list) =>
		withEntries(list, (entry) => (matches(entry) ? { ...entry, isRead } : entry)),
	);
}

/** Removes an entry from the list, and from the newest page, which would otherwise offer it as a new entry. */
function removeEntry(client: QueryClient, id: string): void {
	const remove: EntryChange = (entry) => (entry.id === id ? [] : entry);
	changeList(client, (list) => withEntries(list, remove));
	client.setQueryData(
		newestNotificationsQuery().queryKey,
		(newest) => newest && pageWithEntries(newest, remove),
	);
}

function withEntries(list: ListPages, change: EntryChange): ListPages {
	return { ...list, pages: list.pages.map((page) => pageWithEntries(page, change)) };
}

function pageWithEntries(page: ListPage, change: EntryChange): ListPage {
	return { ...page, notifications: page.notifications.flatMap(change) };
}

/** Changes the cached list; does nothing if it is not loaded. */
function changeList(client: QueryClient, change: (list: ListPages) => ListPages): void {
	client.setQueryData<ListPages>(notificationsQuery().queryKey, (list) => list && change(list));
}
