import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { getUserAnalytics } from '#contract/admin/analytics.ts';
import { listNotifications, type notificationsQuery } from '#contract/admin/notifications.ts';
import type { SchemaInput } from '#contract/core/endpoint.ts';
import { callAdminApi } from '#web/admin/lib/api.ts';
import { adminKeys } from '#web/admin/lib/queries.ts';

/** Filters as they are in the URL; the server validates them. */
export type NotificationFilters = Record<'q' | 'type' | 'limit', string>;

export function notificationListQuery(filters: NotificationFilters, page: number) {
	const query = { ...filters, page: String(page) } as Partial<
		SchemaInput<typeof notificationsQuery>
	>;
	return queryOptions({
		queryKey: adminKeys.of('notifications', 'list', filters, page),
		queryFn: ({ signal }) => callAdminApi(listNotifications, { query, signal }),
		placeholderData: keepPreviousData,
	});
}

/** The number of users. */
export function userCountQuery() {
	return queryOptions({
		queryKey: adminKeys.of('analytics', 'user-count'),
		queryFn: async ({ signal }) =>
			(await callAdminApi(getUserAnalytics, { signal })).analytics.totalUsers,
	});
}
