import { queryOptions } from '@tanstack/react-query';
import { getCatalogue } from '#contract/catalogue/endpoints.ts';
import { call } from '#web/lib/api/api.ts';

const FRESH_MS = 60_000;

/** The subjects with their branches; only pages that offer them load them. */
export function subjectsQuery() {
	return queryOptions({
		queryKey: ['catalogue', 'subjects'],
		queryFn: async ({ signal }) => {
			const { branches, subjects } = await call(getCatalogue, { signal });
			return { branches, subjects };
		},
		staleTime: FRESH_MS,
	});
}
