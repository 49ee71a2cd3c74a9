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
import { useChange } from '#web/admin/kit/use-change.ts';
import { officeCall } from '#web/admin/lib/api.ts';

/** Items of a banned person leave the market, and come back with them; reports say how person and item stand. */
const SUBJECTS = ['users', 'items', 'reports', 'user-reports', 'analytics'] as const;
const FAILED = { subjects: SUBJECTS, failed: ADMIN_USER_MESSAGES.changeFailed };

const setVerified = (
	{ id }: Pick<AdminUser, 'id'>,
	isVerified: boolean,
	how: { isRefused?: boolean; isByAddress?: boolean } = {},
) => officeCall(verifyUser, { params: { id }, body: { isVerified, ...how } });
const ban = ({ id }: Pick<AdminUser, 'id'>, reason: string | null) =>
	officeCall(banUser, { params: { id }, body: { reason } });
const unban = ({ id }: Pick<AdminUser, 'id'>) => officeCall(unbanUser, { params: { id } });

/** What administrators do with one person; all but a warning can be taken back for a moment. */
export function useUserChanges() {
	const verifying = useChange({
		...FAILED,
		run: (user: AdminUser) => setVerified(user, !user.isVerified),
		undo:
			(user, { wasRefused, wasByAddress }) =>
			() =>
				setVerified(user, user.isVerified, {
					isRefused: wasRefused,
					isByAddress: wasByAddress,
				}),
	});
	const unbanning = useChange({
		...FAILED,
		run: unban,
		undo: (user: AdminUser) => () => ban(user, user.banReason),
	});
	const banning = useChange({
		...FAILED,
		isFailureShown: true,
		run: ({ user, reason }: { user: AdminUser; reason: string }) => ban(user, reason),
		undo:
			({ user }) =>
			() =>
				unban(user),
	});
	const warning = useChange({
		...FAILED,
		isFailureShown: true,
		run: ({ user, message }: { user: AdminUser; message: string }) =>
			officeCall(warnUser, { params: { id: user.id }, body: { message } }),
	});
	return { verifying, unbanning, banning, warning };
}

export type BulkUserAction = (typeof BULK_USER_ACTIONS)[number];

interface BulkUserChange {
	userIds: number[];
	action: BulkUserAction;
	reason?: string;
}

/** What takes it back. Lifting bans is not: each had a reason of its own. */
const OPPOSITE = { verify: 'unverify', unverify: 'verify', ban: 'unban' } as const;

/** Whom an address could have verified before, or had, it can afterwards as well, or does again. */
function takeBack(
	action: keyof typeof OPPOSITE,
	{ changed, refused, byAddress }: Record<'changed' | 'refused' | 'byAddress', number[]>,
): Promise<unknown> {
	const others = changed.filter((id) => !refused.includes(id) && !byAddress.includes(id));
	const parts = [
		{ userIds: refused, isRefused: true, isByAddress: false },
		{ userIds: byAddress, isRefused: false, isByAddress: true },
		{ userIds: others, isRefused: false, isByAddress: false },
	].filter(({ userIds }) => userIds.length > 0);
	return Promise.all(
		parts.map((part) =>
			officeCall(bulkChangeUsers, { body: { ...part, action: OPPOSITE[action] } }),
		),
	);
}

/** What administrators do with several people at once. */
export function useBulkUserChange() {
	return useChange({
		...FAILED,
		isFailureShown: true,
		run: (body: BulkUserChange) => officeCall(bulkChangeUsers, { body }),
		undo: ({ action }, told) => {
			if (action === 'unban' || told.changed.length === 0) return undefined;
			return () => takeBack(action, told);
		},
	});
}
