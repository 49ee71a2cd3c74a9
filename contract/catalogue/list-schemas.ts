import * as z from 'zod/mini';
import { idWithMessage, list, plainText } from '#contract/core/schemas.ts';
import { CATALOGUE_ERRORS } from './errors.ts';
import {
	ALL_CATEGORIES,
	CATALOGUE_CODE_PATTERN,
	CATALOGUE_LIMITS,
	CATALOGUE_LIST_LIMITS,
	CATEGORY_ICONS,
	DAILY_TIME_PATTERN,
	DETAIL_KEY_PATTERN,
	DETAIL_KINDS,
	YEARLY_DAY_PATTERN,
} from './facts.ts';

/*
 * What administrators may send as the lists of the catalogue, entry by entry. Rules across the entries of a list are in
 * list-rules.ts.
 */

/** A `plainText` whose white space is reduced to single spaces, so that it has one line. */
const line = (max: number, { message }: { message: string }, min = 1) =>
	plainText(min, max, message).check(z.overwrite((value) => value.replace(/\s+/g, ' ')));

const code = z
	.string(CATALOGUE_ERRORS.code.message)
	.check(z.trim(), z.regex(CATALOGUE_CODE_PATTERN, CATALOGUE_ERRORS.code.message));

const fieldInput = z.object(
	{
		key: z
			.string(CATALOGUE_ERRORS.fieldKey.message)
			.check(z.trim(), z.regex(DETAIL_KEY_PATTERN, CATALOGUE_ERRORS.fieldKey.message)),
		label: line(CATALOGUE_LIST_LIMITS.fieldLabelMax, CATALOGUE_ERRORS.fieldLabel),
		kind: z.enum(DETAIL_KINDS, CATALOGUE_ERRORS.fieldKind.message),
		choices: z.optional(
			list(
				line(CATALOGUE_LIST_LIMITS.choiceMax, CATALOGUE_ERRORS.choice),
				CATALOGUE_LIST_LIMITS.choicesMax,
				CATALOGUE_ERRORS.choices.message,
			),
		),
	},
	CATALOGUE_ERRORS.fields.message,
);

export const categoryInput = z.object(
	{
		/** Absent for a new category. */
		id: z.optional(idWithMessage(CATALOGUE_ERRORS.categoryId.message)),
		name: line(CATALOGUE_LIMITS.categoryNameMax, CATALOGUE_ERRORS.categoryName).check(
			z.refine(
				(name) => name.toLowerCase() !== ALL_CATEGORIES.toLowerCase(),
				CATALOGUE_ERRORS.categoryNameAll.message,
			),
		),
		icon: z.enum(CATEGORY_ICONS, CATALOGUE_ERRORS.icon.message),
		isVisible: z.boolean(CATALOGUE_ERRORS.visibility.message),
		/** If absent, an existing category keeps its value, and a new one gets true. */
		asksCondition: z.optional(z.boolean(CATALOGUE_ERRORS.asksCondition.message)),
		fields: list(fieldInput, CATALOGUE_LIMITS.fieldsMax, CATALOGUE_ERRORS.fields.message),
	},
	CATALOGUE_ERRORS.badCategory.message,
);
export type CategoryInput = z.output<typeof categoryInput>;

export const categoryListInput = list(
	categoryInput,
	CATALOGUE_LIST_LIMITS.categoriesMax,
	CATALOGUE_ERRORS.categories.message,
).check(z.minLength(1, CATALOGUE_ERRORS.categories.message));

export const branchInput = z.object(
	{
		code,
		name: line(CATALOGUE_LIST_LIMITS.branchNameMax, CATALOGUE_ERRORS.branchName),
		/**
		 * Set to change the code of a stored branch: its current code. Users and saved searches with the branch get the new
		 * code.
		 */
		formerCode: z.optional(code),
	},
	CATALOGUE_ERRORS.code.message,
);
export type BranchInput = z.output<typeof branchInput>;

export const branchListInput = list(
	branchInput,
	CATALOGUE_LIST_LIMITS.branchesMax,
	CATALOGUE_ERRORS.branches.message,
);

export const subjectInput = z.object(
	{
		code,
		name: line(CATALOGUE_LIST_LIMITS.subjectNameMax, CATALOGUE_ERRORS.subjectName),
		/** The code of its branch. */
		branch: z
			.string(CATALOGUE_ERRORS.subjectBranch.message)
			.check(z.trim(), z.regex(CATALOGUE_CODE_PATTERN, CATALOGUE_ERRORS.subjectBranch.message)),
		semester: z
			.int(CATALOGUE_ERRORS.subjectSemester.message)
			.check(
				z.minimum(1, CATALOGUE_ERRORS.subjectSemester.message),
				z.maximum(CATALOGUE_LIMITS.semesterMax, CATALOGUE_ERRORS.subjectSemester.message),
			),
	},
	CATALOGUE_ERRORS.code.message,
);

export const subjectListInput = list(
	subjectInput,
	CATALOGUE_LIST_LIMITS.subjectsMax,
	CATALOGUE_ERRORS.subjects.message,
);

/** Characters of a word or phrase as typed, with the spaces and punctuation that are left out. */
const TYPED_WORD_MAX = 10 * CATALOGUE_LIST_LIMITS.wordMax;

/** A word or phrase, converted to the form that a search compares: lower case, no punctuation, Unicode's form NFC. */
const searchWord = z
	.string(CATALOGUE_ERRORS.word.message)
	.check(
		// Normalizing a long text takes quadratic time.
		z.maxLength(TYPED_WORD_MAX, { error: CATALOGUE_ERRORS.word.message, abort: true }),
		z.overwrite((value) =>
			value
				.normalize('NFC')
				.toLowerCase()
				.replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
				.trim(),
		),
	)
	.check(
		z.refine(
			(value) => /[\p{L}\p{N}]/u.test(value) && [...value].length <= CATALOGUE_LIST_LIMITS.wordMax,
			CATALOGUE_ERRORS.word.message,
		),
	);

export const searchWordsInput = list(
	list(searchWord, CATALOGUE_LIST_LIMITS.wordsMax, CATALOGUE_ERRORS.words.message).check(
		z.minLength(CATALOGUE_LIST_LIMITS.wordsMin, CATALOGUE_ERRORS.words.message),
	),
	CATALOGUE_LIST_LIMITS.wordGroupsMax,
	CATALOGUE_ERRORS.searchWords.message,
);

export const termsInput = list(
	z
		.string(CATALOGUE_ERRORS.term.message)
		.check(z.regex(YEARLY_DAY_PATTERN, CATALOGUE_ERRORS.term.message)),
	CATALOGUE_LIST_LIMITS.termsMax,
	CATALOGUE_ERRORS.terms.message,
).check(z.minLength(1, CATALOGUE_ERRORS.terms.message));

const timeOfDay = ({ message }: { message: string }) =>
	z.string(message).check(z.trim(), z.regex(DAILY_TIME_PATTERN, message));

export const spotInput = z.object(
	{
		/** Absent for a new spot. */
		id: z.optional(idWithMessage(CATALOGUE_ERRORS.spotId.message)),
		name: line(CATALOGUE_LIST_LIMITS.spotNameMax, CATALOGUE_ERRORS.spotName),
		hint: line(CATALOGUE_LIST_LIMITS.spotHintMax, CATALOGUE_ERRORS.spotHint, 0),
		opens: timeOfDay(CATALOGUE_ERRORS.spotOpens),
		closes: timeOfDay(CATALOGUE_ERRORS.spotCloses),
	},
	CATALOGUE_ERRORS.badSpot.message,
);
export type SpotInput = z.output<typeof spotInput>;

export const spotsInput = list(
	spotInput,
	CATALOGUE_LIST_LIMITS.spotsMax,
	CATALOGUE_ERRORS.spots.message,
);
