import { eq, inArray, sql } from 'drizzle-orm';
import type { Db } from '#server/db/client.ts';
import { itemPhotos, items } from '#server/db/schema/items.ts';
import { idempotencyKeys, pendingPhotos } from '#server/db/schema/pending-photos.ts';
import { users } from '#server/db/schema/users.ts';

/** In place of words that may not be empty. */
export const ERASED_TEXT = '—';

/**
 * Takes a person's items off the market and erases their words; those that a search compares with are forgotten afterwards,
 * while nobody is posting with the same.
 * @returns the photos they showed
 */
export async function eraseItems(db: Db, userId: number): Promise<string[]> {
	await db
		.update(items)
		.set({
			title: ERASED_TEXT,
			description: ERASED_TEXT,
			banReason: null,
			deletedAt: sql`coalesce(${items.deletedAt}, now())`,
		})
		.where(eq(items.sellerId, userId));
	const ownItemIds = db.select({ id: items.id }).from(items).where(eq(items.sellerId, userId));
	const deleted = await db
		.delete(itemPhotos)
		.where(inArray(itemPhotos.itemId, ownItemIds))
		.returning({ hash: itemPhotos.photoHash });
	return deleted.map(({ hash }) => hash);
}

/** @returns the photos that were sent ahead */
export async function deletePendingPhotos(db: Db, userId: number): Promise<string[]> {
	const deleted = await db
		.delete(pendingPhotos)
		.where(eq(pendingPhotos.userId, userId))
		.returning({ hash: pendingPhotos.photoHash });
	return deleted.map(({ hash }) => hash);
}

export async function deleteIdempotencyKeys(db: Db, userId: number): Promise<void> {
	await db.delete(idempotencyKeys).where(eq(idempotencyKeys.userId, userId));
}

/** @returns the picture they had, if any */
export async function erasePerson(db: Db, userId: number, userName: string): Promise<string[]> {
	const [previous] = await db
		.select({ hash: users.pictureHash })
		.from(users)
		.where(eq(users.id, userId));
	await db
		.update(users)
		.set({
			userName,
			email: null,
			pendingEmail: null,
			phone: null,
			passwordHash: null,
			pictureHash: null,
			emailConfirmedAt: null,
			verifiedAt: null,
			verifiedBy: null,
			banReason: null,
			deletedAt: sql`coalesce(${users.deletedAt}, now())`,
		})
		.where(eq(users.id, userId));
	return previous?.hash ? [previous.hash] : [];
}
