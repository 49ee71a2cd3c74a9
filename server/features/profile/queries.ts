import { eq } from 'drizzle-orm';
import type { Db } from '#server/db/client.ts';
import { users } from '#server/db/tables/users.ts';

export async function setPicture(db: Db, userId: number, pictureHash: string): Promise<void> {
	await db.update(users).set({ pictureHash }).where(eq(users.id, userId));
}
