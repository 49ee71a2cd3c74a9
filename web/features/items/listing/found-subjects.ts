import { subjectKey } from '#contract/catalogue/facts.ts';
import type { Subject } from '#contract/catalogue/schemas.ts';
import type { Facets } from '#contract/items/facets.ts';
import { FACET_LIMITS } from '#contract/items/facts.ts';
import type { ListingFilterValues } from '#contract/items/listing.ts';

/** A longer list would take too long to read. */
const SHOWN_MAX = 8;

/** A subject to choose, with the number of its items if that is known. */
export interface FoundSubject {
	subject: Subject;
	isChosen: boolean;
	/** Whether several branches teach it, under codes of their own. */
	isShared: boolean;
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
	const countOf = (subject: Subject) => {
		const codes = subjects.filter((one) => isSame(one, subject)).map(({ code }) => code);
		const counted = counts?.find(({ value }) => codes.includes(value));
		// If the list of counts is full, a subject outside the list may have items too, so its number is unknown.
		const isListFull = !counts || counts.length >= FACET_LIMITS.choicesMax;
		return counted?.count ?? (isListFull ? undefined : 0);
	};
	const inCourse = subjects.filter((subject) => isInCourse(subject, choices));
	const candidates =
		typed.trim() === '' ? mostNamed(inCourse, subjects, counts) : matching(inCourse, typed);
	const named = subjects.find(({ code }) => code === choices.subject);
	const isChosen = (subject: Subject) => named !== undefined && isSame(subject, named);
	const chosen = inCourse.filter(isChosen);
	const chosenFirst = [...chosen, ...candidates];
	const shown = chosenFirst.filter(
		(subject, index) => chosenFirst.findIndex((one) => isSame(one, subject)) === index,
	);
	return shown.slice(0, SHOWN_MAX + Math.min(chosen.length, 1)).map((subject) => ({
		subject,
		isChosen: isChosen(subject),
		isShared: subjects.some((one) => one !== subject && isSame(one, subject)),
		count: countOf(subject),
	}));
}

/** Whether several branches teach the subject under codes of their own: it is one choice. */
export function isSame(one: Subject, other: Subject): boolean {
	return subjectKey(one) === subjectKey(other);
}

/** The counted subjects first, in the order of `counts`, then the others in the order of the catalogue. */
function mostNamed(
	inCourse: readonly Subject[],
	subjects: readonly Subject[],
	counts: Facets['facets']['subject'] | undefined,
): Subject[] {
	const counted = (counts ?? []).flatMap(({ value }) => {
		const named = subjects.find(({ code }) => code === value);
		return (named && inCourse.find((subject) => isSame(subject, named))) ?? [];
	});
	return [...counted, ...inCourse];
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
