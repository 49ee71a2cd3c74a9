import { parseIsbn } from '#contract/catalogue/isbn.ts';
import { normalizePhrase, searchTerms } from '#contract/catalogue/search-words.ts';
import type { Catalogue } from '#server/features/catalogue/catalogue.ts';
import type { CatalogueLists, SearchVocabulary } from '#server/features/catalogue/queries.ts';

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
