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

/** What the list can be narrowed by, as it stands in the address. */
export const USER_FILTERS = {
	...{ search: '', isVerified: 'all', isBanned: 'all', sort: 'newest' },
	limit: String(ADMIN_USERS_PAGE_SIZE),
};
export type UserFilters = typeof USER_FILTERS;

/** The filters as they are sent; an address that somebody wrote by hand is for the server to refuse, in its words. */
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

/** @param listed as the list has it, shown until the answer is there */
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
	/** A list doesn't have it. */
	history?: AdminHistory;
}
