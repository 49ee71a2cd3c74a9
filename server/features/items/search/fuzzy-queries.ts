import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '#server/db/client.ts';
import { items } from '#server/db/schema/items.ts';
import { exactly, ON_SALE, oneWord, workOutAll } from './conditions.ts';
import { nearestWords } from './terms.ts';

/** Words with a spelling like it, of which the nearest are chosen. */
const LOOKED_AT = 30;
const NEIGHBOURS_MAX = 3;
const NEWEST = 500;

/** What a word that somebody typed may mean on this market. */
export interface Meaning {
	term: string;
	/** The last word may be unfinished. */
	isLast: boolean;
	/** Whether it finds something by itself. */
	isFound: boolean;
	/** Where it doesn't: words of titles on sale that may have been meant, the best first; at most three. */
	words: string[];
}

/** @param terms in the order in which they were typed */
export async function findMeanings(db: Db, terms: readonly string[]): Promise<Meaning[]> {
	const isLast = (index: number) => index === terms.length - 1;
	const own = terms.map((term, index) => oneWord(term, isLast(index)));
	const found = await areOnSale(db, own);
	const neighbours = await Promise.all(
		terms.map((term, index) => (found[index] ? [] : findNeighbours(db, term, isLast(index)))),
	);
	return terms.map((term, index) => ({
		term,
		isLast: isLast(index),
		isFound: found[index] ?? false,
		words: neighbours[index] ?? [],
	}));
}

async function findNeighbours(db: Db, term: string, isLast: boolean): Promise<string[]> {
	const { rows } = await db.execute<{ word: string; spelling: string; given: string }>(sql`
		select word, spelling, spelling_of(${term}) as given from words_like(${term}, ${LOOKED_AT})`);
	const nearest = nearestWords(rows[0]?.given ?? '', rows, isLast).map(({ word }) => word);
	// The table remembers words of items that are sold by now.
	const onSale = await areOnSale(db, nearest.map(exactly));
	return nearest.filter((_, index) => onSale[index]).slice(0, NEIGHBOURS_MAX);
}

/** For each query, whether anything on sale matches. */
async function areOnSale(db: Db, queries: readonly SQL[]): Promise<boolean[]> {
	if (queries.length === 0) return [];
	const texts = await workOutAll(db, queries);
	// Materialized: looking for one only, the planner would hope to come upon it by reading the table from its start. What is
	// common has a long list in the index of words, but is among the newest.
	const checks = texts.map(
		(query) => sql`exists (select from newest where newest.search @@ ${query}::tsquery) or exists (
			with found as materialized (
				select from ${items} where ${ON_SALE} and ${items.search} @@ ${query}::tsquery)
			select from found)`,
	);
	const { rows } = await db.execute<{ answers: boolean[] }>(sql`
		with newest as materialized (
			select ${items.search} from ${items} where ${ON_SALE} order by ${items.id} desc limit ${NEWEST})
		select array[${sql.join(checks, sql`, `)}] as answers`);
	return rows[0]?.answers ?? [];
}
