import { BULK_MESSAGES } from '#contract/admin/bulk.ts';
import {
	ADMIN_USER_MESSAGES,
	type AdminUser,
	banUser,
	bulkChangeUsers,
	getUser,
	listUsers,
	unbanUser,
	verifyUser,
	warnUser,
} from '#contract/admin/users.ts';
import { AUTH_ERRORS } from '#contract/auth/errors.ts';
import { fakeApi, refuse } from './fake-api.ts';
import { type StoredRows, storeRows } from './stored-rows.ts';

const CHANGES = {
	verify: { isVerified: true },
	unverify: { isVerified: false },
	ban: { isBanned: true },
	unban: { isBanned: false },
} as const;

let lastId = 100;

export const NO_DEALS = { completed: 0, missed: 0, reviews: 0, rating: null };

/** A user as the back-office shows them. */
export function adminUser(userName: string, changes: Partial<AdminUser> = {}): AdminUser {
	lastId += 1;
	return {
		id: lastId,
		userName,
		email: `${userName.toLowerCase()}@campus.example`,
		phoneNumber: null,
		isEmailConfirmed: true,
		isVerified: false,
		isBanned: false,
		banReason: null,
		createdAt: '2026-02-03T04:05:06.000Z',
		itemCount: 0,
		Items: [],
		...changes,
	};
}

/** A market with these users, whom administrators list and change. */
export function fakeAdminUsers(...users: readonly AdminUser[]): StoredRows<AdminUser> {
	const stored = storeRows(users);
	const change = (id: number, changes: Partial<AdminUser>, message: string) => {
		stored.change(id, changes);
		return { success: true, message } as const;
	};

	fakeApi.answer(listUsers, ({ query }) => {
		const { search = '', isVerified, isBanned } = query;
		const { rows, pagination } = stored.page(
			query,
			(user) =>
				user.userName.toLowerCase().includes(search.toLowerCase()) &&
				(isVerified ?? user.isVerified) === user.isVerified &&
				(isBanned ?? user.isBanned) === user.isBanned,
		);
		return { success: true, users: rows, pagination };
	});
	fakeApi.answer(getUser, ({ params: { id } }) =>
		stored.all().some((user) => user.id === id)
			? { success: true, user: stored.get(id), deals: NO_DEALS, history: [] }
			: refuse(404, AUTH_ERRORS.userNotFound),
	);
	fakeApi.answer(verifyUser, ({ params: { id }, body: { isVerified } }) => ({
		...change(id, { isVerified }, ADMIN_USER_MESSAGES[isVerified ? 'verified' : 'unverified']),
		wasRefused: false,
		wasByAddress: false,
	}));
	fakeApi.answer(banUser, ({ params: { id }, body: { reason } }) =>
		change(id, { isBanned: true, banReason: reason || null }, ADMIN_USER_MESSAGES.banned),
	);
	fakeApi.answer(unbanUser, ({ params: { id } }) =>
		change(id, { isBanned: false, banReason: null }, ADMIN_USER_MESSAGES.unbanned),
	);
	fakeApi.answer(warnUser, ({ params: { id } }) => change(id, {}, ADMIN_USER_MESSAGES.warned));
	fakeApi.answer(bulkChangeUsers, ({ body: { userIds: changed, action } }) => {
		stored.change(changed, CHANGES[action]);
		const message = BULK_MESSAGES.changed(changed.length);
		return { success: true, message, changed, unchanged: [], refused: [], byAddress: [] };
	});
	return stored;
}
