import { queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { getCategoryList } from '#contract/admin/catalogue.ts';
import { callAdminApi } from '#web/admin/lib/api.ts';
import type { ListSection } from './list-section.ts';

/**
 * All categories with their detail fields, hidden ones too. Not the public endpoint: it is closed during maintenance.
 */
export const CATEGORIES_QUERY = queryOptions({
	queryKey: ['catalogue', 'categories'],
	queryFn: async ({ signal }) => (await callAdminApi(getCategoryList, { signal })).categories,
});

/** The filter before the categories are loaded. */
export const CATEGORY_FILTER = { label: 'Category', options: { all: 'All categories' } };

/** The section, with the catalogue's categories as choices of its filter `category`. */
export function useSectionWithCategories<Row extends { id: number }>(
	section: ListSection<Row>,
): ListSection<Row> {
	const { data: categories } = useQuery(CATEGORIES_QUERY);
	return useMemo(() => {
		const names = (categories ?? []).map(({ name }) => [name, name]);
		const options = { ...CATEGORY_FILTER.options, ...Object.fromEntries(names) };
		return {
			...section,
			filters: { ...section.filters, category: { ...CATEGORY_FILTER, options } },
		};
	}, [section, categories]);
}
