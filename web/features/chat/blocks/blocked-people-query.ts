import { queryOptions } from '@tanstack/react-query';
import { LIST_BLOCKED } from '#contract/chat/calls.ts';
import { call } from '#web/lib/api/api.ts';

/** The people whom the user has blocked, the latest first. */
export function blockedPeopleQuery() {
	return queryOptions({
		queryKey: ['blocked'],
		queryFn: async ({ signal }) => (await call(LIST_BLOCKED, { signal })).people,
	});
}
