import type { ListedAdministrator } from '#contract/admin/administrators.ts';
import type { Administrator, AdminRole, OwnAdministrator } from '#contract/admin/session.ts';
import type { ListedAdmin, OwnAdmin } from './queries.ts';

type AdministratorFields = Pick<ListedAdmin, 'id' | 'username' | 'email' | 'roleLevel'>;

/** An administrator as other administrators see them. */
export function presentAdministrator({
	id,
	username,
	email,
	roleLevel,
}: AdministratorFields): Administrator {
	// A check constraint allows these two roles only.
	return { id, username, email, roleLevel: roleLevel as AdminRole };
}

/** An administrator as they see themselves. */
export function presentOwnAdministrator(admin: OwnAdmin): OwnAdministrator {
	return {
		...presentAdministrator(admin),
		hasTwoStep: admin.totpConfirmedAt !== null,
		mustSetUpTwoStep: admin.mustSetUpTwoStep,
		recoveryCodesLeft: admin.recoveryCodeHashes.length,
		mustChangePassword: admin.passwordGivenAt !== null,
	};
}

/** An administrator in the list of all administrators. */
export function presentListedAdministrator(admin: ListedAdmin): ListedAdministrator {
	return {
		...presentAdministrator(admin),
		createdAt: admin.createdAt.toISOString(),
		hasTwoStep: admin.totpConfirmedAt !== null,
		lastSeenAt: admin.lastSeenAt?.toISOString() ?? null,
	};
}
