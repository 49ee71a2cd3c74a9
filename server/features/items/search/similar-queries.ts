import { sql } from 'drizzle-orm';
import { searchTerms } from '#contract/catalogue/search-words.ts';
import type { Db } from '#server/db/client.ts';
import { items } from '#server/db/schema/items.ts';
import { ON_SALE, SELLER_VISIBLE } from './conditions.ts';
import { allOf, anyOf, compileQueries, stemmed } from './tsqueries.ts';

interface ReferenceItem {
	id: number;
	title: string;
	category: string;
}

/** How many of the newest items of the category are compared. */
const NEWEST_COMPARED = 1000;
/** How many items that share all words of the title are compared, and how many that share any of them. */
const OTHERS_COMPARED = 200;

/**
 * Ids of items on sale that are similar to the reference, without the reference itself: first those that share its
 * category and words of its title, then those that share one of the two; more shared words rank higher.
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
		with matching_all as materialized (
			select ${columns} from ${items}
			where ${ON_SALE} and ${items.category} = ${reference.category} and ${items.search} @@ ${all}
		), matching_any as materialized (
			select ${columns} from ${items} where ${ON_SALE} and ${items.search} @@ ${shared}
		), compared as (
			(select * from matching_all limit ${OTHERS_COMPARED})
			union (select * from matching_any limit ${OTHERS_COMPARED})
			union (select ${columns} from ${items} where ${ON_SALE} and ${items.category} = ${reference.category}
				order by ${items.id} desc limit ${NEWEST_COMPARED})
		)
		select ${items.id} from compared as ${items} where ${SELLER_VISIBLE} and ${items.id} <> ${reference.id}
		order by (${items.category} = ${reference.category})::int + (${items.search} @@ ${shared})::int desc,
			ts_rank(${items.search}, ${shared}) desc, ${items.id} desc
		limit ${limit}`);
	return rows.map(({ id }) => id);
}
