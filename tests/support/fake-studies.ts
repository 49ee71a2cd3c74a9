import { getCatalogue } from '#contract/catalogue/endpoints.ts';
import type { Item } from '#contract/items/schemas.ts';
import {
	declineStudiesInvitation,
	getStudies,
	getStudiesInvitation,
	listItemsForMe,
	setStudies,
} from '#contract/studies/endpoints.ts';
import { fakeApi } from './fake-api.ts';

interface GivenStudies {
	branch?: string | null;
	semester?: number | null;
	isInvited?: boolean;
	/** The items on sale, whatever semester is set. */
	items?: Item[];
	branches?: { code: string; name: string }[];
}

const BRANCHES = [
	{ code: 'EC', name: 'Electronics' },
	{ code: 'ME', name: 'Mechanical' },
];

/**
 * Fakes a college with two branches: EC has eight semesters, because its last subject is of the eighth; ME, without
 * subjects, has the maximum of ten. The server remembers what a page sets.
 */
export function fakeStudies(given: GivenStudies = {}): void {
	let { branch = null, semester = null, isInvited = false } = given;
	const { items = [], branches = BRANCHES } = given;
	const subjects = [{ code: 'EC801', name: 'Project', branch: 'EC', semester: 8 }];
	fakeApi.answer(getCatalogue, { branches, subjects });
	fakeApi.answer(getStudies, () => ({ branch, semester }));
	fakeApi.answer(getStudiesInvitation, () => ({ isOpen: isInvited }));
	fakeApi.answer(listItemsForMe, () => ({ items: branch === null ? [] : items }));
	fakeApi.answer(setStudies, ({ body }) => {
		branch = body.branch ?? null;
		semester = body.semester ?? null;
		isInvited = false;
		return { branch, semester };
	});
	fakeApi.answer(declineStudiesInvitation, () => {
		isInvited = false;
		return {};
	});
}
