import { eq, inArray, sql } from 'drizzle-orm';
import type { Db } from '#server/db/client.ts';
import { itemPhotos, items } from '#server/db/schema/items.ts';
import { idempotencyKeys, pendingPhotos } from '#server/db/schema/pending-photos.ts';
import { users } from '#server/db/schema/users.ts';

/** Replaces texts that must not be empty. */
export const ERASED_TEXT = '—';

/**
 * Deletes a user's items and erases their texts. Title words for the search are removed later by a job, when no item is
 * being posted with the same words.
 * @returns the hashes of their photos
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

/** @returns the hashes of photos uploaded for an item that was never posted */
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

/** @returns the hash of the profile picture, if there was one */
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
