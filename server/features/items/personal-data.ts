import type { PersonalData } from '#contract/accounts/personal-data.ts';
import type { Db } from '#server/db/client.ts';
import { asc, eq, inArray, sql } from '#server/db/drizzle.ts';
import { idempotencyKeys } from '#server/db/schema/idempotency-keys.ts';
import { itemPhotos, items } from '#server/db/schema/items.ts';
import { expirePhotos } from '#server/features/photos/queries.ts';
import type { AddTask } from '#server/jobs/tasks.ts';
import { ERASED_TEXT, withIsoDates } from '#server/lib/personal-data.ts';
import type { PhotoUrls } from '#server/storage/photo-urls.ts';
import { ITEM_FIELD_COLUMNS } from './queries.ts';
import { deleteTitleWordsTask } from './tasks.ts';

/** A user's items, and the idempotency keys of their posts, for the export of personal data. */
export async function exportOf(
	db: Db,
	userId: number,
	photoUrls: PhotoUrls,
): Promise<Pick<PersonalData, 'items' | 'posts'>> {
	const posts = await db.select().from(idempotencyKeys).where(eq(idempotencyKeys.userId, userId));
	return {
		items: await exportItems(db, userId, photoUrls),
		posts: posts.map(withIsoDates),
	};
}

/**
 * All items a user ever posted, deleted items included. Photos of hidden items get signed URLs that expire after ten
 * minutes, as on the owner's profile page.
 */
async function exportItems(
	db: Db,
	userId: number,
	photoUrls: PhotoUrls,
): Promise<PersonalData['items']> {
	const posted = await db
		.select({
			id: items.id,
			...ITEM_FIELD_COLUMNS,
			createdAt: items.createdAt,
			soldAt: items.soldAt,
			bannedAt: items.bannedAt,
			banReason: items.banReason,
			deletedAt: items.deletedAt,
			removedAt: items.removedAt,
			photos: sql<string[]>`array(
				select ${itemPhotos.photoHash} from ${itemPhotos}
				where ${itemPhotos.itemId} = ${items.id} order by ${itemPhotos.position})`,
		})
		.from(items)
		.where(eq(items.sellerId, userId))
		.orderBy(asc(items.id));
	return posted.map((item) => {
		const isHidden = item.bannedAt !== null || item.deletedAt !== null;
		const urlOf = isHidden ? photoUrls.signed : photoUrls.of;
		return withIsoDates({ ...item, photos: item.photos.map(urlOf) });
	});
}

/**
 * Marks a user's items as deleted, and erases their texts, photos and idempotency keys. A background task deletes their
 * title words, because that needs a lock on the whole table of items.
 */
export async function erase(tx: Db, userId: number, addTask: AddTask): Promise<void> {
	await tx.delete(idempotencyKeys).where(eq(idempotencyKeys.userId, userId));
	await tx
		.update(items)
		.set({
			title: ERASED_TEXT,
			description: ERASED_TEXT,
			details: {},
			banReason: null,
			deletedAt: sql`coalesce(${items.deletedAt}, now())`,
		})
		.where(eq(items.sellerId, userId));
	const ownItemIds = tx.select({ id: items.id }).from(items).where(eq(items.sellerId, userId));
	const deleted = await tx
		.delete(itemPhotos)
		.where(inArray(itemPhotos.itemId, ownItemIds))
		.returning({ hash: itemPhotos.photoHash });
	await expirePhotos(
		tx,
		deleted.map(({ hash }) => hash),
	);
	await addTask(tx, deleteTitleWordsTask, {});
}
