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

/** A branch with the semester that is its last, as its subjects say. */
export interface StudyBranch {
	code: string;
	name: string;
	lastSemester: number;
}

/** What the signed-in user studies. */
export function studiesQuery() {
	return queryOptions({
		queryKey: ['account', 'studies'],
		queryFn: ({ signal }) => call(getStudies, { signal }),
	});
}

/** Whether the user may be asked for it. */
export function invitationQuery() {
	return queryOptions({
		queryKey: ['account', 'studies', 'invitation'],
		queryFn: async ({ signal }) => (await call(getStudiesInvitation, { signal })).isOpen,
	});
}

/** About items, because a change of an item also changes this list. */
export function itemsForMeQuery() {
	return queryOptions({
		queryKey: ['items', 'for-me'],
		queryFn: async ({ signal }) => (await call(listItemsForMe, { signal })).items,
	});
}

/** The branches of the college, in its order. */
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

/** Sets or clears the studies. Counts as finished once the items that fit them are loaded. */
export function useSetStudies() {
	const client = useQueryClient();
	return useMutation({
		mutationFn: (body: SchemaInput<typeof setStudies.body>) => call(setStudies, { body }),
		onSuccess: async (studies) => {
			const loading = client.invalidateQueries({ queryKey: itemsForMeQuery().queryKey });
			await loading.catch(() => undefined);
			client.setQueryData(invitationQuery().queryKey, false);
			client.setQueryData(studiesQuery().queryKey, studies);
		},
	});
}

/** Sends the invitation away. If that fails, it is shown again on the next visit. */
export function useDeclineInvitation() {
	const client = useQueryClient();
	return useMutation({
		mutationFn: () => call(declineStudiesInvitation, {}),
		onMutate: () => client.setQueryData(invitationQuery().queryKey, false),
	});
}
