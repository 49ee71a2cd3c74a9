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
	LIST_NOTIFICATIONS,
	READ_ALL_NOTIFICATIONS,
	READ_NOTIFICATION,
} from '#contract/notifications/calls.ts';
import { NOTICE_MESSAGES } from '#contract/notifications/facts.ts';
import type { listNotifications, NoticeEntry } from '#contract/notifications/notifications.ts';
import { call } from '#web/lib/api/api.ts';
import { wordsFor } from '#web/lib/api/api-error.ts';
import { toast } from '#web/ui/toast.ts';
import { noticeKeys } from './queries.ts';

type ListPage = Parsed<typeof listNotifications.reply>;
type ListPages = InfiniteData<ListPage, string | undefined>;

/** The notification centre, page by page. What is new comes by `newestQuery`: nothing moves under the reader's eyes. */
export function notificationsQuery() {
	return infiniteQueryOptions({
		queryKey: noticeKeys.list(),
		queryFn: ({ pageParam, signal }) =>
			call(LIST_NOTIFICATIONS, { query: { cursor: pageParam }, signal }),
		initialPageParam: undefined as string | undefined,
		getNextPageParam: (last) => last.nextCursor ?? undefined,
		staleTime: 0,
		refetchOnWindowFocus: false,
		refetchOnReconnect: false,
	});
}

/**
 * The newest page by itself, asked for whenever there is news. What was read on another device is read in the list as
 * well, and a list with nothing in it takes it all.
 */
export function newestQuery() {
	return queryOptions({
		queryKey: noticeKeys.newest(),
		queryFn: async ({ client, signal }) => {
			const newest = await call(LIST_NOTIFICATIONS, { signal });
			changeList(client, (list) =>
				list.pages[0]?.notifications.length ? asIn(newest, list) : listOf(newest),
			);
			return newest;
		},
		staleTime: Number.POSITIVE_INFINITY,
		refetchOnWindowFocus: 'always',
		refetchOnReconnect: 'always',
	});
}

/** Begins the list anew with its newest page. */
export function showNewest(client: QueryClient, newest: ListPage): void {
	changeList(client, () => listOf(newest));
}

/** Entries that came after the newest of a list, or came back to its top with more to say. */
export function newIn(newest: ListPage | undefined, list: readonly NoticeEntry[]): NoticeEntry[] {
	const shown = new Set(list.map(placeOf));
	const top = list[0]?.createdAt ?? '';
	const found = newest?.notifications ?? [];
	return found.filter((entry) => entry.createdAt >= top && !shown.has(placeOf(entry)));
}

/** Marks one entry as read, at once on the screen. */
export function useReadEntry() {
	const client = useQueryClient();
	return useMutation({
		mutationFn: (entry: string) => call(READ_NOTIFICATION, { params: { entry } }),
		onMutate: async (entry) => {
			// An answer from before would take the mark back.
			await client.cancelQueries({ queryKey: noticeKeys.newest() });
			changeEntries(client, (shown) => shown.id === entry, true);
		},
		onError: (error, entry) => {
			changeEntries(client, (shown) => shown.id === entry, false);
			toast(readFailure(error), { tone: 'bad' });
		},
		onSettled: () => askForNews(client),
	});
}

/** By `createdAt` of the newest entry that is shown: what has come since is still to be seen. */
export function useReadAll() {
	const client = useQueryClient();
	return useMutation({
		mutationFn: (upTo: string) => call(READ_ALL_NOTIFICATIONS, { query: { upTo } }),
		onSuccess: ({ message }) => {
			changeEntries(client, () => true, true);
			toast(message);
			return askForNews(client);
		},
		onError: (error) => toast(readFailure(error), { tone: 'bad' }),
	});
}

/** Asks again for what may have changed, but for the list, in which nothing moves. */
export async function askForNews(client: QueryClient): Promise<void> {
	await Promise.all([
		client.invalidateQueries({ queryKey: noticeKeys.badges() }),
		client.invalidateQueries({ queryKey: noticeKeys.newest() }),
	]);
}

function readFailure(error: Error): string {
	return wordsFor(error, NOTICE_MESSAGES.readFailed, ITEM_MESSAGES.noConnection);
}

/** An entry at its place in the list: that of a chat has another one with each message. */
function placeOf({ id, createdAt }: NoticeEntry): string {
	return `${createdAt} ${id}`;
}

function listOf(newest: ListPage): ListPages {
	return { pages: [newest], pageParams: [undefined] };
}

function asIn(newest: ListPage, list: ListPages): ListPages {
	const asNow = new Map(newest.notifications.map((entry) => [placeOf(entry), entry]));
	return withEntries(list, (entry) => asNow.get(placeOf(entry)) ?? entry);
}

function changeEntries(
	client: QueryClient,
	isMeant: (entry: NoticeEntry) => boolean,
	isRead: boolean,
): void {
	changeList(client, (list) =>
		withEntries(list, (entry) => (isMeant(entry) ? { ...entry, isRead } : entry)),
	);
}

function withEntries(list: ListPages, change: (entry: NoticeEntry) => NoticeEntry): ListPages {
	const pages = list.pages.map((page) => ({
		...page,
		notifications: page.notifications.map(change),
	}));
	return { ...list, pages };
}

/** Where the list has not been asked for yet there is nothing to change. */
function changeList(client: QueryClient, change: (list: ListPages) => ListPages): void {
	client.setQueryData<ListPages>(noticeKeys.list(), (list) => list && change(list));
}
