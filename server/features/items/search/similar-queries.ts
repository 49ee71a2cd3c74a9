import { sql } from 'drizzle-orm';
import type { Db } from '#server/db/client.ts';
import { items } from '#server/db/schema/items.ts';
import { allOf, anyOf, ON_SALE, SELLER_SHOWN, whole, workOutAll } from './conditions.ts';
import { searchTerms } from './terms.ts';

interface Like {
	id: number;
	title: string;
	category: string;
}

/** How many newest items of its category, and items elsewhere or with all its words, are compared. */
const NEWEST = 1000;
const OTHERS = 200;

/**
 * Items on sale like this one, without it: those that share its category and words of its title, then those that share
 * either; the more words the better.
 */
export async function findSimilar(db: Db, like: Like, limit: number): Promise<number[]> {
	const terms = searchTerms(like.title).map(whole);
	const [all, shared] = (await workOutAll(db, [allOf(terms), anyOf(terms)])).map(
		(text) => sql`${text}::tsquery`,
	);
	const columns = sql`${items.id}, ${items.sellerId}, ${items.category}, ${items.search}`;
	const { rows } = await db.execute<{ id: number }>(sql`
		with twins as materialized (
			select ${columns} from ${items}
			where ${ON_SALE} and ${items.category} = ${like.category} and ${items.search} @@ ${all}
		), akin as materialized (
			select ${columns} from ${items} where ${ON_SALE} and ${items.search} @@ ${shared}
		), compared as (
			(select * from twins limit ${OTHERS})
			union (select * from akin limit ${OTHERS})
			union (select ${columns} from ${items} where ${ON_SALE} and ${items.category} = ${like.category}
				order by ${items.id} desc limit ${NEWEST})
		)
		select ${items.id} from compared as ${items} where ${SELLER_SHOWN} and ${items.id} <> ${like.id}
		order by (${items.category} = ${like.category})::int + (${items.search} @@ ${shared})::int desc,
			ts_rank(${items.search}, ${shared}) desc, ${items.id} desc
		limit ${limit}`);
	return rows.map(({ id }) => id);
}
