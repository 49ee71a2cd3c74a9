import { withAsciiDigits, withoutInvisible } from '#contract/core/plain-text.ts';

/** Hindi words without meaning for a search; PostgreSQL has a list of the English ones. */
const HINDI_STOP_WORDS = new Set([
	'का',
	'के',
	'की',
	'को',
	'में',
	'से',
	'पर',
	'है',
	'हैं',
	'और',
	'या',
	'एक',
	'यह',
	'वह',
	'ने',
	'लिए',
	'वाला',
	'वाली',
]);
/** Words of titles that say nothing about what an item is. */
const GENERAL_WORDS = new Set(
	(
		'new used old like good fair best nice great full half set all both pack pair piece pieces lot size small medium ' +
		'large big mini brand original genuine complete condition working unused excellent cheap free sale sell selling ' +
		'urgent only gb tb mm cm kg ml watt inch just with without for and the from one two three year years month months semester sem first second'
	).split(' '),
);
const TERMS_MAX = 8;

/** Malayalam letters without a vowel: the newer single characters, and the letter with a virama that older keyboards type. */
const CHILLUS: Readonly<Record<string, string>> = {
	'\u0d7a': '\u0d23\u0d4d',
	'\u0d7b': '\u0d28\u0d4d',
	'\u0d7c': '\u0d30\u0d4d',
	'\u0d7d': '\u0d32\u0d4d',
	'\u0d7e': '\u0d33\u0d4d',
	'\u0d7f': '\u0d15\u0d4d',
};

/**
 * One spelling for texts that look the same, and words for names made of signs: C++, C#, .NET. The SQL functions
 * `search_spelling` and `named_signs` (migration 0068) do the same to the texts of items.
 */
function searchSpelling(words: string): string {
	return withAsciiDigits(withoutInvisible(words.normalize('NFKC')))
		.replace(/[\u0d7a-\u0d7f]/g, (chillu) => CHILLUS[chillu] ?? chillu)
		.replace(/(?<=[a-z])\+\+/gi, 'plusplus ')
		.replace(/(?<![a-z0-9])([a-z])#/gi, '$1sharp ')
		.replace(/\.net(?![a-z0-9])/gi, ' dotnet ');
}

/**
 * The words of a search text: letters, combining marks and digits of any script; at most eight. Hindi stop words are
 * left out, unless the text has no other words.
 */
export function searchTerms(words: string): string[] {
	const runs = searchSpelling(words).match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
	// Combining marks without a letter are no word: nothing would be left of them once accents are removed.
	const terms = runs.filter((run) => /[\p{L}\p{N}]/u.test(run));
	const significant = terms.filter((term) => !HINDI_STOP_WORDS.has(term));
	return (significant.length > 0 ? significant : terms).slice(0, TERMS_MAX);
}

/** The search terms that say what an item is: without general words, single letters and short numbers. */
export function tellingTerms(words: string): string[] {
	return searchTerms(words).filter(isTelling);
}

/** Whether a search term says what an item is. */
export function isTelling(term: string): boolean {
	return term.length > 1 && !/^\d{1,2}$/.test(term) && !GENERAL_WORDS.has(term.toLowerCase());
}

/**
 * The form in which phrases are compared: ignores case and a plural "s".
 * @param terms as `searchTerms` returns them
 */
export function normalizePhrase(terms: readonly string[]): string {
	return terms.map((term) => term.toLowerCase().replace(/(?<=..)s$/, '')).join(' ');
}
