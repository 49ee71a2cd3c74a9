import {
	changeCategoryList,
	changeSearchWords,
	changeSpots,
	changeSubjectList,
	changeTermStarts,
	getCategoryList,
	getSearchWords,
	getSpots,
	getSubjectList,
	getTermStarts,
	type ListedCategory,
} from '#contract/admin/catalogue.ts';
import { CATALOGUE_ERRORS } from '#contract/catalogue/errors.ts';
import type { Branch, Spot, Subject } from '#contract/catalogue/schemas.ts';
import { listedCategories, sampleSpots } from './catalogue-replies.ts';
import { fakeApi, refuse } from './fake-api.ts';

interface Lists {
	categories: ListedCategory[];
	branches: Branch[];
	subjects: Subject[];
	searchWords: string[][];
	terms: string[];
	spots: Spot[];
}

/**
 * Fakes the lists of the catalogue that administrators edit. They share one version number: a change based on an older
 * version is refused.
 */
export function fakeCatalogueLists(changes: Partial<Lists> = {}) {
	const lists: Lists = {
		categories: listedCategories(),
		branches: [{ code: 'CSE', name: 'Computer science' }],
		subjects: [{ code: 'CS-301', name: 'Data structures', branch: 'CSE', semester: 3 }],
		searchWords: [
			['calci', 'calculator'],
			['labcoat', 'lab coat', 'apron'],
		],
		terms: ['01-02', '07-15'],
		spots: sampleSpots(),
		...changes,
	};
	let version = 1;
	let lastId = 100;
	const newId = () => {
		lastId += 1;
		return lastId;
	};
	const reply = () => ({ version, ...lists });

	/** Stores a change, unless it is of an older version. */
	function save(seenVersion: number, change: Partial<Lists>) {
		if (seenVersion !== version) return refuse(409, CATALOGUE_ERRORS.changedMeanwhile);
		version += 1;
		Object.assign(lists, change);
		return reply();
	}

	for (const endpoint of [
		getCategoryList,
		getSubjectList,
		getSearchWords,
		getTermStarts,
		getSpots,
	]) {
		fakeApi.answer(endpoint, reply);
	}
	fakeApi.answer(changeCategoryList, ({ body }) =>
		save(body.version, {
			categories: body.categories.map(({ id = newId(), asksCondition = true, ...category }) => ({
				...category,
				asksCondition,
				id,
				isInUse: false,
			})),
		}),
	);
	fakeApi.answer(changeSpots, ({ body }) =>
		save(body.version, { spots: body.spots.map(({ id = newId(), ...spot }) => ({ ...spot, id })) }),
	);
	fakeApi.answer(changeSubjectList, ({ body: { version: seen, ...sent } }) => save(seen, sent));
	fakeApi.answer(changeSearchWords, ({ body: { version: seen, ...sent } }) => save(seen, sent));
	fakeApi.answer(changeTermStarts, ({ body: { version: seen, ...sent } }) => save(seen, sent));

	return {
		lists,
		/** Changes the lists as a colleague does. */
		changeElsewhere: (change: Partial<Lists>) => void save(version, change),
		/** Stores the subjects of an import. */
		replaceSubjects: (subjects: Subject[]) => save(version, { subjects }),
	};
}
