import { randomBytes } from 'node:crypto';
import { type Actor, logAudit } from '#server/audit/log.ts';
import type { Db } from '#server/db/client.ts';
import { hashPassword } from '#server/lib/passwords.ts';
import { hasSuperAdmin, insertAdmin, lockFirstAdmin, TEMPORARY_PASSWORD } from './queries.ts';

/** The super administrator to create. */
export interface FirstAdmin {
	email: string;
	password: string;
}

/**
 * Creates the first super administrator when there is none, from the configuration or with a generated password. Of
 * instances that start together on an empty database, one creates it.
 * @returns the administrator with the generated password, to be printed once; undefined if none was generated
 * @throws Error with a one-line message when an ordinary administrator has the address
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

/**
 * The actor of audit entries for actions made on the server itself, by an operator.
 * @param adminId the administrator who is created or restored, if any
 */
export function localActor(adminId: number | null): Actor {
	return { adminId, ipAddress: 'this computer' };
}

/** A random password of 96 bits. */
export function generatePassword(): string {
	return randomBytes(12).toString('base64url');
}
