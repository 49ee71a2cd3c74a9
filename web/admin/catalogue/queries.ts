import { queryOptions } from '@tanstack/react-query';
import {
	getCategoryList,
	getSearchWords,
	getSpots,
	getSubjectList,
	getTermStarts,
} from '#contract/admin/catalogue.ts';
import type { Parsed } from '#contract/core/endpoint.ts';
import { callAdminApi } from '#web/admin/lib/api.ts';

export type StoredCategories = Parsed<(typeof getCategoryList)['reply']>;
export type StoredSubjects = Parsed<(typeof getSubjectList)['reply']>;
export type StoredSearchWords = Parsed<(typeof getSearchWords)['reply']>;
export type StoredSpots = Parsed<(typeof getSpots)['reply']>;
export type StoredTerms = Parsed<(typeof getTermStarts)['reply']>;

export function categoryListQuery() {
	return queryOptions({
		queryKey: ['catalogue', 'list', 'categories'],
		queryFn: ({ signal }) => callAdminApi(getCategoryList, { signal }),
	});
}

export function subjectListQuery() {
	return queryOptions({
		queryKey: ['catalogue', 'list', 'subjects'],
		queryFn: ({ signal }) => callAdminApi(getSubjectList, { signal }),
	});
}

export function searchWordsQuery() {
	return queryOptions({
		queryKey: ['catalogue', 'list', 'search-words'],
		queryFn: ({ signal }) => callAdminApi(getSearchWords, { signal }),
	});
}

export function termStartsQuery() {
	return queryOptions({
		queryKey: ['catalogue', 'list', 'terms'],
		queryFn: ({ signal }) => callAdminApi(getTermStarts, { signal }),
	});
}

export function spotsQuery() {
	return queryOptions({
		queryKey: ['catalogue', 'list', 'spots'],
		queryFn: ({ signal }) => callAdminApi(getSpots, { signal }),
	});
}
