import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { CATALOGUE_LIMITS } from '#contract/catalogue/facts.ts';
import type { Parsed, SchemaInput } from '#contract/core/endpoint.ts';
import {
	declineStudiesInvitation,
	getStudies,
	getStudiesInvitation,
	listItemsForMe,
	setStudies,
} from '#contract/studies/endpoints.ts';
import { catalogueQuery } from '#web/features/catalogue/queries.ts';
import type { BranchesAndSubjects } from '#web/features/catalogue/subjects-query.ts';
import { call } from '#web/lib/api/api.ts';

export type Studies = Parsed<typeof getStudies.reply>;

/** A branch with its last semester: that of its subjects or, without subjects, the last possible one. */
export interface StudyBranch {
	code: string;
	name: string;
	lastSemester: number;
}

/** Branch and semester of the signed-in user. */
export function studiesQuery() {
	return queryOptions({
		queryKey: ['account', 'studies'],
		queryFn: ({ signal }) => call(getStudies, { signal }),
	});
}

/** Whether the user may be asked for branch and semester: false once they have set them or declined. */
export function invitationQuery() {
	return queryOptions({
		queryKey: ['account', 'studies', 'invitation'],
		queryFn: async ({ signal }) => (await call(getStudiesInvitation, { signal })).isOpen,
	});
}

/** Items for the user's semester. The key begins with 'items', so that every change of an item refetches them. */
export function itemsForMeQuery() {
	return queryOptions({
		queryKey: ['items', 'for-me'],
		queryFn: async ({ signal }) => (await call(listItemsForMe, { signal })).items,
	});
}

/** The branches of the college, in the order of the catalogue. */
export function branchesQuery() {
	return queryOptions({ ...catalogueQuery(), select: studyBranches });
}

function studyBranches({ branches, subjects }: BranchesAndSubjects): StudyBranch[] {
	return branches.map(({ code, name }) => {
		const semesters = subjects
			.filter(({ branch }) => branch === code)
			.map(({ semester }) => semester);
		const lastSemester = Math.max(...semesters, 0) || CATALOGUE_LIMITS.semesterMax;
		return { code, name, lastSemester };
	});
}

export type StudiesMutation = ReturnType<typeof useSetStudies>;

/** Sets or clears branch and semester. */
export function useSetStudies() {
	const client = useQueryClient();
	return useMutation({
		mutationFn: (body: SchemaInput<typeof setStudies.body>) => call(setStudies, { body }),
		onSuccess: (studies) => {
			client.setQueryData(invitationQuery().queryKey, false);
			client.setQueryData(studiesQuery().queryKey, studies);
			// Reset, because the items of the previous semester do not match. Not awaited, so that the dialog closes before
			// the new ones have loaded.
			void client.resetQueries({ queryKey: itemsForMeQuery().queryKey });
		},
	});
}

/** Declines the invitation. If that fails, it is shown again on the next visit. */
export function useDeclineInvitation() {
	const client = useQueryClient();
	return useMutation({
		mutationFn: () => call(declineStudiesInvitation, {}),
		onMutate: () => client.setQueryData(invitationQuery().queryKey, false),
	});
}
