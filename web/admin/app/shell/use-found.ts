import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ADMIN_PAGES } from '#contract/admin/pages.ts';
import { searchUsersAndItems } from '#contract/admin/search.ts';
import { formatPrice } from '#contract/core/format.ts';
import { officeCall } from '#web/admin/lib/api.ts';
import { officeKeys } from '#web/admin/lib/queries.ts';

const TYPED_AFTER_MS = 250;

/** Something that the search offers: a person or an item. */
export interface Found {
	kind: 'user' | 'item';
	to: string;
	name: string;
	/** Tells it from others of the same name. */
	more: string;
}

function foundQuery(words: string) {
	return queryOptions({
		queryKey: officeKeys.search(words),
		queryFn: async ({ signal }) => {
			const { users, items } = await officeCall(searchUsersAndItems, {
				query: { q: words },
				signal,
			});
			return [...users.map(foundUser), ...items.map(foundItem)];
		},
		placeholderData: keepPreviousData,
	});
}

type Answer = Awaited<ReturnType<typeof officeCall<typeof searchUsersAndItems>>>;

function foundUser({ id, userName, email, isBanned }: Answer['users'][number]): Found {
	const more = [email ?? '', isBanned ? 'Banned' : ''].filter(Boolean).join(' · ');
	return { kind: 'user', to: `${ADMIN_PAGES.users}?user=${id}`, name: userName, more };
}

function foundItem({ id, title, price, status }: Answer['items'][number]): Found {
	const more = [formatPrice(price), STATUS_WORDS[status]].filter(Boolean).join(' · ');
	return { kind: 'item', to: `${ADMIN_PAGES.items}?item=${id}`, name: title, more };
}

const STATUS_WORDS = { available: '', sold: 'Sold', banned: 'Banned' } as const;

/** Asks a moment after the last letter. `isFor` says whether what was found belongs to what stands there now. */
export function useFound(typed: string) {
	const [asked, setAsked] = useState('');
	const words = typed.trim();

	useEffect(() => {
		const timer = setTimeout(() => setAsked(words), TYPED_AFTER_MS);
		return () => clearTimeout(timer);
	}, [words]);

	const { data, error, isPlaceholderData } = useQuery({
		...foundQuery(asked),
		enabled: asked !== '' && words !== '',
	});
	const isFor = asked === words && !isPlaceholderData;
	return { found: words === '' ? undefined : data, error, isFor };
}
