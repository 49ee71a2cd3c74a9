import { queryOptions } from '@tanstack/react-query';
import { GET_NOTICES } from '#contract/notifications/calls.ts';
import { call } from '#web/lib/api/api.ts';

export const noticeKeys = {
	all: ['notices'] as const,
	badges: () => [...noticeKeys.all, 'badges'] as const,
	list: () => [...noticeKeys.all, 'list'] as const,
	newest: () => [...noticeKeys.all, 'newest'] as const,
};

/** The numbers on the badges and what stands over the pages; only for who is signed in. */
export function noticesQuery() {
	return queryOptions({
		queryKey: noticeKeys.badges(),
		queryFn: ({ signal }) => call(GET_NOTICES, { signal }),
	});
}
