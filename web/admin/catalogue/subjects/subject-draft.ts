import * as z from 'zod/mini';
import { subjectFaults } from '#contract/catalogue/list-rules.ts';
import { branchListInput, subjectListInput } from '#contract/catalogue/list-schemas.ts';
import type { Branch, Subject } from '#contract/catalogue/schemas.ts';
import { type Faults, findFaults } from '#web/admin/catalogue/list-faults.ts';

export interface SubjectLists {
	branches: readonly Branch[];
	subjects: readonly Subject[];
}

/** What is edited of the lists. */
export function draftOf({ branches, subjects }: SubjectLists): SubjectLists {
	return { branches, subjects };
}

/** What is sent of the lists. */
export function inputOf({ branches, subjects }: SubjectLists) {
	return { branches: [...branches], subjects: [...subjects] };
}

const listsInput = z.object({ branches: branchListInput, subjects: subjectListInput });

export function subjectListFaults(lists: SubjectLists): Faults {
	return findFaults(listsInput, lists, subjectFaults);
}

/** The lists with a branch added (`former` undefined) or changed; its subjects follow a new code. */
export function withBranch(
	lists: SubjectLists,
	former: Branch | undefined,
	branch: Branch,
): SubjectLists {
	if (!former) return { ...lists, branches: [...lists.branches, branch] };
	return {
		branches: lists.branches.map((one) => (one === former ? branch : one)),
		subjects: lists.subjects.map((subject) =>
			subject.branch === former.code ? { ...subject, branch: branch.code } : subject,
		),
	};
}

/** The lists with a subject added at the end (`former` undefined) or changed. */
export function withSubject(
	lists: SubjectLists,
	former: Subject | undefined,
	subject: Subject,
): SubjectLists {
	if (!former) return { ...lists, subjects: [...lists.subjects, subject] };
	return {
		...lists,
		subjects: lists.subjects.map((one) => (one === former ? subject : one)),
	};
}
