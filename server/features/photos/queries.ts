import { and, eq, exists, gt, inArray, lt, notExists, or, type SQL, sql } from 'drizzle-orm';
import { UPLOAD_LIMITS } from '#contract/photos/uploads.ts';
import type { Db } from '#server/db/client.ts';
import { LOCKS } from '#server/db/locks.ts';
import { prepareStatement } from '#server/db/prepared-statements.ts';
import { itemPhotos, items } from '#server/db/schema/items.ts';
import { pendingPhotos } from '#server/db/schema/pending-photos.ts';
import { photos } from '#server/db/schema/photos.ts';
import { users } from '#server/db/schema/users.ts';
import { isPublic } from '#server/db/visibility.ts';

/** Of a photo that was sent ahead: it waits for its item for a day. */
export const isPending: SQL = gt(
	pendingPhotos.createdAt,
	sql`now() - make_interval(hours => ${UPLOAD_LIMITS.maxAgeHours})`,
);

export type NewPhoto = Omit<typeof photos.$inferInsert, 'createdAt'>;

/**
 * Makes rows for photos about to be stored, or makes those that are there new again. Waits while a sweep holds one of them.
 * Rows are taken in the order of their hash, so that two posts of the same photos cannot wait for each other.
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

/** What shows a photo to everybody. */
export interface PublicUse {
	/** Null where it is no item but the picture of a person. */
	itemId: number | null;
}

/**
 * What shows a photo: an item that is neither banned nor deleted, and its seller neither; or it is the picture of such a
 * person. Undefined for what nobody may see.
 */
export async function findPublicUse(db: Db, hash: string): Promise<PublicUse | undefined> {
	const [publicUse] = await publicUses(db, { hash });
	return publicUse;
}

/**
 * Along the photo's own index, item by item. That a hash is asked for as a range says so: where many items share photos, the
 * planner would hope to come upon one of them by reading all items from the first.
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
 * Those of the photos that are this person's to use: sent ahead within a day, or in an item of theirs already, which is how
 * a form that is sent twice finds them. In a transaction no sweep can take them until it ends.
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

/** An item shows them now: they are no longer open. */
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

/** Those of items that were deleted before `before`; whoever else shows the same photos keeps them. */
export async function deletePhotosOfDeletedItems(db: Db, before: Date): Promise<void> {
	const deleted = db.select({ id: items.id }).from(items).where(lt(items.deletedAt, before));
	await db.delete(itemPhotos).where(inArray(itemPhotos.itemId, deleted));
}

/** Takes the grace from photos that must go as soon as nothing refers to them; whoever announces one makes it new again. */
export async function expirePhotos(db: Db, hashes: readonly string[]): Promise<void> {
	if (hashes.length === 0) return;
	await db
		.update(photos)
		.set({ createdAt: new Date(0) })
		.where(inArray(photos.hash, [...hashes]));
}

/** No backup begins until the transaction ends. False while one runs, which has still to copy photos that it names. */
export async function lockOutBackups(db: Db): Promise<boolean> {
	const { rows } = await db.execute<{ isHad: boolean }>(
		sql`select pg_try_advisory_xact_lock_shared(${LOCKS.photoFiles}) as "isHad"`,
	);
	return rows[0]?.isHad ?? false;
}

/**
 * Locks up to `limit` photos that nothing refers to and that were announced before `before`; those that a post holds are
 * passed over. Until the transaction ends nobody can announce them or refer to them.
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
 * Deletes those of the locked photos that are still unused, and says which. The look before the lock may be outdated: a
 * reference made in between is seen by this statement, and none can be made after it.
 */
export async function deleteUnusedPhotos(db: Db, hashes: readonly string[]): Promise<string[]> {
	const rows = await db
		.delete(photos)
		.where(and(inArray(photos.hash, [...hashes]), isUnused(db)))
		.returning({ hash: photos.hash });
	return rows.map((row) => row.hash);
}

/**
 * Makes an old row for each hash that has none, so that the sweep treats stray files like any unused photo. Says how many it
 * made.
 */
export async function registerOrphans(db: Db, hashes: readonly string[]): Promise<number> {
	if (hashes.length === 0) return 0;
	const rows = await db
		.insert(photos)
		.values(
			hashes.map((hash) => ({ hash, width: 1, height: 1, thumbhash: '', createdAt: new Date(0) })),
		)
		.onConflictDoNothing()
		.returning({ hash: photos.hash });
	return rows.length;
}

/** Those of the hashes that have no row. */
export async function listUnknownPhotos(db: Db, hashes: readonly string[]): Promise<string[]> {
	if (hashes.length === 0) return [];
	const rows = await db
		.select({ hash: photos.hash })
		.from(photos)
		.where(inArray(photos.hash, [...hashes]));
	const known = new Set(rows.map(({ hash }) => hash));
	return hashes.filter((hash) => !known.has(hash));
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
	return and(notExists(byItem), notExists(byPerson), notExists(byUpload));
}
