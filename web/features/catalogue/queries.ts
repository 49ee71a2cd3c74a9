import { queryOptions, useQuery } from '@tanstack/react-query';
import { getCatalogue, listCategories } from '#contract/catalogue/endpoints.ts';
import type { Category } from '#contract/catalogue/schemas.ts';
import { call } from '#web/lib/api/api.ts';

/** A change of the catalogue reaches every open page within this time. */
const REFRESH_MS = 60_000;

/** First keys of the queries whose answers name categories. */
const KEYS_WITH_CATEGORIES = ['items', 'wanted', 'searches'] as const;

/** The categories, hidden ones too; the server embeds them in every page. */
export function categoriesQuery() {
	return queryOptions({
		queryKey: ['catalogue', 'categories'],
		queryFn: async ({ client, queryKey, signal }) => {
			const { categories } = await call(listCategories, { signal });
			const before = client.getQueryData<readonly Category[]>(queryKey);
			const names = categories.map(({ name }) => name);
			// A category was renamed or removed: refetch data that contains the old name.
			if (before?.some(({ name }) => !names.includes(name)))
				for (const key of KEYS_WITH_CATEGORIES) void client.invalidateQueries({ queryKey: [key] });
			return categories;
		},
		staleTime: REFRESH_MS,
		refetchInterval: REFRESH_MS,
	});
}

/** Categories, branches, subjects and spots, for pages that need more than the categories. */
export function catalogueQuery() {
	return queryOptions({
		queryKey: ['catalogue', 'all'],
		queryFn: ({ signal }) => call(getCatalogue, { signal }),
		staleTime: REFRESH_MS,
		refetchInterval: REFRESH_MS,
	});
}

const NO_CATEGORIES: readonly Category[] = [];

/** All categories, hidden ones too; none until they are loaded. */
export function useCategories(): readonly Category[] {
	return useQuery(categoriesQuery()).data ?? NO_CATEGORIES;
}

/** The categories that take new items. */
export function useVisibleCategories(): readonly Category[] {
	return useCategories().filter(({ isVisible }) => isVisible);
}

/** The category with this name; undefined without a name, or if the catalogue has no such category. */
export function useCategory(name: string | undefined): Category | undefined {
	return useCategories().find((category) => category.name === name);
}
