import { asc, eq, sql } from 'drizzle-orm';
import type { Db } from '#server/db/client.ts';
import { itemPhotos, items } from '#server/db/schema/items.ts';
import { idempotencyKeys, pendingPhotos } from '#server/db/schema/pending-photos.ts';
import { sessions } from '#server/db/schema/users.ts';

/** All items a user ever posted, deleted items included. */
export async function listAllItems(db: Db, userId: number) {
	return db
		.select({
			id: items.id,
			title: items.title,
			description: items.description,
			price: items.price,
			category: items.category,
			createdAt: items.createdAt,
			soldAt: items.soldAt,
			bannedAt: items.bannedAt,
			banReason: items.banReason,
			deletedAt: items.deletedAt,
			photos: sql<string[]>`array(
				select ${itemPhotos.photoHash} from ${itemPhotos}
				where ${itemPhotos.itemId} = ${items.id} order by ${itemPhotos.position})`,
		})
		.from(items)
		.where(eq(items.sellerId, userId))
		.orderBy(asc(items.id));
}
export type StoredItem = Awaited<ReturnType<typeof listAllItems>>[number];

export async function listPendingPhotos(db: Db, userId: number) {
	return db.select().from(pendingPhotos).where(eq(pendingPhotos.userId, userId));
}

export async function listIdempotencyKeys(db: Db, userId: number) {
	return db.select().from(idempotencyKeys).where(eq(idempotencyKeys.userId, userId));
}

/** Includes expired sessions until a job deletes them. */
export async function listAllSessions(db: Db, userId: number) {
	return db.select().from(sessions).where(eq(sessions.userId, userId));
}
