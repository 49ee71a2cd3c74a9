import type { DeclaredError } from '#contract/core/errors.ts';
import { CATALOGUE_ERRORS } from './errors.ts';
import { CATALOGUE_LIST_LIMITS } from './facts.ts';
import type { CategoryInput, SpotInput } from './list-schemas.ts';
import type { Branch, DetailField, Subject } from './schemas.ts';
import { normalizePhrase, searchTerms } from './search-words.ts';

/** A violation of a rule that the schema of the list (list-schemas.ts) does not check. */
export interface ListFault {
	/** The value at fault, as in the request: `categories.2.fields.0.key`. */
	path: string;
	error: DeclaredError;
}

/** Finds names that differ in case only, repeated field keys in a category, and invalid choices of a field. */
export function categoryFaults(categories: readonly CategoryInput[]): ListFault[] {
	return [
		...repeatedIn(categories, ({ name }) => name.toLowerCase()).map((index) => ({
			path: `categories.${index}.name`,
			error: CATALOGUE_ERRORS.categoryNameTaken(categories[index]?.name ?? ''),
		})),
		...categories.flatMap(({ fields }, index) => fieldFaults(fields, `categories.${index}.fields`)),
	];
}

function fieldFaults(fields: readonly DetailField[], path: string): ListFault[] {
	const repeatedKeys = repeatedIn(fields, ({ key }) => key).map((index) => ({
		path: `${path}.${index}.key`,
		error: CATALOGUE_ERRORS.fieldKeyTaken(fields[index]?.key ?? ''),
	}));
	const wrongChoices = fields.flatMap((field, index) =>
		choiceErrors(field).map((error) => ({ path: `${path}.${index}.choices`, error })),
	);
	return [...repeatedKeys, ...wrongChoices];
}

function choiceErrors({ kind, choices = [] }: DetailField): DeclaredError[] {
	if (kind !== 'choice') return choices.length > 0 ? [CATALOGUE_ERRORS.choicesElsewhere] : [];
	if (choices.length < CATALOGUE_LIST_LIMITS.choicesMin) return [CATALOGUE_ERRORS.choices];
	return repeatedIn(choices, (choice) => choice.toLowerCase())
		.slice(0, 1)
		.map((index) => CATALOGUE_ERRORS.choiceTaken(choices[index] ?? ''));
}

interface SubjectLists {
	branches: readonly Branch[];
	subjects: readonly Subject[];
}

/** Finds codes that differ in case only, and subjects whose branch is not in the list in the same case. */
export function subjectFaults({ branches, subjects }: SubjectLists): ListFault[] {
	const branchCodes = new Set(branches.map(({ code }) => code));
	return [
		...repeatedIn(branches, ({ code }) => code.toUpperCase()).map((index) => ({
			path: `branches.${index}.code`,
			error: CATALOGUE_ERRORS.branchTaken(branches[index]?.code ?? ''),
		})),
		...repeatedIn(subjects, ({ code }) => code.toUpperCase()).map((index) => ({
			path: `subjects.${index}.code`,
			error: CATALOGUE_ERRORS.subjectTaken(subjects[index]?.code ?? ''),
		})),
		...subjects.flatMap(({ branch }, index) =>
			branchCodes.has(branch)
				? []
				: [{ path: `subjects.${index}.branch`, error: CATALOGUE_ERRORS.noSuchBranch(branch) }],
		),
	];
}

/**
 * Finds words that are in two groups, or twice in one group. A search for a word in two groups would use only the group
 * that was read last.
 */
export function searchWordFaults(groups: readonly (readonly string[])[]): ListFault[] {
	const groupOfWord = new Map<string, number>();
	return groups.flatMap((words, index) => {
		const path = `searchWords.${index}`;
		const twice = repeatedIn(words, (word) => word).slice(0, 1);
		const faults = twice.map((at) => ({
			path,
			error: CATALOGUE_ERRORS.wordTwice(words[at] ?? ''),
		}));
		for (const word of words) {
			const key = normalizePhrase(searchTerms(word));
			if ((groupOfWord.get(key) ?? index) !== index) {
				faults.push({ path, error: CATALOGUE_ERRORS.wordInTwoGroups(word) });
			}
			groupOfWord.set(key, index);
		}
		return faults;
	});
}

/** Finds days that are in the list of term starts twice. */
export function termFaults(terms: readonly string[]): ListFault[] {
	return repeatedIn(terms, (day) => day).map((index) => ({
		path: `terms.${index}`,
		error: CATALOGUE_ERRORS.termTwice(terms[index] ?? ''),
	}));
}

/** Finds names that differ in case only, and spots that close at the time at which they open. */
export function spotFaults(spots: readonly SpotInput[]): ListFault[] {
	return [
		...repeatedIn(spots, ({ name }) => name.toLowerCase()).map((index) => ({
			path: `spots.${index}.name`,
			error: CATALOGUE_ERRORS.spotNameTaken(spots[index]?.name ?? ''),
		})),
		...spots.flatMap(({ opens, closes }, index) =>
			opens === closes
				? [{ path: `spots.${index}.closes`, error: CATALOGUE_ERRORS.spotHours }]
				: [],
		),
	];
}

/** The indexes of entries whose key an earlier entry has. */
function repeatedIn<Entry>(entries: readonly Entry[], keyOf: (entry: Entry) => string): number[] {
	const seen = new Set<string>();
	return entries.flatMap((entry, index) => {
		const key = keyOf(entry);
		if (seen.has(key)) return [index];
		seen.add(key);
		return [];
	});
}
