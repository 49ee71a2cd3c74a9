import { BULK_MESSAGES } from '#contract/admin/bulk.ts';
import {
	ADMIN_USER_MESSAGES,
	type AdminUser,
	banUser,
	bulkChangeUsers,
	getUser,
	listUsers,
	unbanUser,
	adminUser as userSchema,
	verifyUser,
	warnUser,
} from '#contract/admin/users.ts';
import { AUTH_ERRORS } from '#contract/auth/errors.ts';
import { fakeApi, refuse } from './fake-api.ts';
import { sample } from './sample.ts';
import { hasValues, type StoredRows, storeRows } from './stored-rows.ts';

const CHANGES = {
	verify: { isVerified: true },
	unverify: { isVerified: false },
	ban: { isBanned: true },
	unban: { isBanned: false },
} as const;

let lastId = 100;

export const NO_DEALS = sample(getUser.reply).deals;

/** A user as the back-office shows them. */
export function adminUser(userName: string, changes: Partial<AdminUser> = {}): AdminUser {
	lastId += 1;
	const email = `${userName.toLowerCase()}@campus.example`;
	return sample(userSchema, { id: lastId, userName, email, isEmailConfirmed: true, ...changes });
}

/** A market with these users, whom administrators list and change. */
export function fakeAdminUsers(...users: readonly AdminUser[]): StoredRows<AdminUser> {
	const stored = storeRows(users);
	const hasName = (user: AdminUser, words = '') =>
		user.userName.toLowerCase().includes(words.toLowerCase());

	fakeApi.answer(listUsers, ({ query: { search, isVerified, isBanned, ...paging } }) =>
		stored.page(
			'users',
			paging,
			(user) => hasName(user, search) && hasValues(user, { isVerified, isBanned }),
		),
	);
	fakeApi.answer(getUser, ({ params: { id } }) =>
		stored.all().some((user) => user.id === id)
			? { user: stored.get(id) }
			: refuse(404, AUTH_ERRORS.userNotFound),
	);
	fakeApi.answer(verifyUser, ({ params: { id }, body: { isVerified } }) =>
		stored.change(id, { isVerified }, ADMIN_USER_MESSAGES[isVerified ? 'verified' : 'unverified']),
	);
	fakeApi.answer(banUser, ({ params: { id }, body: { reason } }) =>
		stored.change(id, { isBanned: true, banReason: reason || null }, ADMIN_USER_MESSAGES.banned),
	);
	fakeApi.answer(unbanUser, ({ params: { id } }) =>
		stored.change(id, { isBanned: false, banReason: null }, ADMIN_USER_MESSAGES.unbanned),
	);
	fakeApi.answer(warnUser, { message: ADMIN_USER_MESSAGES.warned });
	fakeApi.answer(bulkChangeUsers, ({ body: { userIds: changed, action } }) => ({
		...stored.change(changed, CHANGES[action], BULK_MESSAGES.changed(changed.length)),
		changed,
	}));
	return stored;
}
