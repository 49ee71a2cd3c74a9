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
const TERMS_MAX = 8;

/**
 * The words of a search text: letters, combining marks and digits of any script; at most eight. Hindi stop words are
 * left out, unless the text has no other words. The words are in Unicode's form NFC, because keyboards type "ढ़" in two
 * ways.
 */
export function searchTerms(words: string): string[] {
	const runs = words.normalize('NFC').match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
	// Combining marks without a letter are no word: nothing would be left of them once accents are removed.
	const terms = runs.filter((run) => /[\p{L}\p{N}]/u.test(run));
	const significant = terms.filter((term) => !HINDI_STOP_WORDS.has(term));
	return (significant.length > 0 ? significant : terms).slice(0, TERMS_MAX);
}

/**
 * The form in which phrases are compared: ignores case and a plural "s".
 * @param terms as `searchTerms` returns them
 */
export function normalizePhrase(terms: readonly string[]): string {
	return terms.map((term) => term.toLowerCase().replace(/(?<=..)s$/, '')).join(' ');
}
