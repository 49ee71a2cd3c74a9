import { queryOptions } from '@tanstack/react-query';
import { getNotificationSummary } from '#contract/notifications/endpoints.ts';
import { call } from '#web/lib/api/api.ts';

/** The unread counts and the overlays of the page; only for signed-in users. */
export function notificationSummaryQuery() {
	return queryOptions({
		queryKey: ['notifications', 'summary'],
		queryFn: ({ signal }) => call(getNotificationSummary, { signal }),
	});
}
