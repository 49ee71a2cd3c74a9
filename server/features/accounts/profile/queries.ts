import { eq } from 'drizzle-orm';
import type { Db } from '#server/db/client.ts';
import { users } from '#server/db/schema/users.ts';

/** @param pictureHash null removes the picture; the photo sweep deletes its files unless they are used elsewhere */
export async function setPicture(
	db: Db,
	userId: number,
	pictureHash: string | null,
): Promise<void> {
	await db.update(users).set({ pictureHash }).where(eq(users.id, userId));
}
