import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import type { Endpoint, Parsed } from '#contract/core/endpoint.ts';
import { callAdminApi } from '#web/admin/lib/api.ts';
import type { FilterValues, ListPage, ListSource } from './list-section.ts';
import { useFilters } from './use-filters.ts';

/** Makes the `list` of a section: a function that calls the endpoint and converts its reply to a page of rows. */
export function listFrom<E extends Endpoint, Page>(
	endpoint: E,
	toPage: (reply: Parsed<E['reply']>) => Page,
): (query: FilterValues, signal: AbortSignal) => Promise<Page> {
	return async (query, signal) => {
		const input = { query, signal };
		const reply = await callAdminApi<Endpoint>(endpoint, input);
		return toPage(reply as Parsed<E['reply']>);
	};
}

/** The current page of a list and its filters. */
export function useList<Page extends ListPage<{ id: number }>>(source: ListSource<Page>) {
	const { filters, page, upTo, goToPage, ...filtering } = useFilters(
		initialFilters(source),
		source.dataKind,
	);
	const filterQuery = source.toQuery?.(filters) ?? filters;
	const { limit = '' } = filters;
	const listQuery = { ...filterQuery, limit, page: String(page), upTo };
	const query = useQuery(
		queryOptions({
			queryKey: [source.dataKind, 'list', listQuery],
			queryFn: ({ signal }) => source.list(listQuery, signal),
			placeholderData: keepPreviousData,
		}),
	);

	return {
		...filtering,
		filters,
		/** The filters as the server expects them, without a page. */
		filterQuery,
		query,
		/** Does nothing while another page loads: the visible pager still belongs to the previous page or filter. */
		goToPage: (nextPage: number) => {
			if (query.isPlaceholderData) return;
			// Later pages of such a list are counted from the newest row (`upTo`), so that new rows do not shift them.
			goToPage(nextPage, source.isAppendOnly ? query.data?.rows[0]?.id : undefined);
		},
	};
}

export type List<Page extends ListPage<{ id: number }>> = ReturnType<typeof useList<Page>>;

function initialFilters({
	search,
	filters,
	pageSize,
}: Pick<ListSource<never>, 'search' | 'filters' | 'pageSize'>): FilterValues {
	const initials = Object.entries(filters).map(([name, { initial = 'all' }]) => [name, initial]);
	return { [search.name]: '', ...Object.fromEntries(initials), limit: String(pageSize) };
}
