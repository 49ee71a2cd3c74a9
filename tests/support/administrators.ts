import { randomUUID } from 'node:crypto';
import { openAdminSession } from '#server/admin/administrators/sessions.ts';
import type { Db } from '#server/db/client.ts';
import { admins } from '#server/db/schema/admins.ts';
import { passwordHash } from './password.ts';

/** A signed-in administrator. */
export interface OfficePerson {
	id: number;
	username: string;
	email: string;
	roleLevel: string;
	token: string;
}

/** Creates administrators for a test. */
export function administrators(db: Db) {
	return async (given: Partial<typeof admins.$inferInsert> = {}): Promise<OfficePerson> => {
		const email = `${randomUUID()}@campus.example`;
		const row = { username: 'Sunita', email, roleLevel: 'admin', ...given };
		const [made] = await db
			.insert(admins)
			.values({ passwordHash: await passwordHash, ...row })
			.returning();
		if (!made) throw new Error('There is such an administrator already.');
		const { id, username, roleLevel } = made;
		return { id, username, email: made.email, roleLevel, token: await openAdminSession(db, id) };
	};
}
