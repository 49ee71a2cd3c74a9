import {
	ADMINISTRATOR_MESSAGES,
	administrators,
	type ListedAdministrator,
	listAdmins,
	registerAdmin,
	removeAdmin,
	resetAdminPassword,
} from '#contract/admin/administrators.ts';
import { getSettings } from '#contract/admin/settings.ts';
import { fakeApi } from './fake-api.ts';
import { ADMIN } from './render-admin-page.tsx';
import { sample } from './sample.ts';
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
	const email = `${username.toLowerCase()}@college.example`;
	return sample(administrators.shape.admins._zod.def.element, {
		id: lastId,
		username,
		email,
		...changes,
	});
}

/** Fakes the API of the settings page: settings, and a list of `SUPER_ADMIN` and these others, which can be changed. */
export function fakeAdministrators(
	...others: readonly ListedAdministrator[]
): StoredRows<ListedAdministrator> {
	const { id, email, roleLevel } = SUPER_ADMIN;
	const stored = storeRows([
		...others,
		listedAdmin(SUPER_ADMIN.username, { id, email, roleLevel }),
	]);

	fakeApi.answer(getSettings);
	fakeApi.answer(listAdmins, () => ({ admins: [...stored.all()] }));
	fakeApi.answer(registerAdmin, ({ body }) => {
		const admin = listedAdmin(body.username, { email: body.email, roleLevel: body.roleLevel });
		stored.add(admin);
		return { admin };
	});
	fakeApi.answer(removeAdmin, ({ params }) => {
		stored.remove(params.id);
		return { message: ADMINISTRATOR_MESSAGES.removed };
	});
	fakeApi.answer(resetAdminPassword, { message: ADMINISTRATOR_MESSAGES.passwordReset });
	return stored;
}
