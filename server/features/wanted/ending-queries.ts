import { WANTED_LIMITS } from '#contract/wanted/facts.ts';
import type { Db } from '#server/db/client.ts';
import { sql } from '#server/db/drizzle.ts';
import { users } from '#server/db/schema/users.ts';
import { wantedPosts } from '#server/db/schema/wanted.ts';
import { ASKER_IS_PUBLIC, IS_LIVE } from './queries.ts';

export interface EndingPost extends Record<string, unknown> {
	id: number;
	userId: number;
	title: string;
}

/**
 * Marks live posts that end soon as notified; the caller notifies their owners in the same transaction. A post is
 * marked once, and once more after each renewal.
 * @returns at most `limit` posts; the posts that end first are taken first
 */
export async function markEndingPosts(db: Db, limit: number): Promise<EndingPost[]> {
	const { rows } = await db.execute<EndingPost>(sql`
		update ${wantedPosts} set ending_notified_at = now()
		where id in (
			select ${wantedPosts.id} from ${wantedPosts} join ${users} on ${users.id} = ${wantedPosts.userId}
			where ${IS_LIVE} and ${ASKER_IS_PUBLIC} and ${wantedPosts.endingNotifiedAt} is null
				and ${wantedPosts.expiresAt} <= now() + ${`${WANTED_LIMITS.endingNoticeDays} days`}::interval
			order by ${wantedPosts.expiresAt} limit ${limit}
			for no key update of wanted_posts skip locked
		)
		returning id, user_id as "userId", title`);
	return rows;
}
