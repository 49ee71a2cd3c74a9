import { queryOptions } from '@tanstack/react-query';
import { listCategories } from '#contract/catalogue/endpoints.ts';
import { callAdminApi } from '#web/admin/lib/api.ts';

/** The categories with their detail fields, hidden ones too. */
export const CATEGORIES_QUERY = queryOptions({
	queryKey: ['catalogue', 'categories'],
	queryFn: async ({ signal }) => (await callAdminApi(listCategories, { signal })).categories,
});
