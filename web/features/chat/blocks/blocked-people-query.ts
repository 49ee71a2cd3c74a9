import { queryOptions } from '@tanstack/react-query';
import { listBlocked } from '#contract/chat/endpoints.ts';
import { call } from '#web/lib/api/api.ts';

/** The people whom the user has blocked, the latest first. */
export function blockedPeopleQuery() {
	return queryOptions({
		queryKey: ['blocked'],
		queryFn: async ({ signal }) => (await call(listBlocked, { signal })).people,
	});
}
