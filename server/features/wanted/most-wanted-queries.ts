import { WANTED_LIMITS } from '#contract/wanted/facts.ts';
import type { Db } from '#server/db/client.ts';
import { sql } from '#server/db/drizzle.ts';
import { items } from '#server/db/schema/items.ts';
import { users } from '#server/db/schema/users.ts';
import { wantedPosts } from '#server/db/schema/wanted.ts';
import { IS_LISTED } from '#server/features/items/queries.ts';
import { ASKER_IS_PUBLIC, IS_LIVE } from './queries.ts';

export interface MostWantedRow extends Record<string, unknown> {
	/** Exactly one of `subject` and `category` is set. */
	subject: string | null;
	category: string | null;
	/** Number of users who look for it. */
	wanted: number;
	onSale: number;
}

/** Items are counted up to this number. */
const COUNT_MAX = 10_000;

const countOnSale = (condition: ReturnType<typeof sql>) => sql`(
	select count(*)::int from (
		select from ${items} where ${IS_LISTED} and ${condition} limit ${COUNT_MAX}
	) as counted)`;

/**
 * Subjects and categories that at least WANTED_LIMITS.mostWantedPeople users look for now, most wanted first, each
 * with its number of items on sale.
 */
export async function listMostWanted(db: Db): Promise<MostWantedRow[]> {
	// The search index finds the items of a subject: it contains each code as one word, without hyphens.
	const ofSubject = sql`${items.search} @@ plainto_tsquery('pg_catalog.simple', replace(asked.subject, '-', ''))
		and ${items.subjects} @> array[asked.subject]`;
	const { rows } = await db.execute<MostWantedRow>(sql`
		with live as (
			select ${wantedPosts.userId}, ${wantedPosts.subject}, ${wantedPosts.category}
			from ${wantedPosts} join ${users} on ${users.id} = ${wantedPosts.userId}
			where ${IS_LIVE} and ${ASKER_IS_PUBLIC}
		), asked as (
			select subject, null as category, count(distinct user_id)::int as wanted
			from live where subject is not null group by subject
			union all
			select null, category, count(distinct user_id)::int from live where category is not null group by category
		)
		select subject, category, wanted, case
			when subject is not null then ${countOnSale(ofSubject)}
			else ${countOnSale(sql`${items.category} = asked.category`)}
		end as "onSale"
		from asked where wanted >= ${WANTED_LIMITS.mostWantedPeople}
		order by wanted desc, subject, category limit ${WANTED_LIMITS.mostWantedMax}`);
	return rows;
}
