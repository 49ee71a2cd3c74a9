import type { PersonalData } from '#contract/accounts/personal-data.ts';
import type { Db } from '#server/db/client.ts';
import { asc, eq, sql } from '#server/db/drizzle.ts';
import { wantedAnswers, wantedPosts } from '#server/db/schema/wanted.ts';
import { ERASED_TEXT, withIsoDates } from '#server/lib/personal-data.ts';
import { WANTED_FIELD_COLUMNS } from './queries.ts';

/** All wanted posts of a user, deleted posts included, and the items that the user offered to others. */
export async function exportOf(
	db: Db,
	userId: number,
): Promise<Pick<PersonalData, 'wanted' | 'wantedAnswers'>> {
	const posts = await db
		.select({
			id: wantedPosts.id,
			...WANTED_FIELD_COLUMNS,
			idempotencyKey: wantedPosts.idempotencyKey,
			createdAt: wantedPosts.createdAt,
			expiresAt: wantedPosts.expiresAt,
			endingNotifiedAt: wantedPosts.endingNotifiedAt,
			foundAt: wantedPosts.foundAt,
			removedAt: wantedPosts.removedAt,
			removalReason: wantedPosts.removalReason,
			deletedAt: wantedPosts.deletedAt,
		})
		.from(wantedPosts)
		.where(eq(wantedPosts.userId, userId))
		.orderBy(asc(wantedPosts.id));
	const answers = await db
		.select({
			wantedId: wantedAnswers.wantedId,
			itemId: wantedAnswers.itemId,
			createdAt: wantedAnswers.createdAt,
		})
		.from(wantedAnswers)
		.where(eq(wantedAnswers.sellerId, userId))
		.orderBy(asc(wantedAnswers.createdAt), asc(wantedAnswers.wantedId), asc(wantedAnswers.itemId));
	return { wanted: posts.map(withIsoDates), wantedAnswers: answers.map(withIsoDates) };
}

/**
 * Deletes the user's answers, erases the texts of the user's posts and marks the posts as deleted. Their rows stay,
 * because reports refer to them.
 */
export async function erase(tx: Db, userId: number): Promise<void> {
	await tx.delete(wantedAnswers).where(eq(wantedAnswers.sellerId, userId));
	await tx
		.update(wantedPosts)
		.set({
			title: ERASED_TEXT,
			note: null,
			category: null,
			maxPrice: null,
			subject: null,
			removalReason: null,
			idempotencyKey: null,
			deletedAt: sql`coalesce(${wantedPosts.deletedAt}, now())`,
		})
		.where(eq(wantedPosts.userId, userId));
}
