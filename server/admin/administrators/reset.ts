import { logAudit } from '#server/audit/log.ts';
import type { Db } from '#server/db/client.ts';
import { hashPassword } from '#server/lib/passwords.ts';
import { generatePassword, localActor } from './bootstrap.ts';
import { type AdminRow, insertAdmin, restoreAdmin, TEMPORARY_PASSWORD } from './queries.ts';
import { deleteAdminSessionsOf } from './session-queries.ts';

interface ResetResult {
	admin: AdminRow;
	/** To be printed once. */
	password: string;
	isNew: boolean;
}

/**
 * Restores access for an administrator who lost password or phone, or was removed: a temporary
 * password, no two-step sign-in, no sessions. For an address that no administrator ever had, it
 * creates a super administrator.
 */
export async function resetAdmin(db: Db, email: string): Promise<ResetResult> {
	const password = generatePassword();
	const passwordHash = await hashPassword(password);
	return db.transaction(async (tx) => {
		const restored = await restoreAdmin(tx, email, passwordHash);
		const admin = restored ?? (await insertSuperAdmin(tx, email, passwordHash));
		await deleteAdminSessionsOf(tx, admin.id);
		const action = restored ? 'ADMIN_PASSWORD_RESET' : 'ADMIN_REGISTERED';
		await logAudit(tx, localActor(admin.id), {
			action,
			target: `admin ${admin.id}`,
			details: 'npm run admin:reset',
		});
		return { admin, password, isNew: !restored };
	});
}

async function insertSuperAdmin(tx: Db, email: string, passwordHash: string): Promise<AdminRow> {
	const row = {
		username: 'admin',
		email,
		passwordHash,
		roleLevel: 'super_admin',
		...TEMPORARY_PASSWORD,
	};
	const created = await insertAdmin(tx, row);
	if (!created) throw new Error('Somebody has just taken this address: please try again.');
	return created;
}
