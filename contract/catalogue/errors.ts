import { defineErrors } from '#contract/core/errors.ts';
import { isolated } from '#contract/core/format.ts';
import { CATALOGUE_LIMITS, CATALOGUE_LIST_LIMITS as LIMITS } from './facts.ts';

const THOUSANDS = new Intl.NumberFormat('en');

/** How many subjects a refusal names. The others are only counted. */
const NAMED_SUBJECTS_MAX = 5;

function describeUsedSubjects(codes: readonly string[]): string {
	if (codes.length <= 1) return `The subject “${codes[0]}” is in use and cannot be taken away.`;
	const named = codes.slice(0, NAMED_SUBJECTS_MAX).map((code) => `“${code}”`);
	const moreCount = codes.length - named.length;
	const lastPart = moreCount > 0 ? `${THOUSANDS.format(moreCount)} more` : named.pop();
	return `The subjects ${named.join(', ')} and ${lastPart} are in use and cannot be taken away.`;
}

/** Refusals of changes of the catalogue. */
export const CATALOGUE_ERRORS = /* @__PURE__ */ defineErrors('catalogue', {
	version: 'Please say which version of the list you have changed.',
	changedMeanwhile: 'Somebody else has changed this list meanwhile. Nothing was saved.',

	categories: `There are between one and ${LIMITS.categoriesMax} categories.`,
	badCategory: 'A category has a name, an icon and a list of fields.',
	categoryId: 'A category’s id is the number that the list gave it.',
	unknownCategory: (name: string) => `The category “${isolated(name)}” is no longer there.`,
	categoryName: `A category’s name must be between 1 and ${CATALOGUE_LIMITS.categoryNameMax} characters.`,
	categoryNameAll: 'No category can be named “All”: that is the listing of all of them.',
	categoryNameTaken: (name: string) => `Two categories are named “${isolated(name)}”.`,
	categoryNamesAlike: 'Two categories have names that differ in case only.',
	categoryInUse: (name: string) => `“${isolated(name)}” is in use: it can be hidden, not deleted.`,
	icon: 'Please choose an icon from the set.',
	visibility: 'Please say whether the category is visible.',
	asksCondition: 'Please say whether the category asks for the condition.',
	fields: `A category can have at most ${CATALOGUE_LIMITS.fieldsMax} detail fields.`,
	fieldKey: 'A field’s key is a small letter and then up to 19 letters and digits.',
	fieldKeyTaken: (key: string) => `Two fields of a category have the key “${key}”.`,
	fieldLabel: `A field’s label must be between 1 and ${LIMITS.fieldLabelMax} characters.`,
	fieldKind: 'A field is a text, a choice, a yes or no, or an ISBN.',
	choices: `A field of the kind “choice” has between ${LIMITS.choicesMin} and ${LIMITS.choicesMax} answers.`,
	choice: `An answer must be between 1 and ${LIMITS.choiceMax} characters.`,
	choiceTaken: (choice: string) => `The answer “${choice}” stands twice in a field.`,
	choicesElsewhere: 'Only a field of the kind “choice” has answers.',

	branches: `There can be at most ${LIMITS.branchesMax} branches.`,
	code: `A code has 2 to ${CATALOGUE_LIMITS.codeMax} letters, digits and hyphens.`,
	branchName: `A branch’s name must be between 1 and ${LIMITS.branchNameMax} characters.`,
	branchTaken: (code: string) => `Two branches have the code “${code}”.`,
	branchCodeStored: (code: string) =>
		`The code “${code}” is that of another branch until that one is removed and saved.`,
	branchInUse: (code: string) => `The branch “${code}” is in use and cannot be taken away.`,
	subjects: `There can be at most ${THOUSANDS.format(LIMITS.subjectsMax)} subjects.`,
	subjectName: `A subject’s name must be between 1 and ${LIMITS.subjectNameMax} characters.`,
	subjectBranch: 'Please give the branch of a subject by its code.',
	noSuchBranch: (code: string) => `There is no branch with the code “${code}”.`,
	subjectSemester: `A subject’s semester is a whole number from 1 to ${CATALOGUE_LIMITS.semesterMax}.`,
	subjectTaken: (code: string) => `Two subjects have the code “${code}”.`,
	/** @param codes all that are in use; the first ones are named */
	subjectInUse: (...codes: string[]) => describeUsedSubjects(codes),

	searchWords: `There can be at most ${LIMITS.wordGroupsMax} groups of search words.`,
	words: `A group has between ${LIMITS.wordsMin} and ${LIMITS.wordsMax} words or phrases.`,
	word: `A word or phrase has letters or digits, and at most ${LIMITS.wordMax} characters.`,
	wordTwice: (word: string) => `“${word}” stands twice in a group.`,
	wordInTwoGroups: (word: string) =>
		`“${word}” stands in two groups: put these into one, or take it out of one.`,

	terms: `There are between one and ${LIMITS.termsMax} term starts.`,
	term: 'A term starts on a day that every year has, written as MM-DD.',
	termTwice: (day: string) => `“${day}” stands twice among the term starts.`,

	spots: `There can be at most ${LIMITS.spotsMax} spots.`,
	badSpot: 'A spot has a name, a hint and the times at which it opens and closes.',
	spotId: 'A spot’s id is the number that the list gave it.',
	unknownSpot: (name: string) => `The spot “${isolated(name)}” is no longer there.`,
	spotName: `A spot’s name must be between 1 and ${LIMITS.spotNameMax} characters.`,
	spotNameTaken: (name: string) => `Two spots are named “${isolated(name)}”.`,
	spotNamesAlike: 'Two spots have names that differ in case only.',
	spotHint: `A spot’s hint must be at most ${LIMITS.spotHintMax} characters.`,
	spotOpens: 'A spot opens at a time from 00:00 to 23:59, written as HH:MM.',
	spotCloses: 'A spot closes at a time from 00:00 to 23:59, written as HH:MM.',
	spotHours: 'A spot cannot close at the time at which it opens.',

	noFile: 'Please choose a file with the subjects.',
	fileTooLarge: 'The file is too large for a list of subjects.',
	fileHeader: 'The first line must name the columns: code, name, branch, semester.',
	fileColumns: 'A line has four values: code, name, branch, semester.',
	fileQuotes: 'The quotation marks of this line do not match.',
	fileEncoding: 'This line is not UTF-8. Please save the file as “CSV UTF-8”.',
	fileEmpty: 'The file has no subjects.',
});
