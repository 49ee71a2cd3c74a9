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

/** Makes a photo this person's for a day; sent once more, the day begins again. */
export async function insertPendingPhoto(db: Db, userId: number, photoHash: string): Promise<void> {
	await db
		.insert(pendingPhotos)
		.values({ userId, photoHash })
		.onConflictDoUpdate({
			target: [pendingPhotos.userId, pendingPhotos.photoHash],
			set: { createdAt: sql`now()` },
		});
}

/** @param besides a photo that is not counted, whether it is among them or not */
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

/** What was sent ahead before this time and never used; the photos are then unused like any other. */
export async function deletePendingPhotosBefore(db: Db, before: Date): Promise<void> {
	await db.delete(pendingPhotos).where(lt(pendingPhotos.createdAt, before));
}
