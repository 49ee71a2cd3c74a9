import type { Subject } from '#contract/catalogue/schemas.ts';
import type { Facets } from '#contract/items/facets.ts';
import { FACET_LIMITS } from '#contract/items/facts.ts';
import type { ListingFilterValues } from '#contract/items/listing.ts';

/** More of them would be a list to read, and not to choose from. */
const SHOWN_MAX = 8;

/** A subject to choose, with the number of its items if that is known. */
export interface FoundSubject {
	subject: Subject;
	count: number | undefined;
}

type Course = Pick<ListingFilterValues, 'branch' | 'semester'>;

/** Whether a subject is of the branch and the semester that are asked for. */
export function isInCourse(subject: Subject, { branch, semester }: Course): boolean {
	return (
		(branch === '' || subject.branch === branch) &&
		(semester === '' || subject.semester === Number(semester))
	);
}

/**
 * The subjects of a course to choose from: without a text those that most items name, else those whose code begins with
 * it or whose name has it. The chosen one is always there.
 * @param counts the list of the facets; undefined until it is counted
 */
export function findSubjects(
	subjects: readonly Subject[],
	choices: Course & { subject: string },
	counts: Facets['facets']['subject'] | undefined,
	typed: string,
): FoundSubject[] {
	const countOf = (code: string) => {
		const counted = counts?.find(({ value }) => value === code);
		// A subject outside a full list may have items as well.
		const isListFull = !counts || counts.length >= FACET_LIMITS.choicesMax;
		return counted?.count ?? (isListFull ? undefined : 0);
	};
	const inCourse = subjects.filter((subject) => isInCourse(subject, choices));
	const found = typed.trim() === '' ? mostNamed(inCourse, counts) : matching(inCourse, typed);
	const chosen = inCourse.filter(({ code }) => code === choices.subject);
	return [...new Set([...chosen, ...found.slice(0, SHOWN_MAX)])].map((subject) => ({
		subject,
		count: countOf(subject.code),
	}));
}

/** The counted ones first, then the others in the order of the catalogue. */
function mostNamed(
	subjects: readonly Subject[],
	counts: Facets['facets']['subject'] | undefined,
): Subject[] {
	const counted = (counts ?? []).flatMap(
		({ value }) => subjects.find(({ code }) => code === value) ?? [],
	);
	return [...new Set([...counted, ...subjects])];
}

/** Codes are typed with and without hyphens. */
function matching(subjects: readonly Subject[], typed: string): Subject[] {
	const words = typed.trim().toLowerCase();
	const withoutHyphens = (text: string) => text.toLowerCase().replaceAll(/[-\s]/g, '');
	const byCode = subjects.filter(({ code }) =>
		withoutHyphens(code).startsWith(withoutHyphens(words)),
	);
	const byName = subjects.filter(({ name }) => name.toLowerCase().includes(words));
	return [...new Set([...byCode, ...byName])];
}
