import { and, desc, eq, lt, ne, sql } from 'drizzle-orm';
import type { Db } from '#server/db/client.ts';
import { pendingPhotos } from '#server/db/schema/pending-photos.ts';
import { photos } from '#server/db/schema/photos.ts';
import { isPending } from './queries.ts';

export interface PendingPhoto {
	hash: string;
	width: number;
	height: number;
	thumbhash: string;
}

/** Stores a pending photo of this user for a day; a repeated upload renews the day. */
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

/** The pending photos of a user, newest first. */
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

/** Deletes pending photos that were uploaded before `before`; the sweep then treats them as unused. */
export async function deletePendingPhotosBefore(db: Db, before: Date): Promise<void> {
	await db.delete(pendingPhotos).where(lt(pendingPhotos.createdAt, before));
}
