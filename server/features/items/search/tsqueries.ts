import { searchTerms } from '#contract/catalogue/search-words.ts';
import type { Db } from '#server/db/client.ts';
import { type SQL, sql } from '#server/db/drizzle.ts';
import { type SearchPart, type Synonyms, searchParts } from './synonyms.ts';

/**
 * Evaluates a `tsquery` expression to its text before the search. The planner then knows how common the words are, and
 * the expression is not evaluated again for every item.
 */
export async function compileQuery(db: Db, query: SQL): Promise<string> {
	const [text = ''] = await compileQueries(db, [query]);
	return text;
}

/** Like `compileQuery`, for several expressions in one statement. */
export async function compileQueries(db: Db, queries: readonly SQL[]): Promise<string[]> {
	if (queries.length === 0) return [];
	const texts = sql.join(
		queries.map((query) => sql`(${query})::text`),
		sql`, `,
	);
	const { rows } = await db.execute<{ texts: string[] }>(sql`select array[${texts}] as texts`);
	return rows[0]?.texts ?? [];
}

/**
 * Matches items that have every word or a synonym of it. The last word may be unfinished, as while the user types.
 * @param lastQuery builds the query for the last word
 */
export function allWords(
	words: string,
	synonyms: Synonyms,
	lastQuery: (term: string) => SQL = prefix,
): SQL {
	const terms = searchTerms(words);
	const parts = searchParts(terms, synonyms);
	const allInAnyForm = allOf(
		parts.map((part, index) => {
			const isLast = index === parts.length - 1;
			const query = partQuery(part, ANYWHERE, isLast ? lastQuery : stemmed);
			// `&&` ignores an empty query, so a stop word at the end is left out: while a user types "books for civil",
			// "books for" must still list books.
			const mayBeLeftOut = isLast && index > 0 && part.synonyms.length === 0;
			return mayBeLeftOut ? ifStopWords(part.terms, sql`''::tsquery`, query) : query;
		}),
	);
	// If all words are stop words, they are compared as written. A part with synonyms already is (`partQuery`).
	if (terms.length === 0 || parts.some((part) => part.synonyms.length > 0)) return allInAnyForm;
	return ifStopWords(terms, allAsWritten(terms, ANYWHERE, lastQuery), allInAnyForm);
}

/** @param query used if all terms are English stop words, which `stemmed` drops */
function ifStopWords(terms: readonly string[], query: SQL, otherwise: SQL): SQL {
	// Stop words have no digits. This skips the check for subject codes, of which there may be many.
	if (terms.some((term) => /\d/.test(term))) return otherwise;
	return sql`case when numnode(${allOf(terms.map(stemmed))}) = 0 then ${query} else ${otherwise} end`;
}

/**
 * Matches the terms as they are written: for stop words, such as the value "Other" of a detail, which `stemmed`
 * drops.
 */
function allAsWritten(
	terms: readonly string[],
	forms: WordForms,
	lastQuery: (term: string) => SQL,
): SQL {
	return allOf(
		terms.map((term, index) =>
			index === terms.length - 1
				? sql`(${forms.asWritten(term)} || ${lastQuery(term)})`
				: forms.asWritten(term),
		),
	);
}

/** Like `allWords`, but in titles only. */
export function allWordsInTitle(terms: readonly string[], synonyms: Synonyms): SQL {
	const parts = searchParts(terms, synonyms);
	return allOf(
		parts.map((part, index) =>
			partQuery(part, IN_TITLE, index === parts.length - 1 ? prefixInTitle : inTitle),
		),
	);
}

/** Matches one word or a synonym of it. */
export function singleWord(term: string, isLast: boolean, synonyms: Synonyms): SQL {
	const [part = { terms: [], synonyms: [] }] = searchParts([term], synonyms);
	return partQuery(part, ANYWHERE, isLast ? prefix : stemmed);
}

/** Matches one word of a title, or a synonym of it. */
export function singleWordInTitle(term: string, synonyms: Synonyms): SQL {
	const [part = { terms: [], synonyms: [] }] = searchParts([term], synonyms);
	return partQuery(part, IN_TITLE, inTitle);
}

/** The ways in which a word is compared. */
interface WordForms {
	inAnyForm: (term: string) => SQL;
	asWritten: (term: string) => SQL;
}

const ANYWHERE: WordForms = { inAnyForm: stemmed, asWritten };
const IN_TITLE: WordForms = { inAnyForm: inTitle, asWritten: asWrittenInTitle };

/**
 * The words under which items have a model number (SQL function `words_vector`): each group of letters joined with each
 * group of digits beside it. "fx991es" becomes "fx991" and "991es", which finds "fx-991 ES" too.
 */
function modelParts(term: string): string[] {
	const groups = term.match(/\d+|\D+/g) ?? [];
	if (groups.length < 3) return [term];
	return groups.slice(1).map((group, index) => `${groups[index]}${group}`);
}

function partQuery(part: SearchPart, forms: WordForms, lastQuery: (term: string) => SQL): SQL {
	const terms = part.terms.flatMap(modelParts);
	const synonyms = part.synonyms.map((words) => words.flatMap(modelParts));
	const { inAnyForm } = forms;
	const typed = allOf(
		terms.map((term, index) => (index === terms.length - 1 ? lastQuery : inAnyForm)(term)),
	);
	if (synonyms.length === 0) return typed;
	// "IT" is a stop word, which `inAnyForm` leaves out. With the group "it, information technology", a search must find
	// items with "IT" nevertheless.
	return anyOf([
		ifStopWords(terms, allAsWritten(terms, forms, lastQuery), typed),
		...synonyms.map((words) =>
			ifStopWords(words, allOf(words.map(forms.asWritten)), allOf(words.map(inAnyForm))),
		),
	]);
}

/** The word in any inflected form: "drafters" finds "drafter". */
export function stemmed(term: string): SQL {
	return sql`plainto_tsquery('english', without_accents(${term}))`;
}

function prefix(term: string): SQL {
	return sql`(${stemmed(term)} || beginning_with(${term}))`;
}

/** The word in any inflected form, in titles only: there it has weight A (migration 0052). */
function inTitle(term: string): SQL {
	return sql`word_query('english', ${term}, 'A')`;
}

/** Also matches title words that begin with the term. */
function prefixInTitle(term: string): SQL {
	return sql`(${inTitle(term)} || word_query('simple', ${term}, '*B'))`;
}

/** The exact form of the word, regardless of accents. */
function asWritten(term: string): SQL {
	return sql`plainto_tsquery('simple', without_accents(${term}))`;
}

/** The exact form of the word, in titles only: there it has weight B (migration 0052). */
function asWrittenInTitle(term: string): SQL {
	return sql`word_query('simple', ${term}, 'B')`;
}

/** The exact form of the word, with its accents. */
export function exact(word: string): SQL {
	return sql`plainto_tsquery('simple', ${word})`;
}

/** Matches what all of the queries match; an empty list matches nothing. */
export function allOf(queries: readonly SQL[]): SQL {
	return joinQueries(queries, sql` && `);
}

/** Matches what any of the queries matches. */
export function anyOf(queries: readonly SQL[]): SQL {
	return joinQueries(queries, sql` || `);
}

function joinQueries(queries: readonly SQL[], operator: SQL): SQL {
	return queries.length === 0 ? sql`''::tsquery` : sql`(${sql.join([...queries], operator)})`;
}
