import type { Subject } from '#contract/catalogue/schemas.ts';
import type { Facets } from '#contract/items/facets.ts';
import { FACET_LIMITS } from '#contract/items/facts.ts';
import type { ListingFilterValues } from '#contract/items/listing.ts';

/** A longer list would take too long to read. */
const SHOWN_MAX = 8;

/** A subject to choose, with the number of its items if that is known. */
export interface FoundSubject {
	subject: Subject;
	count: number | undefined;
}

type Course = Pick<ListingFilterValues, 'branch' | 'semester'>;

/** Whether a subject belongs to the chosen branch and semester. */
export function isInCourse(subject: Subject, { branch, semester }: Course): boolean {
	return (
		(branch === '' || subject.branch === branch) &&
		(semester === '' || subject.semester === Number(semester))
	);
}

/**
 * The subjects of a course to choose from. Without a typed text, the subjects named by most items come first. With a
 * typed text, the list has the subjects whose code begins with it or whose name contains it. The chosen subject is
 * always included.
 * @param counts the numbers of items by subject from the facets; undefined until loaded
 */
export function findSubjects(
	subjects: readonly Subject[],
	choices: Course & { subject: string },
	counts: Facets['facets']['subject'] | undefined,
	typed: string,
): FoundSubject[] {
	const countOf = (code: string) => {
		const counted = counts?.find(({ value }) => value === code);
		// If the list of counts is full, a subject outside the list may have items too, so its number is unknown.
		const isListFull = !counts || counts.length >= FACET_LIMITS.choicesMax;
		return counted?.count ?? (isListFull ? undefined : 0);
	};
	const inCourse = subjects.filter((subject) => isInCourse(subject, choices));
	const candidates = typed.trim() === '' ? mostNamed(inCourse, counts) : matching(inCourse, typed);
	const chosen = inCourse.filter(({ code }) => code === choices.subject);
	return [...new Set([...chosen, ...candidates.slice(0, SHOWN_MAX)])].map((subject) => ({
		subject,
		count: countOf(subject.code),
	}));
}

/** The counted subjects first, in the order of `counts`, then the others in the order of the catalogue. */
function mostNamed(
	subjects: readonly Subject[],
	counts: Facets['facets']['subject'] | undefined,
): Subject[] {
	const counted = (counts ?? []).flatMap(
		({ value }) => subjects.find(({ code }) => code === value) ?? [],
	);
	return [...new Set([...counted, ...subjects])];
}

/** Subjects that match a typed text. Spaces and hyphens in codes are ignored. */
function matching(subjects: readonly Subject[], typed: string): Subject[] {
	const words = typed.trim().toLowerCase();
	const withoutHyphens = (text: string) => text.toLowerCase().replaceAll(/[-\s]/g, '');
	const byCode = subjects.filter(({ code }) =>
		withoutHyphens(code).startsWith(withoutHyphens(words)),
	);
	const byName = subjects.filter(({ name }) => name.toLowerCase().includes(words));
	return [...new Set([...byCode, ...byName])];
}
