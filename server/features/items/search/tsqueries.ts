import { parseIsbn } from '#contract/catalogue/isbn.ts';
import { normalizePhrase, searchTerms } from '#contract/catalogue/search-words.ts';
import type { Db } from '#server/db/client.ts';
import { type SQL, sql } from '#server/db/drizzle.ts';
import type { Catalogue } from '#server/features/catalogue/catalogue.ts';
import type { CatalogueLists, SearchVocabulary } from '#server/features/catalogue/queries.ts';

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

/** A shorter prefix would match too many words. */
const PREFIX_MIN_CHARS = 4;

/** A part of a search text: a phrase of a synonym group, the code of a subject ('CS 101'), an ISBN, or one word. */
export interface SearchPart {
	terms: readonly string[];
	/** Other phrases that mean the same, each as a list of words. */
	synonyms: readonly (readonly string[])[];
}

/** Groups of words and phrases that mean the same, and the codes of subjects, indexed for a search. */
export interface Synonyms {
	/** The group of each normalized phrase; every phrase of a group is a list of search terms. */
	groupByPhrase: ReadonlyMap<string, readonly (readonly string[])[]>;
	longestPhraseWords: number;
	subjectCodes: SubjectCodes;
}

const indexed = new WeakMap<CatalogueLists, Synonyms>();

/** The synonyms of the current catalogue, indexed once for each version of it. */
export function synonymsIn(catalogue: Pick<Catalogue, 'current'>): Synonyms {
	const lists = catalogue.current();
	const cached = indexed.get(lists);
	if (cached) return cached;
	const synonyms = synonymsOf(lists);
	indexed.set(lists, synonyms);
	return synonyms;
}

/** Indexes the groups of search words and the subject codes of a catalogue. */
export function synonymsOf({ searchWords, subjects }: SearchVocabulary): Synonyms {
	const groupByPhrase = new Map(
		searchWords.flatMap((phrases) => {
			const group = phrases.map(searchTerms);
			return group.map((words) => [normalizePhrase(words), group] as const);
		}),
	);
	const lengths = [...groupByPhrase.keys()].map((phrase) => phrase.split(' ').length);
	return {
		groupByPhrase,
		longestPhraseWords: Math.max(0, ...lengths),
		subjectCodes: subjectCodesOf(subjects),
	};
}

/**
 * Splits a search into parts, in order. At each position it takes an ISBN, else the longest phrase that has synonyms,
 * else a subject code of several words, else one word. The last word may be unfinished: it also gets the synonyms of
 * the words that begin with it.
 */
export function searchParts(terms: readonly string[], synonyms: Synonyms): SearchPart[] {
	const parts: SearchPart[] = [];
	let from = 0;
	while (from < terms.length) {
		const part =
			isbnAt(terms, from) ??
			phraseAt(terms, from, synonyms) ??
			subjectOrWordAt(terms, from, synonyms);
		parts.push(part);
		from += part.terms.length;
	}
	return parts;
}

/** A printed ISBN has up to five groups. */
const ISBN_GROUPS_MAX = 5;

/**
 * Finds an ISBN that is typed in groups or as ISBN-10. Its synonym is the ISBN-13, the form in which items store it.
 */
function isbnAt(terms: readonly string[], from: number): SearchPart | undefined {
	for (let length = ISBN_GROUPS_MAX; length > 0; length -= 1) {
		const typed = terms.slice(from, from + length);
		const isbn = parseIsbn(typed.join(''));
		if (isbn !== undefined) return { terms: typed, synonyms: isbn === typed[0] ? [] : [[isbn]] };
	}
	return undefined;
}

function phraseAt(
	terms: readonly string[],
	from: number,
	{ groupByPhrase, longestPhraseWords }: Synonyms,
): SearchPart | undefined {
	for (let length = longestPhraseWords; length > 0; length -= 1) {
		const typed = terms.slice(from, from + length);
		const group = typed.length === length ? groupByPhrase.get(normalizePhrase(typed)) : undefined;
		if (group) return { terms: typed, synonyms: otherPhrases(group, normalizePhrase(typed)) };
	}
	return undefined;
}

function subjectOrWordAt(terms: readonly string[], from: number, synonyms: Synonyms): SearchPart {
	const subject = subjectAt(terms, from, synonyms.subjectCodes);
	if (subject && subject.terms.length > 1) return subject;
	const word = wordAt(terms, from, synonyms);
	return { ...word, synonyms: [...word.synonyms, ...(subject?.synonyms ?? [])] };
}

function wordAt(terms: readonly string[], at: number, { groupByPhrase }: Synonyms): SearchPart {
	const [term = ''] = terms.slice(at, at + 1);
	const isPrefix = at === terms.length - 1 && term.length >= PREFIX_MIN_CHARS;
	const completions = isPrefix
		? [...groupByPhrase].filter(
				([key]) => !key.includes(' ') && key.startsWith(normalizePhrase([term])),
			)
		: [];
	return {
		terms: [term],
		synonyms: completions.flatMap(([key, group]) => otherPhrases(group, key)),
	};
}

function otherPhrases(group: readonly (readonly string[])[], key: string): (readonly string[])[] {
	return group.filter((words) => normalizePhrase(words) !== key);
}

/** Each subject's code as the search index has it: lower case, without hyphens. */
type SubjectCodes = readonly string[];

/** A shorter prefix would match too many subjects. */
const BEGINNING_MIN_CHARS = 3;
/** The number of words into which hyphens or spaces may split a typed code. */
const TERMS_MAX = 4;
/** A prefix of more codes than this is treated as an ordinary word. */
const CODES_MAX = 40;

export function subjectCodesOf(subjects: readonly { code: string }[]): SubjectCodes {
	return subjects.map(({ code }) => code.toLowerCase().replaceAll('-', ''));
}

/**
 * Finds a subject code in the terms from index `from` on, typed with or without hyphens. At the end of the search, a
 * prefix of codes also matches.
 * @returns the terms that were matched, with the codes as their synonyms; undefined if there is no such code
 */
export function subjectAt(
	terms: readonly string[],
	from: number,
	codes: SubjectCodes,
): { terms: string[]; synonyms: string[][] } | undefined {
	for (let length = Math.min(TERMS_MAX, terms.length - from); length > 0; length -= 1) {
		const typed = terms.slice(from, from + length);
		const code = typed.join('').toLowerCase();
		const isLast = from + length === terms.length;
		const matchingCodes =
			isLast && code.length >= BEGINNING_MIN_CHARS
				? codes.filter((known) => known.startsWith(code))
				: codes.filter((known) => known === code);
		if (matchingCodes.length > 0 && matchingCodes.length <= CODES_MAX)
			return { terms: typed, synonyms: matchingCodes.map((known) => [known]) };
	}
	return undefined;
}
