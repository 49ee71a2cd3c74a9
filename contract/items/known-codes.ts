import type { parseListing } from './listing.ts';

/* Looks up the subject and the branch of a listing's URL in the catalogue. */

type ParsedListing = ReturnType<typeof parseListing>;

interface Coded {
	code: string;
}

/** The codes of the catalogue. */
export interface KnownCodes {
	subjects: readonly Coded[];
	branches: readonly Coded[];
}

/** Whether a listing has a subject or a branch to look up. */
export function hasCodes({ params: { subject, branch } }: ParsedListing): boolean {
	return subject !== '' || branch !== '';
}

/**
 * The state of a listing, with subject and branch spelled as in the catalogue. A code that the catalogue does not have
 * is left out, and `warnings` then names the filter.
 */
export function withKnownCodes(
	{ params, warnings }: ParsedListing,
	{ subjects, branches }: KnownCodes,
): ParsedListing {
	const subject = findCode(subjects, params.subject);
	const branch = findCode(branches, params.branch);
	const codeWarnings = [
		...(subject === undefined ? ['badSubject' as const] : []),
		...(branch === undefined ? ['badBranch' as const] : []),
	];
	return {
		params: { ...params, subject: subject ?? '', branch: branch ?? '' },
		warnings: [...warnings, ...codeWarnings.filter((warning) => !warnings.includes(warning))],
	};
}

/**
 * Finds a code regardless of case.
 * @returns the code as the catalogue spells it, '' for '', and undefined for an unknown code
 */
export function findCode(known: readonly Coded[], code: string): string | undefined {
	if (code === '') return code;
	return known.find((one) => one.code.toUpperCase() === code.toUpperCase())?.code;
}
