import { randomUUID } from 'node:crypto';
import { openAdminSession } from '#server/admin/administrators/sessions.ts';
import type { Db } from '#server/db/client.ts';
import { admins } from '#server/db/schema/admins.ts';
import { passwordHash } from './password.ts';

/** A signed-in administrator. */
export interface SignedInAdmin {
	id: number;
	username: string;
	email: string;
	roleLevel: string;
	token: string;
}

/** Creates administrators for a test. */
export function adminFactory(db: Db) {
	return async (fields: Partial<typeof admins.$inferInsert> = {}): Promise<SignedInAdmin> => {
		const email = `${randomUUID()}@campus.example`;
		const row = { username: 'Sunita', email, roleLevel: 'admin', ...fields };
		const [inserted] = await db
			.insert(admins)
			.values({ passwordHash: await passwordHash, ...row })
			.returning();
		if (!inserted) throw new Error('There is such an administrator already.');
		const { id, username, roleLevel } = inserted;
		return {
			id,
			username,
			email: inserted.email,
			roleLevel,
			token: await openAdminSession(db, id),
		};
	};
}
