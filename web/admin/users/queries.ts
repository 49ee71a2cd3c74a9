import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { AdminHistory } from '#contract/admin/history.ts';
import {
	ADMIN_USERS_PAGE_SIZE,
	type AdminUser,
	getUser,
	listUsers,
} from '#contract/admin/users.ts';
import { callAdminApi } from '#web/admin/lib/api.ts';
import { adminKeys } from '#web/admin/lib/queries.ts';
import type { CallInput } from '#web/lib/api/api.ts';

/** The filters of the list as they are in the URL. */
export const USER_FILTERS = {
	...{ search: '', isVerified: 'all', isBanned: 'all', sort: 'newest' },
	limit: String(ADMIN_USERS_PAGE_SIZE),
};
export type UserFilters = typeof USER_FILTERS;

/** The filters as the server expects them; the server rejects invalid values from the URL with its own message. */
export function toQuery(filters: UserFilters) {
	return filters as NonNullable<CallInput<typeof listUsers>['query']>;
}

export function usersQuery(filters: UserFilters, page: number) {
	return queryOptions({
		queryKey: adminKeys.of('users', 'list', filters, page),
		queryFn: ({ signal }) =>
			callAdminApi(listUsers, { query: { ...toQuery(filters), page: String(page) }, signal }),
		placeholderData: keepPreviousData,
	});
}

/** @param listed the user as the list has it, shown until the response arrives */
export function userQuery(id: number, listed: AdminUser | undefined) {
	return queryOptions({
		queryKey: adminKeys.of('users', 'one', id),
		queryFn: ({ signal }): Promise<UserDetails> =>
			callAdminApi(getUser, { params: { id }, signal }),
		placeholderData: listed && { user: listed },
	});
}

interface UserDetails {
	user: AdminUser;
	/** Missing in a list. */
	history?: AdminHistory;
}
