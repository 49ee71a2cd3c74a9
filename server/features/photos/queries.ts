import { UPLOAD_LIMITS } from '#contract/photos/uploads.ts';
import { type Db, prepareStatement } from '#server/db/client.ts';
import {
	and,
	desc,
	eq,
	exists,
	gt,
	inArray,
	lt,
	ne,
	notExists,
	or,
	type SQL,
	sql,
} from '#server/db/drizzle.ts';
import { isPublic } from '#server/db/expressions.ts';
import { LOCKS } from '#server/db/locks.ts';
import { chatPhotos } from '#server/db/schema/chat-photos.ts';
import { itemPhotos, items } from '#server/db/schema/items.ts';
import { pendingPhotos } from '#server/db/schema/pending-photos.ts';
import { photos } from '#server/db/schema/photos.ts';
import { users } from '#server/db/schema/users.ts';

/** SQL condition: a pending photo is less than a day old, so that an item can still use it. */
const isPending: SQL = gt(
	pendingPhotos.createdAt,
	sql`now() - make_interval(hours => ${UPLOAD_LIMITS.maxAgeHours})`,
);

export type NewPhoto = Omit<typeof photos.$inferInsert, 'createdAt'>;

/**
 * Inserts rows for photos that are about to be stored, or renews the date of existing rows. Waits while a sweep locks
 * one of the rows. Rows are sorted by hash, so that two posts of the same photos cannot deadlock.
 */
export async function registerPhotos(db: Db, newPhotos: readonly NewPhoto[]): Promise<void> {
	const byHash = new Map(newPhotos.map((photo) => [photo.hash, photo]));
	const rows = [...byHash.keys()].sort().flatMap((key) => byHash.get(key) ?? []);
	if (rows.length === 0) return;
	await db
		.insert(photos)
		.values(rows.map(({ hash, width, height, thumbhash }) => ({ hash, width, height, thumbhash })))
		.onConflictDoUpdate({
			target: photos.hash,
			set: {
				width: sql`excluded.width`,
				height: sql`excluded.height`,
				thumbhash: sql`excluded.thumbhash`,
				createdAt: sql`now()`,
			},
		});
}

/** A public item or profile that shows a photo. */
export interface PublicUse {
	/** Null for a profile picture. */
	itemId: number | null;
}

/** Finds a public item or a public user's profile that shows a photo. Undefined for a photo that is not public. */
export async function findPublicUse(db: Db, hash: string): Promise<PublicUse | undefined> {
	const [publicUse] = await publicUses(db, { hash });
	return publicUse;
}

/**
 * Reads the items of the photo one by one along the index on `photo_hash`. The hash is written as a range to force
 * this: where many items share photos, the planner would otherwise scan all items, expecting an early match.
 */
const publicUses = prepareStatement<PublicUse>(
	'shown photo',
	sql`
	select * from (
		select shown.id as "itemId"
		from ${itemPhotos}
		cross join lateral (
			select items.id from ${items} join ${users} on users.id = items.seller_id
			where items.id = item_photos.item_id
				and ${isPublic(items, users)}
			limit 1
		) as shown
		where item_photos.photo_hash between ${sql.placeholder('hash')} and ${sql.placeholder('hash')}
		order by item_photos.photo_hash
		limit 1
	) as by_item
	union all
	select * from (
		select null::int
		from ${users}
		where users.picture_hash = ${sql.placeholder('hash')}
			and ${isPublic(users)}
		limit 1
	) as by_person
	limit 1`,
);

/**
 * Returns those of the photos that the user may use: uploaded within a day, or part of an item of the user, so that a
 * form can be sent twice. Locks their rows until the transaction ends, so that no sweep deletes them.
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

/** Call it when an item uses the photos: they are then no longer pending. */
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

/** Removes the photos of items deleted before `before` from those items; other items with the same photos keep them. */
export async function deletePhotosOfDeletedItems(db: Db, before: Date): Promise<void> {
	const deleted = db.select({ id: items.id }).from(items).where(lt(items.deletedAt, before));
	await db.delete(itemPhotos).where(inArray(itemPhotos.itemId, deleted));
}

/**
 * Ends the grace period of photos that must be removed as soon as they are unused. `registerPhotos` starts a new one.
 */
export async function expirePhotos(db: Db, hashes: readonly string[]): Promise<void> {
	if (hashes.length === 0) return;
	await db
		.update(photos)
		.set({ createdAt: new Date(0) })
		.where(inArray(photos.hash, [...hashes]));
}

/**
 * Prevents backups from starting until the transaction ends.
 * @returns false while a backup runs, which may still have to copy the photos that it lists
 */
export async function lockOutBackups(db: Db): Promise<boolean> {
	const { rows } = await db.execute<{ isLocked: boolean }>(
		sql`select pg_try_advisory_xact_lock_shared(${LOCKS.photoFiles}) as "isLocked"`,
	);
	return rows[0]?.isLocked ?? false;
}

/**
 * Locks up to `limit` unused photos that were registered before `before`; skips rows that a post has locked. Until
 * the transaction ends, nothing can register these photos or refer to them.
 */
export async function lockUnusedPhotos(db: Db, before: Date, limit: number): Promise<string[]> {
	const rows = await db
		.select({ hash: photos.hash })
		.from(photos)
		.where(and(lt(photos.createdAt, before), isUnused(db)))
		.limit(limit)
		.for('update', { skipLocked: true });
	return rows.map((row) => row.hash);
}

/**
 * Deletes those of the locked photos that are still unused, and returns their hashes. The check before the lock may
 * be outdated: this statement also sees references that were inserted in between, and no later reference is possible.
 */
export async function deleteUnusedPhotos(db: Db, hashes: readonly string[]): Promise<string[]> {
	const rows = await db
		.delete(photos)
		.where(and(inArray(photos.hash, [...hashes]), isUnused(db)))
		.returning({ hash: photos.hash });
	return rows.map((row) => row.hash);
}

/**
 * Inserts an old row for each hash without one, so that the sweep handles orphan files like unused photos. Returns the
 * number of new rows.
 */
export async function registerOrphans(db: Db, hashes: readonly string[]): Promise<number> {
	if (hashes.length === 0) return 0;
	const { rowCount } = await db
		.insert(photos)
		.values(
			hashes.map((hash) => ({ hash, width: 1, height: 1, thumbhash: '', createdAt: new Date(0) })),
		)
		.onConflictDoNothing();
	return rowCount ?? 0;
}

/** Returns those hashes that have no row. */
export async function listUnknownPhotos(db: Db, hashes: readonly string[]): Promise<string[]> {
	if (hashes.length === 0) return [];
	const rows = await db
		.select({ hash: photos.hash })
		.from(photos)
		.where(inArray(photos.hash, [...hashes]));
	const knownHashes = new Set(rows.map(({ hash }) => hash));
	return hashes.filter((hash) => !knownHashes.has(hash));
}

export async function countPhotos(db: Db): Promise<number> {
	const [row] = await db.select({ count: sql<number>`count(*)::int` }).from(photos);
	return row?.count ?? 0;
}

function isUnused(db: Db): SQL | undefined {
	const byItem = db
		.select({ used: sql`1` })
		.from(itemPhotos)
		.where(eq(itemPhotos.photoHash, photos.hash));
	const byPerson = db
		.select({ used: sql`1` })
		.from(users)
		.where(eq(users.pictureHash, photos.hash));
	const byUpload = db
		.select({ used: sql`1` })
		.from(pendingPhotos)
		.where(eq(pendingPhotos.photoHash, photos.hash));
	const byChat = db
		.select({ used: sql`1` })
		.from(chatPhotos)
		.where(eq(chatPhotos.photoHash, photos.hash));
	return and(notExists(byItem), notExists(byPerson), notExists(byUpload), notExists(byChat));
}
