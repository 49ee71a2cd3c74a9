import { queryOptions } from '@tanstack/react-query';
import { GET_NOTIFICATION_SUMMARY } from '#contract/notifications/calls.ts';
import { call } from '#web/lib/api/api.ts';

export const notificationKeys = {
	all: ['notices'] as const,
	badges: () => [...notificationKeys.all, 'badges'] as const,
	list: () => [...notificationKeys.all, 'list'] as const,
	newest: () => [...notificationKeys.all, 'newest'] as const,
};

/** The unread counts and the overlays of the page; only for signed-in users. */
export function notificationSummaryQuery() {
	return queryOptions({
		queryKey: notificationKeys.badges(),
		queryFn: ({ signal }) => call(GET_NOTIFICATION_SUMMARY, { signal }),
	});
}
