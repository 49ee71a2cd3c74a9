import { tellingTerms } from '#contract/catalogue/search-words.ts';
import { ITEM_LIMITS } from '#contract/items/facts.ts';
import type { Db } from '#server/db/client.ts';
import { sql } from '#server/db/drizzle.ts';
import { items } from '#server/db/schema/items.ts';
import { ON_SALE, SELLER_VISIBLE } from './conditions.ts';
import type { Synonyms } from './synonyms.ts';
import { anyOf, compileQuery, singleWordInTitle } from './tsqueries.ts';

interface ReferenceItem {
	id: number;
	title: string;
	category: string;
	subjects: readonly string[];
}

/** Items with a word of the title that are compared; the newest. */
const COMPARED_MAX = 1000;

/**
 * Ids of items on sale that are similar to the reference, without the reference itself: those for one of its subjects,
 * and those of its category whose titles share a telling word. Most shared subjects and words come first. None if there
 * are fewer than ITEM_LIMITS.similarMin.
 */
export async function findSimilar(
	db: Db,
	reference: ReferenceItem,
	synonyms: Synonyms,
): Promise<number[]> {
	const terms = tellingTerms(reference.title);
	const words = await compileQuery(
		db,
		anyOf(terms.map((term) => singleWordInTitle(term, synonyms))),
	);
	const columns = sql`${items.id}, ${items.sellerId}, ${items.subjects}, ${items.search}`;
	const newest = sql`order by ${items.id} desc limit ${COMPARED_MAX}`;
	const sharesSubject = sql`${items.subjects} && ${sql.param(reference.subjects)}::text[]`;
	const { rows } = await db.execute<{ id: number }>(sql`
		with compared as (
			(select ${columns} from ${items} where ${ON_SALE} and ${sharesSubject} ${newest})
			union (select ${columns} from ${items}
				where ${ON_SALE} and ${items.category} = ${reference.category} and ${items.search} @@ ${words}::tsquery ${newest})
		)
		select ${items.id} from compared as ${items} where ${SELLER_VISIBLE} and ${items.id} <> ${reference.id}
		order by (${sharesSubject})::int + (${items.search} @@ ${words}::tsquery)::int desc,
			ts_rank(${items.search}, ${words}::tsquery) desc, ${items.id} desc
		limit ${ITEM_LIMITS.similarMax}`);
	return rows.length < ITEM_LIMITS.similarMin ? [] : rows.map(({ id }) => id);
}
