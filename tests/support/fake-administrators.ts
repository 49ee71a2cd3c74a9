import {
	ADMINISTRATOR_MESSAGES,
	type ListedAdministrator,
	listAdmins,
	registerAdmin,
	removeAdmin,
	resetAdminPassword,
} from '#contract/admin/administrators.ts';
import { getSettings, SETTINGS_MESSAGES } from '#contract/admin/settings.ts';
import { fakeApi } from './fake-api.ts';
import { ADMIN } from './render-admin-page.tsx';
import { type StoredRows, storeRows } from './stored-rows.ts';

/** The signed-in administrator in tests of pages that only super administrators may open. */
export const SUPER_ADMIN = { ...ADMIN, roleLevel: 'super_admin' } as const;

let lastId = 900;

/** An administrator in the list of all, who has never signed in. */
export function listedAdmin(
	username: string,
	changes: Partial<ListedAdministrator> = {},
): ListedAdministrator {
	lastId += 1;
	return {
		id: lastId,
		username,
		email: `${username.toLowerCase()}@college.example`,
		roleLevel: 'admin',
		hasTwoStep: false,
		createdAt: '2026-02-03T04:05:06.000Z',
		lastSeenAt: null,
		...changes,
	};
}

/** Fakes the API of the settings page: settings, and a list of `SUPER_ADMIN` and these others, which can be changed. */
export function fakeAdministrators(
	...others: readonly ListedAdministrator[]
): StoredRows<ListedAdministrator> {
	const { id, email } = SUPER_ADMIN;
	const self = listedAdmin(SUPER_ADMIN.username, { id, email, roleLevel: 'super_admin' });
	const stored = storeRows([...others, self]);

	fakeApi.answer(getSettings, {
		success: true,
		message: SETTINGS_MESSAGES.loaded,
		settings: {
			maintenanceMode: false,
			maintenanceMessage: 'New disks.',
			estimatedDowntime: '',
			requireTwoStep: false,
		},
	});
	fakeApi.answer(listAdmins, () => ({ success: true, admins: [...stored.all()] }));
	fakeApi.answer(registerAdmin, ({ body: { username, email: address, roleLevel } }) => {
		const admin = listedAdmin(username, { email: address, roleLevel });
		stored.add(admin);
		return { success: true, admin };
	});
	fakeApi.answer(removeAdmin, ({ params }) => {
		stored.remove(params.id);
		return { success: true, message: ADMINISTRATOR_MESSAGES.removed };
	});
	fakeApi.answer(resetAdminPassword, {
		success: true,
		message: ADMINISTRATOR_MESSAGES.passwordReset,
	});
	return stored;
}
