import { queryOptions } from '@tanstack/react-query';
import type { Branch, Subject } from '#contract/catalogue/schemas.ts';
import { catalogueQuery } from './queries.ts';

/** What is read of the catalogue. */
export interface BranchesAndSubjects {
	branches: Branch[];
	subjects: Subject[];
}

/** The subjects with their branches; only pages that offer them load them. */
export function subjectsQuery() {
	return queryOptions({ ...catalogueQuery(), select: withoutTheRest });
}

function withoutTheRest({ branches, subjects }: BranchesAndSubjects): BranchesAndSubjects {
	return { branches, subjects };
}
