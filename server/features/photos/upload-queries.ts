import { and, desc, eq, exists, gt, inArray, lt, ne, or, type SQL, sql } from 'drizzle-orm';
import { UPLOAD_LIMITS } from '#contract/photos/uploads.ts';
import type { Db } from '#server/db/client.ts';
import { itemPhotos, items } from '#server/db/schema/items.ts';
import { photos } from '#server/db/schema/photos.ts';
import { pendingPhotos } from '#server/db/schema/uploads.ts';

export interface PendingPhoto {
	hash: string;
	width: number;
	height: number;
	thumbhash: string;
}

const isPending: SQL = gt(
	pendingPhotos.createdAt,
	sql`now() - make_interval(hours => ${UPLOAD_LIMITS.maxAgeHours})`,
);

/** Records a pending photo of this user for a day; uploading it again renews the day. */
export async function insertPendingPhoto(db: Db, userId: number, photoHash: string): Promise<void> {
	await db
		.insert(pendingPhotos)
		.values({ userId, photoHash })
		.onConflictDoUpdate({
			target: [pendingPhotos.userId, pendingPhotos.photoHash],
			set: { createdAt: sql`now()` },
		});
}

/** @param exceptHash a photo that is not counted, whether it is pending or not */
export async function countPendingPhotos(
	db: Db,
	userId: number,
	{ exceptHash }: { exceptHash?: string } = {},
): Promise<number> {
	const isNotExcepted =
		exceptHash === undefined ? undefined : ne(pendingPhotos.photoHash, exceptHash);
	const [row] = await db
		.select({ count: sql<number>`count(*)::int` })
		.from(pendingPhotos)
		.where(and(eq(pendingPhotos.userId, userId), isPending, isNotExcepted));
	return row?.count ?? 0;
}

/** Newest first. */
export async function listPendingPhotos(db: Db, userId: number): Promise<PendingPhoto[]> {
	return db
		.select({
			hash: photos.hash,
			width: photos.width,
			height: photos.height,
			thumbhash: photos.thumbhash,
		})
		.from(pendingPhotos)
		.innerJoin(photos, eq(photos.hash, pendingPhotos.photoHash))
		.where(and(eq(pendingPhotos.userId, userId), isPending))
		.orderBy(desc(pendingPhotos.createdAt));
}

/**
 * Returns those photos that the user may use: uploaded within a day, or in one of the user's items already, which makes
 * a form that is sent twice work. Locks them until the transaction ends, so that no sweep removes them.
 */
export async function lockOwnPhotos(
	db: Db,
	userId: number,
	hashes: readonly string[],
): Promise<string[]> {
	if (hashes.length === 0) return [];
	const isPendingPhoto = db
		.select({ found: sql`1` })
		.from(pendingPhotos)
		.where(
			and(eq(pendingPhotos.photoHash, photos.hash), eq(pendingPhotos.userId, userId), isPending),
		);
	const isInOwnItem = db
		.select({ found: sql`1` })
		.from(itemPhotos)
		.innerJoin(items, eq(items.id, itemPhotos.itemId))
		.where(and(eq(itemPhotos.photoHash, photos.hash), eq(items.sellerId, userId)));
	const rows = await db
		.select({ hash: photos.hash })
		.from(photos)
		.where(and(inArray(photos.hash, [...hashes]), or(exists(isPendingPhoto), exists(isInOwnItem))))
		.for('key share');
	return rows.map(({ hash }) => hash);
}

/** Call it when an item uses the photos. */
export async function deletePendingPhotos(
	db: Db,
	userId: number,
	hashes: readonly string[],
): Promise<void> {
	if (hashes.length === 0) return;
	await db
		.delete(pendingPhotos)
		.where(and(eq(pendingPhotos.userId, userId), inArray(pendingPhotos.photoHash, [...hashes])));
}

/** Deletes pending photos uploaded before `before`; the sweep then treats them as unused. */
export async function deletePendingPhotosBefore(db: Db, before: Date): Promise<void> {
	await db.delete(pendingPhotos).where(lt(pendingPhotos.createdAt, before));
}
