import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { AdminHistory } from '#contract/admin/history.ts';
import {
	ADMIN_USERS_PAGE_SIZE,
	type AdminUser,
	getUser,
	listUsers,
} from '#contract/admin/users.ts';
import { officeCall } from '#web/admin/lib/api.ts';
import { officeKeys } from '#web/admin/lib/queries.ts';
import type { CallInput } from '#web/lib/api/api.ts';

/** What the list can be narrowed by, as it stands in the address. */
export const USER_FILTERS = {
	...{ search: '', isVerified: 'all', isBanned: 'all', sort: 'newest' },
	limit: String(ADMIN_USERS_PAGE_SIZE),
};
export type UserFilters = typeof USER_FILTERS;

/** The filters as they are sent; an address that somebody wrote by hand is for the server to refuse, in its words. */
export function asSent(filters: UserFilters) {
	return filters as NonNullable<CallInput<typeof listUsers>['query']>;
}

export function usersQuery(filters: UserFilters, page: number) {
	return queryOptions({
		queryKey: officeKeys.of('users', 'list', filters, page),
		queryFn: ({ signal }) =>
			officeCall(listUsers, { query: { ...asSent(filters), page: String(page) }, signal }),
		placeholderData: keepPreviousData,
	});
}

/** @param known as the list has it, shown until the answer is there */
export function userQuery(id: number, known: AdminUser | undefined) {
	return queryOptions({
		queryKey: officeKeys.of('users', 'one', id),
		queryFn: ({ signal }): Promise<UserDetails> => officeCall(getUser, { params: { id }, signal }),
		placeholderData: known && { user: known },
	});
}

interface UserDetails {
	user: AdminUser;
	/** A list doesn't have it. */
	history?: AdminHistory;
}
