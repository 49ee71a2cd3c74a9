import * as z from 'zod/mini';
import { subjectFaults } from '#contract/catalogue/list-rules.ts';
import {
	type BranchInput,
	branchListInput,
	subjectListInput,
} from '#contract/catalogue/list-schemas.ts';
import type { Branch, Subject } from '#contract/catalogue/schemas.ts';
import { type Faults, findFaults } from '#web/admin/catalogue/list-faults.ts';

/** The branches and subjects of the college while they are edited. */
export interface SubjectLists {
	/** A branch whose code was changed has its stored code as `formerCode`. */
	branches: readonly BranchInput[];
	subjects: readonly Subject[];
}

/** The parts of the stored lists that are edited. */
export function draftOf({ branches, subjects }: SubjectLists): SubjectLists {
	return { branches, subjects };
}

/** The lists as the endpoint expects them. */
export function inputOf({ branches, subjects }: SubjectLists) {
	return { branches: [...branches], subjects: [...subjects] };
}

/**
 * Updates each `formerCode` after `sent` was saved. A branch that was edited again during the save must now refer to
 * the code that was stored by the save.
 */
export function withStoredCodes(lists: SubjectLists, sent: SubjectLists): SubjectLists {
	const newCodes = new Map(sent.branches.map(({ code, formerCode }) => [formerCode, code]));
	const branches = lists.branches.map(({ formerCode, ...branch }) => {
		// Without a `formerCode` this is the code of any such branch, and is not used.
		const storedCode = newCodes.get(formerCode) ?? formerCode;
		const isChanged = formerCode !== undefined && storedCode !== branch.code;
		return { ...branch, ...(isChanged && { formerCode: storedCode }) };
	});
	return { ...lists, branches };
}

const listsInput = z.object({ branches: branchListInput, subjects: subjectListInput });

export function subjectListFaults(lists: SubjectLists): Faults {
	return findFaults(listsInput, lists, subjectFaults);
}

/** The entries except `former`, compared by code: after a colleague's change the list consists of new objects. */
export function othersOf<Entry extends { code: string }>(
	list: readonly Entry[],
	former: Entry | undefined,
): Entry[] {
	return list.filter(({ code }) => code !== former?.code);
}

/** The lists with a branch added (`former` undefined) or changed; a new code is set in its subjects too. */
export function withBranch(
	lists: SubjectLists,
	former: BranchInput | undefined,
	{ code, name }: Branch,
): SubjectLists {
	const formerCode = former?.formerCode ?? former?.code ?? code;
	const branch = { code, name, ...(formerCode !== code && { formerCode }) };
	return {
		branches: withEntry(lists.branches, former, branch),
		subjects: lists.subjects.map((subject) =>
			subject.branch === former?.code ? { ...subject, branch: branch.code } : subject,
		),
	};
}

/** The lists with a subject added at the end (`former` undefined) or changed. */
export function withSubject(
	lists: SubjectLists,
	former: Subject | undefined,
	subject: Subject,
): SubjectLists {
	return { ...lists, subjects: withEntry(lists.subjects, former, subject) };
}

/**
 * Replaces the entry with the code of `former`, or adds `entry` at the end if there is none. So an entry that a colleague
 * has removed meanwhile is added again, and the edit is not lost.
 */
function withEntry<Entry extends { code: string }>(
	list: readonly Entry[],
	former: Entry | undefined,
	entry: Entry,
): Entry[] {
	const index = list.findIndex(({ code }) => code === former?.code);
	return index < 0 ? [...list, entry] : list.with(index, entry);
}
