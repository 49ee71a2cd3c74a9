import { CATALOGUE_ERRORS } from '#contract/catalogue/errors.ts';
import { subjectFaults } from '#contract/catalogue/list-rules.ts';
import type { Branch, Subject } from '#contract/catalogue/schemas.ts';
import type { Db } from '#server/db/client.ts';
import { AppError } from '#server/lib/app-error.ts';
import { compareLists, describeListChanges, joinParts } from './list-changes.ts';
import { conflictIfInUse, requireNoFaults } from './rules.ts';
import {
	deleteBranch,
	deleteSubjects,
	listUsedSubjects,
	saveBranches,
	saveSubjects,
} from './subject-list-queries.ts';

export interface SubjectLists {
	branches: readonly Branch[];
	subjects: readonly Subject[];
}

/**
 * Replaces branches and subjects in a transaction that has locked their list.
 * @returns what was changed, for the audit log; '' for nothing
 * @throws AppError invalid for a broken rule; conflict for a removed subject or branch that is in use
 */
export async function replaceSubjects(
	tx: Db,
	stored: SubjectLists,
	sent: SubjectLists,
): Promise<string> {
	requireNoFaults(subjectFaults(sent));
	const codeOf = ({ code }: { code: string }) => code;
	const branchChanges = compareLists(stored.branches, sent.branches, codeOf);
	const subjectChanges = compareLists(stored.subjects, sent.subjects, codeOf);
	const details = joinParts([
		describeListChanges(branchChanges, codeOf, 'branches'),
		describeListChanges(subjectChanges, codeOf),
	]);
	if (details === '') return details;

	const removedCodes = subjectChanges.removed.map(codeOf);
	await deleteSubjects(tx, removedCodes);
	// After the deletion, which waits for items that are being posted.
	const usedCodes = await listUsedSubjects(tx, removedCodes);
	if (usedCodes.length > 0) {
		throw new AppError('conflict', CATALOGUE_ERRORS.subjectInUse(...usedCodes));
	}
	await saveBranches(tx, sent.branches.map(withPosition));
	await saveSubjects(tx, sent.subjects.map(withPosition));
	for (const { code } of branchChanges.removed) {
		await deleteBranch(tx, code).catch(conflictIfInUse(CATALOGUE_ERRORS.branchInUse(code)));
	}
	return details;
}

const withPosition = <Row>(row: Row, position: number) => ({ ...row, position });
