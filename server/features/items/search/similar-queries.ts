import { sql } from 'drizzle-orm';
import type { Db } from '#server/db/client.ts';
import { items } from '#server/db/schema/items.ts';
import { allOf, anyOf, compileQueries, ON_SALE, SELLER_VISIBLE, stemmed } from './conditions.ts';
import { searchTerms } from './terms.ts';

interface ReferenceItem {
	id: number;
	title: string;
	category: string;
}

/** How many newest items of its category, and items elsewhere or with all its words, are compared. */
const NEWEST_COMPARED = 1000;
const OTHERS_COMPARED = 200;

/**
 * Items on sale like this one, without it: those that share its category and words of its title, then those that share
 * either; the more words the better.
 */
export async function findSimilar(
	db: Db,
	reference: ReferenceItem,
	limit: number,
): Promise<number[]> {
	const terms = searchTerms(reference.title).map(stemmed);
	const [all, shared] = (await compileQueries(db, [allOf(terms), anyOf(terms)])).map(
		(text) => sql`${text}::tsquery`,
	);
	const columns = sql`${items.id}, ${items.sellerId}, ${items.category}, ${items.search}`;
	const { rows } = await db.execute<{ id: number }>(sql`
		with twins as materialized (
			select ${columns} from ${items}
			where ${ON_SALE} and ${items.category} = ${reference.category} and ${items.search} @@ ${all}
		), akin as materialized (
			select ${columns} from ${items} where ${ON_SALE} and ${items.search} @@ ${shared}
		), compared as (
			(select * from twins limit ${OTHERS_COMPARED})
			union (select * from akin limit ${OTHERS_COMPARED})
			union (select ${columns} from ${items} where ${ON_SALE} and ${items.category} = ${reference.category}
				order by ${items.id} desc limit ${NEWEST_COMPARED})
		)
		select ${items.id} from compared as ${items} where ${SELLER_VISIBLE} and ${items.id} <> ${reference.id}
		order by (${items.category} = ${reference.category})::int + (${items.search} @@ ${shared})::int desc,
			ts_rank(${items.search}, ${shared}) desc, ${items.id} desc
		limit ${limit}`);
	return rows.map(({ id }) => id);
}
