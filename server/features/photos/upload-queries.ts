import { and, desc, eq, exists, gt, inArray, lt, ne, or, type SQL, sql } from 'drizzle-orm';
import { UPLOAD_LIMITS } from '#contract/photos/uploads.ts';
import type { Db } from '#server/db/client.ts';
import { itemPhotos, items } from '#server/db/schema/items.ts';
import { photos } from '#server/db/schema/photos.ts';
import { photoUploads } from '#server/db/schema/uploads.ts';

export interface OpenUpload {
	hash: string;
	width: number;
	height: number;
	thumbhash: string;
}

const isOpen: SQL = gt(
	photoUploads.createdAt,
	sql`now() - make_interval(hours => ${UPLOAD_LIMITS.hours})`,
);

/** Makes a photo this person's for a day; sent once more, the day begins again. */
export async function insertUpload(db: Db, userId: number, photoHash: string): Promise<void> {
	await db
		.insert(photoUploads)
		.values({ userId, photoHash })
		.onConflictDoUpdate({
			target: [photoUploads.userId, photoUploads.photoHash],
			set: { createdAt: sql`now()` },
		});
}

/** @param besides a photo that is not counted, whether it is among them or not */
export async function countOpenUploads(
	db: Db,
	userId: number,
	{ besides }: { besides?: string } = {},
): Promise<number> {
	const isOther = besides === undefined ? undefined : ne(photoUploads.photoHash, besides);
	const [row] = await db
		.select({ count: sql<number>`count(*)::int` })
		.from(photoUploads)
		.where(and(eq(photoUploads.userId, userId), isOpen, isOther));
	return row?.count ?? 0;
}

/** Newest first. */
export async function listOpenUploads(db: Db, userId: number): Promise<OpenUpload[]> {
	return db
		.select({
			hash: photos.hash,
			width: photos.width,
			height: photos.height,
			thumbhash: photos.thumbhash,
		})
		.from(photoUploads)
		.innerJoin(photos, eq(photos.hash, photoUploads.photoHash))
		.where(and(eq(photoUploads.userId, userId), isOpen))
		.orderBy(desc(photoUploads.createdAt));
}

/**
 * Those of the photos that are this person's to use: sent ahead within a day, or in an item of theirs already, which is how
 * a form that is sent twice finds them. In a transaction no sweep can take them until it ends.
 */
export async function lockOwnPhotos(
	db: Db,
	userId: number,
	hashes: readonly string[],
): Promise<string[]> {
	if (hashes.length === 0) return [];
	const sentAhead = db
		.select({ theirs: sql`1` })
		.from(photoUploads)
		.where(and(eq(photoUploads.photoHash, photos.hash), eq(photoUploads.userId, userId), isOpen));
	const inTheirItem = db
		.select({ theirs: sql`1` })
		.from(itemPhotos)
		.innerJoin(items, eq(items.id, itemPhotos.itemId))
		.where(and(eq(itemPhotos.photoHash, photos.hash), eq(items.sellerId, userId)));
	const rows = await db
		.select({ hash: photos.hash })
		.from(photos)
		.where(and(inArray(photos.hash, [...hashes]), or(exists(sentAhead), exists(inTheirItem))))
		.for('key share');
	return rows.map(({ hash }) => hash);
}

/** An item shows them now: they are no longer open. */
export async function deleteUploads(
	db: Db,
	userId: number,
	hashes: readonly string[],
): Promise<void> {
	if (hashes.length === 0) return;
	await db
		.delete(photoUploads)
		.where(and(eq(photoUploads.userId, userId), inArray(photoUploads.photoHash, [...hashes])));
}

/** What was sent ahead before this time and never used; the photos are then unused like any other. */
export async function deleteUploadsBefore(db: Db, before: Date): Promise<void> {
	await db.delete(photoUploads).where(lt(photoUploads.createdAt, before));
}
