import { queryOptions } from '@tanstack/react-query';
import type { Branch, Subject } from '#contract/catalogue/schemas.ts';
import { catalogueQuery } from './queries.ts';

/** The part of the catalogue that forms with subjects or branches need. */
export interface BranchesAndSubjects {
	branches: Branch[];
	subjects: Subject[];
}

/** The subjects and branches of the catalogue, for pages that offer subjects. */
export function subjectsQuery() {
	return queryOptions({ ...catalogueQuery(), select: pickBranchesAndSubjects });
}

function pickBranchesAndSubjects({ branches, subjects }: BranchesAndSubjects): BranchesAndSubjects {
	return { branches, subjects };
}
