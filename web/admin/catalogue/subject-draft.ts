import type { getSubjectList } from '#contract/admin/catalogue.ts';
import type { BranchInput } from '#contract/catalogue/list-schemas.ts';
import type { Branch, Subject } from '#contract/catalogue/schemas.ts';
import type { Parsed } from '#contract/core/endpoint.ts';

export type StoredSubjects = Parsed<(typeof getSubjectList)['reply']>;

/** The branches and subjects of the college while they are edited. */
export interface SubjectLists {
	/** A branch whose code was changed has its stored code as `formerCode`. */
	branches: readonly BranchInput[];
	subjects: readonly Subject[];
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

/** Whether an entry other than `former` has this code. Compared by code: after a colleague's change all entries are new. */
export function isCodeTaken(
	list: readonly { code: string }[],
	former: { code: string } | undefined,
	newCode: string,
): boolean {
	return list.some(
		({ code }) => code !== former?.code && code.toUpperCase() === newCode.toUpperCase(),
	);
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

/**
 * Replaces the entry with the code of `former`, or adds `entry` at the end if there is none. So an entry that a colleague
 * has removed meanwhile is added again, and the edit is not lost.
 */
export function withEntry<Entry extends { code: string }>(
	list: readonly Entry[],
	former: Entry | undefined,
	entry: Entry,
): Entry[] {
	const index = list.findIndex(({ code }) => code === former?.code);
	return index < 0 ? [...list, entry] : list.with(index, entry);
}
