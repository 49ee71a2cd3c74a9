import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { itemStatusLabel } from '#contract/admin/items.ts';
import { ADMIN_PAGES } from '#contract/admin/pages.ts';
import { searchUsersAndItems } from '#contract/admin/search.ts';
import { formatPrice } from '#contract/core/format.ts';
import { callAdminApi } from '#web/admin/lib/api.ts';

const DEBOUNCE_MS = 250;

/** One result of the search: a user or an item. */
export interface SearchResult {
	kind: 'user' | 'item';
	to: string;
	name: string;
	/** Distinguishes results of the same name. */
	details: string;
}

function searchQuery(text: string) {
	return queryOptions({
		queryKey: ['search', text],
		queryFn: async ({ signal }) => {
			const { users, items } = await callAdminApi(searchUsersAndItems, {
				query: { q: text },
				signal,
			});
			return [...users.map(userResult), ...items.map(itemResult)];
		},
		placeholderData: keepPreviousData,
	});
}

type SearchReply = Awaited<ReturnType<typeof callAdminApi<typeof searchUsersAndItems>>>;

function userResult({ id, userName, email, isBanned }: SearchReply['users'][number]): SearchResult {
	const details = [email ?? '', isBanned ? 'Banned' : ''].filter(Boolean).join(' · ');
	return { kind: 'user', to: `${ADMIN_PAGES.users}?user=${id}`, name: userName, details };
}

function itemResult({ id, title, price, ...item }: SearchReply['items'][number]): SearchResult {
	const label = itemStatusLabel(item.status, item.isOwnerBanned ?? false);
	const isOnSale = item.status === 'available' && !item.isOwnerBanned;
	const details = [formatPrice(price), isOnSale ? '' : label].filter(Boolean).join(' · ');
	return { kind: 'item', to: `${ADMIN_PAGES.items}?item=${id}`, name: title, details };
}

/** Searches a moment after the last keystroke. `isCurrent` says whether the results belong to the current text. */
export function useSearchResults(typed: string) {
	const [searchedText, setSearchedText] = useState('');
	const text = typed.trim();

	useEffect(() => {
		const timer = setTimeout(() => setSearchedText(text), DEBOUNCE_MS);
		return () => clearTimeout(timer);
	}, [text]);

	const { data, error, isPending, isPlaceholderData, isStale, refetch } = useQuery({
		...searchQuery(searchedText),
		enabled: searchedText !== '' && text !== '',
	});
	const isCurrent = searchedText === text && !isPending && !isPlaceholderData;
	return {
		results: text === '' ? undefined : data,
		error,
		isCurrent,
		/** Call this when the search is opened again: a text from before may have stale results. */
		refetchIfStale: () => {
			if (isStale) void refetch();
		},
	};
}
