import * as z from 'zod/mini';
import { CATALOGUE_ERRORS } from '#contract/catalogue/errors.ts';
import { CATALOGUE_LIST_LIMITS } from '#contract/catalogue/facts.ts';
import {
	branchListInput,
	categoryListInput,
	searchWordsInput,
	spotsInput,
	subjectListInput,
	termsInput,
} from '#contract/catalogue/list-schemas.ts';
import { branch, category, spot, subject } from '#contract/catalogue/schemas.ts';
import { endpoint } from '#contract/core/endpoint.ts';
import { isolated } from '#contract/core/format.ts';
import { idWithMessage, success } from '#contract/core/schemas.ts';
import { adminExport, adminRead } from './endpoint-factories.ts';

export const CATALOGUE_MESSAGES = {
	loadFailed: 'Error fetching the catalogue',
	saveFailed: 'Failed to save the list',
	saved: 'Saved.',
	unchanged: 'Nothing was changed.',
	imported: (count: number) =>
		count === 1 ? 'The list has one subject now.' : `The list has ${count} subjects now.`,
	exportFailed: 'Failed to export the subjects',
	readOnly: 'Only a super administrator can change these lists.',
	branchGone: (name: string) =>
		`Somebody else has removed the branch “${isolated(name)}” or changed its code. Please choose a branch.`,
	outdated:
		'Somebody else has changed this list. What you typed is still here, but cannot be saved.',
} as const;

/** The version of a list: the number of its changes. A change that was made to an older version is refused. */
const version = idWithMessage(CATALOGUE_ERRORS.version.message);
const replyOf = <Lists extends z.core.$ZodLooseShape>(lists: Lists) =>
	z.object({ success, version: z.int(), ...lists });
const changeOf = <Lists extends z.core.$ZodLooseShape>(lists: Lists) =>
	z.object({ version, ...lists });

const auditAs = (targetKind: string) =>
	({ action: 'ATTEMPT_CHANGE_CATALOGUE', targetKind }) as const;
/** Higher than the usual limit, because a list is sent as a whole. */
const maxBodyBytes = CATALOGUE_LIST_LIMITS.bodyMaxBytes;

/** A category as administrators see it. */
export const listedCategory = z.extend(category, {
	id: z.int(),
	/** Whether any item, even a sold or deleted one, is in the category: then it can be hidden, but not deleted. */
	isInUse: z.boolean(),
});
export type ListedCategory = z.infer<typeof listedCategory>;

const categoryList = replyOf({ categories: z.array(listedCategory) });
const subjectList = replyOf({ branches: z.array(branch), subjects: z.array(subject) });
const searchWordList = replyOf({ searchWords: z.array(z.array(z.string())) });
const termList = replyOf({ terms: z.array(z.string()) });
const spotList = replyOf({ spots: z.array(spot) });

export const getCategoryList = adminRead({
	path: '/admin/catalogue/categories',
	summary: 'Returns the categories in their order, with the version of the list.',
	reply: categoryList,
});

export const changeCategoryList = endpoint({
	method: 'PUT',
	path: '/admin/catalogue/categories',
	summary: 'Replaces the categories; renamed ones take their items along, new ones have no id.',
	auth: 'super_admin',
	body: changeOf({ categories: categoryListInput }),
	maxBodyBytes,
	auditAs: auditAs('categories'),
	reply: categoryList,
});

export const getSubjectList = adminRead({
	path: '/admin/catalogue/subjects',
	summary: 'Returns branches and subjects in their order, with the version of the list.',
	reply: subjectList,
});

export const changeSubjectList = endpoint({
	method: 'PUT',
	path: '/admin/catalogue/subjects',
	summary: 'Replaces branches and subjects; a subject that items refer to must stay.',
	auth: 'super_admin',
	body: changeOf({ branches: branchListInput, subjects: subjectListInput }),
	maxBodyBytes,
	auditAs: auditAs('subjects'),
	reply: subjectList,
});

export const exportSubjects = adminExport({
	path: '/admin/catalogue/subjects/csv',
	summary: 'Exports the subjects as CSV: code, name, branch, semester.',
	download: { type: 'text/csv', name: 'subjects.csv' },
});

export const importSubjects = endpoint({
	method: 'POST',
	path: '/admin/catalogue/subjects/csv',
	summary:
		'Replaces the subjects by those of a CSV file, sent as a file or as text/csv; 400 with `line` for a bad line.',
	auth: 'super_admin',
	/** The version that the administrator saw; without it the list is replaced whatever its version. */
	query: z.object({ version: z.optional(version) }),
	files: 'file',
	/** The text of a body of the type text/csv. */
	body: z.object({ csv: z.optional(z.string(CATALOGUE_ERRORS.noFile.message)) }),
	maxBodyBytes,
	auditAs: auditAs('subjects'),
	reply: subjectList,
});

export const getSearchWords = adminRead({
	path: '/admin/catalogue/search-words',
	summary: 'Returns the groups of words that mean the same, with the version of the list.',
	reply: searchWordList,
});

export const changeSearchWords = endpoint({
	method: 'PUT',
	path: '/admin/catalogue/search-words',
	summary: 'Replaces the groups of words that mean the same.',
	auth: 'super_admin',
	body: changeOf({ searchWords: searchWordsInput }),
	maxBodyBytes,
	auditAs: auditAs('search words'),
	reply: searchWordList,
});

export const getTermStarts = adminRead({
	path: '/admin/catalogue/terms',
	summary: 'Returns the days on which a term begins, with the version of the list.',
	reply: termList,
});

export const changeTermStarts = endpoint({
	method: 'PUT',
	path: '/admin/catalogue/terms',
	summary: 'Replaces the days on which a term begins.',
	auth: 'super_admin',
	body: changeOf({ terms: termsInput }),
	maxBodyBytes,
	auditAs: auditAs('term starts'),
	reply: termList,
});

export const getSpots = adminRead({
	path: '/admin/catalogue/spots',
	summary: 'Returns the hand-over spots in their order, with the version of the list.',
	reply: spotList,
});

export const changeSpots = endpoint({
	method: 'PUT',
	path: '/admin/catalogue/spots',
	summary: 'Replaces the hand-over spots; a changed one keeps its id, new ones have none.',
	auth: 'super_admin',
	body: changeOf({ spots: spotsInput }),
	maxBodyBytes,
	auditAs: auditAs('spots'),
	reply: spotList,
});
