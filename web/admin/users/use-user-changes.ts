import {
	ADMIN_USER_MESSAGES,
	type AdminUser,
	type BULK_USER_ACTIONS,
	banUser,
	bulkChangeUsers,
	unbanUser,
	verifyUser,
	warnUser,
} from '#contract/admin/users.ts';
import { useMutationWithUndo } from '#web/admin/kit/use-mutation-with-undo.ts';
import { callAdminApi } from '#web/admin/lib/api.ts';

/** A ban hides a user's items, and reports show the status of user and item. */
const SUBJECTS = ['users', 'items', 'reports', 'user-reports', 'analytics'] as const;
const CHANGE_OPTIONS = { subjects: SUBJECTS, failureMessage: ADMIN_USER_MESSAGES.changeFailed };

const setVerified = (
	{ id }: Pick<AdminUser, 'id'>,
	isVerified: boolean,
	options: { isRefused?: boolean; isByAddress?: boolean } = {},
) => callAdminApi(verifyUser, { params: { id }, body: { isVerified, ...options } });
const ban = ({ id }: Pick<AdminUser, 'id'>, reason: string | null) =>
	callAdminApi(banUser, { params: { id }, body: { reason } });
const unban = ({ id }: Pick<AdminUser, 'id'>) => callAdminApi(unbanUser, { params: { id } });

/** The changes of one user; all but a warning can be undone for some seconds. */
export function useUserChanges() {
	const verifying = useMutationWithUndo({
		...CHANGE_OPTIONS,
		run: (user: AdminUser) => setVerified(user, !user.isVerified),
		undo:
			(user, { wasRefused, wasByAddress }) =>
			() =>
				setVerified(user, user.isVerified, {
					isRefused: wasRefused,
					isByAddress: wasByAddress,
				}),
	});
	const unbanning = useMutationWithUndo({
		...CHANGE_OPTIONS,
		run: unban,
		undo: (user: AdminUser) => () => ban(user, user.banReason),
	});
	const banning = useMutationWithUndo({
		...CHANGE_OPTIONS,
		isErrorHandled: true,
		run: ({ user, reason }: { user: AdminUser; reason: string }) => ban(user, reason),
		undo:
			({ user }) =>
			() =>
				unban(user),
	});
	const warning = useMutationWithUndo({
		...CHANGE_OPTIONS,
		isErrorHandled: true,
		run: ({ user, message }: { user: AdminUser; message: string }) =>
			callAdminApi(warnUser, { params: { id: user.id }, body: { message } }),
	});
	return { verifying, unbanning, banning, warning };
}

export type BulkUserAction = (typeof BULK_USER_ACTIONS)[number];

interface BulkUserChange {
	userIds: number[];
	action: BulkUserAction;
	reason?: string;
}

/** The action that undoes another. Unbanning several users cannot be undone: each ban had a reason of its own. */
const INVERSE_ACTION = { verify: 'unverify', unverify: 'verify', ban: 'unban' } as const;

/** Users who were verified by their email address can be verified by it again. */
function undoBulkChange(
	action: keyof typeof INVERSE_ACTION,
	{ changed, refused, byAddress }: Record<'changed' | 'refused' | 'byAddress', number[]>,
): Promise<unknown> {
	const others = changed.filter((id) => !refused.includes(id) && !byAddress.includes(id));
	const requests = [
		{ userIds: refused, isRefused: true, isByAddress: false },
		{ userIds: byAddress, isRefused: false, isByAddress: true },
		{ userIds: others, isRefused: false, isByAddress: false },
	].filter(({ userIds }) => userIds.length > 0);
	return Promise.all(
		requests.map((request) =>
			callAdminApi(bulkChangeUsers, { body: { ...request, action: INVERSE_ACTION[action] } }),
		),
	);
}

/** Bulk changes of users. */
export function useBulkUserChange() {
	return useMutationWithUndo({
		...CHANGE_OPTIONS,
		isErrorHandled: true,
		run: (body: BulkUserChange) => callAdminApi(bulkChangeUsers, { body }),
		undo: ({ action }, reply) => {
			if (action === 'unban' || reply.changed.length === 0) return undefined;
			return () => undoBulkChange(action, reply);
		},
	});
}
