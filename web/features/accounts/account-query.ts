import { queryOptions } from '@tanstack/react-query';
import { getAccount } from '#contract/accounts/endpoints.ts';
import { call } from '#web/lib/api/api.ts';

/** The user's own account. */
export function accountQuery() {
	return queryOptions({
		queryKey: ['account', 'own'],
		queryFn: async ({ signal }) => (await call(getAccount, { signal })).account,
	});
}
