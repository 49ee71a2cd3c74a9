import { eq, inArray, sql } from 'drizzle-orm';
import type { Db } from '#server/db/client.ts';
import { itemPhotos, items } from '#server/db/tables/items.ts';
import { idempotencyKeys, photoUploads } from '#server/db/tables/uploads.ts';
import { users } from '#server/db/tables/users.ts';

/** In place of words that may not be empty. */
export const ERASED = '—';

/**
 * Takes a person's items off the market and erases their words, here and among the words that a search compares with.
 * @returns the photos they showed
 */
export async function eraseItems(db: Db, userId: number): Promise<string[]> {
	const words = await wordsOfTitles(db, userId);
	await db
		.update(items)
		.set({
			title: ERASED,
			description: ERASED,
			banReason: null,
			deletedAt: sql`coalesce(${items.deletedAt}, now())`,
		})
		.where(eq(items.sellerId, userId));
	await forgetWords(db, words);
	const theirs = db.select({ id: items.id }).from(items).where(eq(items.sellerId, userId));
	const shown = await db
		.delete(itemPhotos)
		.where(inArray(itemPhotos.itemId, theirs))
		.returning({ hash: itemPhotos.photoHash });
	return shown.map(({ hash }) => hash);
}

async function wordsOfTitles(db: Db, userId: number): Promise<string[]> {
	const { rows } = await db.execute<{ word: string }>(sql`
		select distinct word from ${items}, words_of_title(${items.title}) as word
		where ${items.sellerId} = ${userId}`);
	return rows.map(({ word }) => word);
}

/** Those that no item on sale has in its title or description; the condition is that of the search index. */
async function forgetWords(db: Db, words: readonly string[]): Promise<void> {
	if (words.length === 0) return;
	await db.execute(sql`
		delete from title_words
		where word in ${[...words]} and not exists (
			select 1 from ${items}
			where ${items.search} @@ plainto_tsquery('pg_catalog.simple', word)
				and ${items.soldAt} is null and ${items.bannedAt} is null and ${items.deletedAt} is null
		)`);
}

/** @returns the photos that were sent ahead */
export async function deleteUploads(db: Db, userId: number): Promise<string[]> {
	const sent = await db
		.delete(photoUploads)
		.where(eq(photoUploads.userId, userId))
		.returning({ hash: photoUploads.photoHash });
	return sent.map(({ hash }) => hash);
}

export async function deletePosts(db: Db, userId: number): Promise<void> {
	await db.delete(idempotencyKeys).where(eq(idempotencyKeys.userId, userId));
}

/** @returns the picture they had, if any */
export async function erasePerson(db: Db, userId: number, userName: string): Promise<string[]> {
	const [before] = await db
		.select({ hash: users.pictureHash })
		.from(users)
		.where(eq(users.id, userId));
	await db
		.update(users)
		.set({
			userName,
			email: null,
			pendingEmail: null,
			formerEmail: null,
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
	return before?.hash ? [before.hash] : [];
}
