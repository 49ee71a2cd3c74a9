import { eq } from 'drizzle-orm';
import type { Db } from '#server/db/client.ts';
import { admins } from '#server/db/tables/admins.ts';

export type NewAdmin = typeof admins.$inferInsert;

export async function hasSuperAdmin(db: Db): Promise<boolean> {
	const found = await db
		.select({ id: admins.id })
		.from(admins)
		.where(eq(admins.roleLevel, 'super_admin'))
		.limit(1);
	return found.length > 0;
}

export async function insertAdmin(db: Db, admin: NewAdmin): Promise<void> {
	await db.insert(admins).values(admin);
}
