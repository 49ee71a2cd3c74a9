/** Each subject's code as the search index has it: lower case, without hyphens. */
export type SubjectCodes = readonly string[];

/** A shorter beginning would match too many subjects. */
const BEGINNING_MIN_CHARS = 3;
/** As many words as hyphens may split a code into. */
const TERMS_MAX = 4;
/** The beginning of more codes than these stays a word like any other. */
const CODES_MAX = 40;

export function subjectCodesOf(subjects: readonly { code: string }[]): SubjectCodes {
	return subjects.map(({ code }) => code.toLowerCase().replaceAll('-', ''));
}

/**
 * The words from a place on that are the code of a subject, typed with or without hyphens; at the end of the search also
 * the beginning of a code. The codes are its synonyms. Undefined where there is no such subject.
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
		const found =
			isLast && code.length >= BEGINNING_MIN_CHARS
				? codes.filter((known) => known.startsWith(code))
				: codes.filter((known) => known === code);
		if (found.length > 0 && found.length <= CODES_MAX)
			return { terms: typed, synonyms: found.map((known) => [known]) };
	}
	return undefined;
}
