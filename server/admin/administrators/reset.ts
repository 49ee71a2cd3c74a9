import { record } from '#server/audit/log.ts';
import type { Db } from '#server/db/client.ts';
import { hashPassword } from '#server/lib/passwords.ts';
import { atThisComputer, makePassword } from './bootstrap.ts';
import { type AdminRow, GIVEN, insertAdmin, reviveAdmin } from './queries.ts';
import { deleteAdminSessionsOf } from './session-queries.ts';

interface ResetAdmin {
	admin: AdminRow;
	/** To be told once. */
	password: string;
	isNew: boolean;
}

/**
 * Lets an administrator in again whose password or phone is lost, or who was removed: a new password, no two-step sign-in, no
 * sessions. An address that nobody ever had becomes a super administrator's.
 */
export async function resetAdmin(db: Db, email: string): Promise<ResetAdmin> {
	const password = makePassword();
	const passwordHash = await hashPassword(password);
	return db.transaction(async (tx) => {
		const revived = await reviveAdmin(tx, email, passwordHash);
		const admin = revived ?? (await insertSuperAdmin(tx, email, passwordHash));
		await deleteAdminSessionsOf(tx, admin.id);
		const action = revived ? 'ADMIN_PASSWORD_RESET' : 'ADMIN_REGISTERED';
		await record(tx, atThisComputer(admin.id), {
			action,
			target: `admin ${admin.id}`,
			details: 'npm run admin:reset',
		});
		return { admin, password, isNew: !revived };
	});
}

async function insertSuperAdmin(tx: Db, email: string, passwordHash: string): Promise<AdminRow> {
	const row = { username: 'admin', email, passwordHash, roleLevel: 'super_admin', ...GIVEN };
	const made = await insertAdmin(tx, row);
	if (!made) throw new Error('Somebody has just taken this address: please try again.');
	return made;
}
