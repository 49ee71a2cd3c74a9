import { CATALOGUE_ERRORS } from '#contract/catalogue/errors.ts';
import { subjectFaults } from '#contract/catalogue/list-rules.ts';
import type { BranchInput } from '#contract/catalogue/list-schemas.ts';
import type { Branch, Subject } from '#contract/catalogue/schemas.ts';
import type { Db } from '#server/db/client.ts';
import { conflictIfInUse } from '#server/db/errors.ts';
import { AppError } from '#server/lib/app-error.ts';
import { compareLists, describeListChanges, joinParts } from './list-changes.ts';
import { requireNoFaults } from './rules.ts';
import {
	deleteBranch,
	deleteSubjects,
	listUsedSubjects,
	lockForDeletion,
	renameBranch,
	saveBranches,
	saveSubjects,
} from './subject-list-queries.ts';

export interface SubjectLists {
	branches: readonly Branch[];
	subjects: readonly Subject[];
}

interface SentSubjectLists extends SubjectLists {
	branches: readonly BranchInput[];
}

/**
 * Replaces branches and subjects in a transaction that has locked their list.
 * @returns what was changed, for the audit log; '' for nothing
 * @throws AppError invalid for a broken rule; conflict for a removed subject or branch that is in use, and for a branch
 * whose new code is the stored code of another branch
 */
export async function replaceSubjects(
	tx: Db,
	stored: SubjectLists,
	sent: SentSubjectLists,
): Promise<string> {
	requireNoFaults(subjectFaults(sent));
	const codeOf = ({ code }: { code: string }) => code;
	const newCodes = newCodesOf(stored, sent);
	const renamed = withNewCodes(stored, newCodes);
	const branches = sent.branches.map(({ code, name }) => ({ code, name }));
	const subjects = withStoredCodes(stored.subjects, sent.subjects);
	const branchChanges = compareLists(renamed.branches, branches, codeOf);
	const subjectChanges = compareLists(renamed.subjects, subjects, codeOf);
	const details = joinParts([
		...[...newCodes].map(([former, code]) => `renamed branch “${former}” to “${code}”`),
		describeListChanges(branchChanges, codeOf, 'branches'),
		describeListChanges(subjectChanges, codeOf),
	]);
	if (details === '') return details;

	for (const [former, code] of newCodes) await renameBranch(tx, former, code);
	const removedCodes = subjectChanges.removed.map(codeOf);
	await lockForDeletion(tx, removedCodes);
	const usedCodes = await listUsedSubjects(tx, removedCodes);
	if (usedCodes.length > 0) {
		throw new AppError('conflict', CATALOGUE_ERRORS.subjectInUse(...usedCodes));
	}
	await deleteSubjects(tx, removedCodes);
	await saveBranches(tx, branches.map(withPosition));
	await saveSubjects(tx, subjects.map(withPosition));
	for (const { code } of branchChanges.removed) {
		await deleteBranch(tx, code).catch(conflictIfInUse(CATALOGUE_ERRORS.branchInUse(code)));
	}
	return details;
}

/**
 * Keeps the stored spelling of a code if the sent one differs only in case: items, wanted posts and saved searches use
 * the stored spelling.
 */
function withStoredCodes(stored: readonly Subject[], sent: readonly Subject[]): Subject[] {
	const storedCodes = new Map(stored.map(({ code }) => [code.toUpperCase(), code]));
	return sent.map((subject) => ({
		...subject,
		code: storedCodes.get(subject.code.toUpperCase()) ?? subject.code,
	}));
}

/**
 * The new codes of renamed branches, by their former codes.
 * @throws AppError conflict when a branch gets the stored code of another branch
 */
function newCodesOf(stored: SubjectLists, sent: SentSubjectLists): Map<string, string> {
	const storedCodes = new Set(stored.branches.map(({ code }) => code));
	const sentCodes = new Set(sent.branches.map(({ code }) => code));
	const taken = sent.branches.find(
		({ code, formerCode = code }) =>
			formerCode !== code && storedCodes.has(formerCode) && storedCodes.has(code),
	);
	// After such a rename, the students of the other branch would be students of the renamed one.
	if (taken) throw new AppError('conflict', CATALOGUE_ERRORS.branchCodeStored(taken.code));
	const isRename = ({ code, formerCode = code }: BranchInput) =>
		storedCodes.has(formerCode) && !sentCodes.has(formerCode);
	return new Map(
		sent.branches.filter(isRename).map(({ code, formerCode = code }) => [formerCode, code]),
	);
}

/** The lists after the branches have got their new codes. */
function withNewCodes(lists: SubjectLists, newCodes: ReadonlyMap<string, string>): SubjectLists {
	const latest = (code: string) => newCodes.get(code) ?? code;
	return {
		branches: lists.branches.map((one) => ({ ...one, code: latest(one.code) })),
		subjects: lists.subjects.map((one) => ({ ...one, branch: latest(one.branch) })),
	};
}

const withPosition = <Row>(row: Row, position: number) => ({ ...row, position });
