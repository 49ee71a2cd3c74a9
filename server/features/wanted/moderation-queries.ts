import type { Db } from '#server/db/client.ts';
import { and, eq, isNull, sql } from '#server/db/drizzle.ts';
import { wantedPosts } from '#server/db/schema/wanted.ts';

/** @returns the post; undefined when it is already removed, deleted, or does not exist */
export async function setWantedRemoved(
	db: Db,
	id: number,
	reason: string | undefined,
): Promise<{ userId: number; title: string } | undefined> {
	const [removed] = await db
		.update(wantedPosts)
		.set({ removedAt: sql`now()`, removalReason: reason ?? null })
		.where(
			and(eq(wantedPosts.id, id), isNull(wantedPosts.removedAt), isNull(wantedPosts.deletedAt)),
		)
		.returning({ userId: wantedPosts.userId, title: wantedPosts.title });
	return removed;
}
