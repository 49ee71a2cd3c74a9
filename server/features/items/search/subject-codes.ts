/** Each subject's code as the search index has it: lower case, without hyphens. */
export type SubjectCodes = readonly string[];

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
