import { randomBytes } from 'node:crypto';
import { type Actor, logAudit } from '#server/audit/log.ts';
import type { Db } from '#server/db/client.ts';
import { hashPassword } from '#server/lib/passwords.ts';
import { hasSuperAdmin, insertAdmin, lockFirstAdmin, TEMPORARY_PASSWORD } from './queries.ts';

export interface FirstAdmin {
	email: string;
	password: string;
}

/**
 * Makes the first super_admin while there is none, from the configuration or with a password of its own (decisions,
 * "Back-office"). Instances that start together on an empty database make one between them.
 * @returns who was made with a password that nobody knows yet, to be told once; otherwise undefined
 * @throws Error in one line when an administrator of lower rank has the address
 */
export async function ensureSuperAdmin(
	db: Db,
	configured: FirstAdmin | undefined,
	fallbackEmail: string,
): Promise<FirstAdmin | undefined> {
	if (await hasSuperAdmin(db)) return undefined;
	const admin = configured ?? {
		email: fallbackEmail.toLowerCase(),
		password: generatePassword(),
	};
	const passwordHash = await hashPassword(admin.password);
	const isCreated = await db.transaction(async (tx) => {
		await lockFirstAdmin(tx);
		if (await hasSuperAdmin(tx)) return false;
		const { email } = admin;
		const row = { username: 'admin', email, passwordHash, roleLevel: 'super_admin' };
		const createdAdmin = await insertAdmin(
			tx,
			configured ? row : { ...row, ...TEMPORARY_PASSWORD },
		);
		if (!createdAdmin) {
			throw new Error(`There is no super administrator, and ${email} is another's address.`);
		}
		await logAudit(tx, localActor(createdAdmin.id), {
			action: 'ADMIN_REGISTERED',
			target: `admin ${createdAdmin.id}`,
			details: 'as super_admin, while there was none',
		});
		return true;
	});
	return isCreated && !configured ? admin : undefined;
}

/** An administrator whom nobody let in but whoever runs the market, at the machine itself. */
export function localActor(adminId: number): Actor {
	return { adminId, ipAddress: 'this computer' };
}

/** One that nobody knows yet: 96 random bits. */
export function generatePassword(): string {
	return randomBytes(12).toString('base64url');
}
