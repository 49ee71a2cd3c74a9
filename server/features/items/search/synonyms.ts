/** Words and phrases that mean the same on a campus: a search for one finds the others too. */
const SYNONYM_GROUPS: readonly (readonly string[])[] = [
	['calci', 'calculator'],
	['labcoat', 'lab coat', 'apron'],
	['pyq', 'previous year paper', 'previous year question paper', 'question paper'],
	['drafter', 'mini drafter', 'drafting machine'],
	['ed', 'engineering drawing'],
	['maths', 'mathematics'],
	['dbms', 'database management'],
	['os', 'operating system'],
	['dsa', 'data structures'],
	['geometry box', 'compass box', 'instrument box'],
	['multimeter', 'multi meter'],
	['breadboard', 'bread board'],
	['pendrive', 'pen drive', 'flash drive', 'usb drive'],
	['powerbank', 'power bank'],
	['earphones', 'earbuds', 'airdopes'],
	['mobile', 'phone', 'smartphone'],
	['extension board', 'extension cord', 'spike guard', 'power strip'],
	['study lamp', 'table lamp', 'desk lamp'],
	['cycle', 'bicycle'],
	['bedsheet', 'bed sheet'],
	['almirah', 'cupboard', 'wardrobe'],
	['bucket', 'balti'],
];
/** A shorter prefix would match too many words. */
const PREFIX_MIN_CHARS = 4;

/** A part of a search text: one word, or a phrase of a synonym group. */
export interface SearchPart {
	terms: readonly string[];
	/** Other phrases that mean the same, each as a list of words. */
	synonyms: readonly (readonly string[])[];
}

const phrases = new Map(
	SYNONYM_GROUPS.flatMap((group) =>
		group.map((phrase) => [normalizePhrase(phrase.split(' ')), group] as const),
	),
);
const LONGEST_PHRASE_WORDS = Math.max(...[...phrases.keys()].map((key) => key.split(' ').length));

/**
 * Splits a search into parts, in order; the longest known phrase wins. The last word may be unfinished and then also
 * gets the synonyms of the words that begin with it.
 */
export function searchParts(terms: readonly string[]): SearchPart[] {
	const parts: SearchPart[] = [];
	let from = 0;
	while (from < terms.length) {
		const part = phraseAt(terms, from) ?? wordAt(terms, from);
		parts.push(part);
		from += part.terms.length;
	}
	return parts;
}

function phraseAt(terms: readonly string[], from: number): SearchPart | undefined {
	for (let length = LONGEST_PHRASE_WORDS; length > 0; length -= 1) {
		const typed = terms.slice(from, from + length);
		const group = typed.length === length ? phrases.get(normalizePhrase(typed)) : undefined;
		if (group) return { terms: typed, synonyms: synonymsOf(group, normalizePhrase(typed)) };
	}
	return undefined;
}

function wordAt(terms: readonly string[], at: number): SearchPart {
	const [term = ''] = terms.slice(at, at + 1);
	const isPrefix = at === terms.length - 1 && term.length >= PREFIX_MIN_CHARS;
	const completions = isPrefix
		? [...phrases].filter(([key]) => !key.includes(' ') && key.startsWith(normalizePhrase([term])))
		: [];
	return { terms: [term], synonyms: completions.flatMap(([key, group]) => synonymsOf(group, key)) };
}

function synonymsOf(group: readonly string[], key: string): string[][] {
	return group.map((phrase) => phrase.split(' ')).filter((words) => normalizePhrase(words) !== key);
}

/** Ignores case and a plural "s". */
function normalizePhrase(terms: readonly string[]): string {
	return terms.map((term) => term.toLowerCase().replace(/(?<=..)s$/, '')).join(' ');
}
