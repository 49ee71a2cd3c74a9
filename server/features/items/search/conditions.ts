import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '#server/db/client.ts';
import { isOnSale, items } from '#server/db/schema/items.ts';
import { users } from '#server/db/schema/users.ts';
import { isHidden } from '#server/db/visibility.ts';
import type { Filters } from './listing.ts';
import { type SearchPart, searchParts } from './synonyms.ts';
import { searchTerms } from './terms.ts';

/** An item is on sale where its seller is not hidden either. */
export const ON_SALE = isOnSale(items);
export const SELLER_HIDDEN = isHidden(users);
/**
 * The same of an item whose seller is not looked up: those who are hidden are few and have an index of their own, so that
 * it costs the same however many people there are.
 */
export const SELLER_VISIBLE = sql`not exists (
	select from ${users} where ${users.id} = ${items.sellerId} and ${SELLER_HIDDEN})`;

/**
 * Which transactions wrote the item, which its photos change with, and its seller. They are told apart by their numbers, and
 * these come again after four thousand million.
 */
export const ROW_VERSION = sql`concat(${items}.xmin, ' ', ${users}.xmin)`;

/** What the listing asks of an item itself, beside being on sale; true where it asks nothing. */
export function conditionsFor({ category, sellerId, query, minPrice, maxPrice }: Filters): SQL {
	const conditions = [sql`true`];
	if (category !== undefined) conditions.push(sql`${items.category} = ${category}`);
	if (sellerId !== undefined) conditions.push(sql`${items.sellerId} = ${sellerId}`);
	if (query !== undefined) conditions.push(sql`${items.search} @@ ${query}::tsquery`);
	if (minPrice !== undefined) conditions.push(sql`${items.price} >= ${minPrice}`);
	if (maxPrice !== undefined) conditions.push(sql`${items.price} <= ${maxPrice}`);
	return sql.join(conditions, sql` and `);
}

/**
 * A query of words worked out, as text. Done before anything is looked for: the planner then knows how common its words
 * are, and nothing has to be worked out again for every item.
 */
export async function compileQuery(db: Db, query: SQL): Promise<string> {
	const [text = ''] = await compileQueries(db, [query]);
	return text;
}

export async function compileQueries(db: Db, queries: readonly SQL[]): Promise<string[]> {
	if (queries.length === 0) return [];
	const texts = sql.join(
		queries.map((query) => sql`(${query})::text`),
		sql`, `,
	);
	const { rows } = await db.execute<{ texts: string[] }>(sql`select array[${texts}] as texts`);
	return rows[0]?.texts ?? [];
}

/** Every word must be there, or what means the same on a campus; the last may be unfinished, as it is while somebody types. */
export function allWords(words: string): SQL {
	const parts = searchParts(searchTerms(words));
	return allOf(
		parts.map((part, index) => {
			const isLast = index === parts.length - 1;
			const query = partQuery(part, stemmed, isLast ? prefix : stemmed);
			// Between "books for" and "books for civil" the list stays what it was: "for" is nowhere to be found.
			const mayBeEmpty = isLast && index > 0 && part.synonyms.length === 0;
			return mayBeEmpty
				? sql`case when numnode(${allOf(part.terms.map(stemmed))}) = 0 then ''::tsquery else ${query} end`
				: query;
		}),
	);
}

/** The same in titles alone. */
export function allWordsInTitle(terms: readonly string[]): SQL {
	const parts = searchParts(terms);
	return allOf(
		parts.map((part, index) =>
			partQuery(part, inTitle, index === parts.length - 1 ? prefixInTitle : inTitle),
		),
	);
}

/** One word by itself, or what means the same. */
export function singleWord(term: string, isLast: boolean): SQL {
	const [part = { terms: [], synonyms: [] }] = searchParts([term]);
	return partQuery(part, stemmed, isLast ? prefix : stemmed);
}

function partQuery(
	{ terms, synonyms }: SearchPart,
	wordQuery: (term: string) => SQL,
	lastQuery: (term: string) => SQL,
): SQL {
	const typed = allOf(
		terms.map((term, index) => (index === terms.length - 1 ? lastQuery : wordQuery)(term)),
	);
	return synonyms.length === 0
		? typed
		: anyOf([typed, ...synonyms.map((words) => allOf(words.map(wordQuery)))]);
}

/** The word in any of its forms: "drafters" finds "drafter". */
export function stemmed(term: string): SQL {
	return sql`plainto_tsquery('english', without_accents(${term}))`;
}

function prefix(term: string): SQL {
	return sql`(${stemmed(term)} || beginning_with(${term}))`;
}

/** The word in any of its forms, in a title; weight A is a title's (migration 0000). */
function inTitle(term: string): SQL {
	return sql`word_query('english', ${term}, 'A')`;
}

/** A word of a title that begins so. */
function prefixInTitle(term: string): SQL {
	return sql`(${inTitle(term)} || word_query('simple', ${term}, '*B'))`;
}

/** The word as it stands in a title, its forms not. */
export function exact(word: string): SQL {
	return sql`plainto_tsquery('simple', ${word})`;
}

/** Without any query it finds nothing. */
export function allOf(queries: readonly SQL[]): SQL {
	return joinQueries(queries, sql` && `);
}

export function anyOf(queries: readonly SQL[]): SQL {
	return joinQueries(queries, sql` || `);
}

function joinQueries(queries: readonly SQL[], operator: SQL): SQL {
	return queries.length === 0 ? sql`''::tsquery` : sql`(${sql.join([...queries], operator)})`;
}
