import { queryOptions } from '@tanstack/react-query';
import { getCatalogue } from '#contract/catalogue/endpoints.ts';
import { call } from '#web/lib/api/api.ts';

/** As long as the categories of an open page (queries.ts). */
const FRESH_MS = 60_000;

/** Categories, branches and subjects: for forms and filters, which load later than the page. */
export function catalogueQuery() {
	return queryOptions({
		queryKey: ['catalogue', 'all'],
		queryFn: ({ signal }) => call(getCatalogue, { signal }),
		staleTime: FRESH_MS,
	});
}
