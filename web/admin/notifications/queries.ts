import { queryOptions } from '@tanstack/react-query';
import { getUserAnalytics } from '#contract/admin/analytics.ts';
import { callAdminApi } from '#web/admin/lib/api.ts';

/** The number of users. */
export function userCountQuery() {
	return queryOptions({
		queryKey: ['analytics', 'user-count'],
		queryFn: async ({ signal }) =>
			(await callAdminApi(getUserAnalytics, { signal })).analytics.totalUsers,
	});
}
