import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { CATALOGUE_ERRORS } from './errors.ts';
import { CATALOGUE_LIMITS, CATALOGUE_LIST_LIMITS } from './facts.ts';
import {
	categoryFaults,
	searchWordFaults,
	spotFaults,
	subjectFaults,
	termFaults,
} from './list-rules.ts';
import {
	type CategoryInput,
	categoryListInput,
	searchWordsInput,
	spotsInput,
	subjectListInput,
	termsInput,
} from './list-schemas.ts';

const category = (name: string, fields: CategoryInput['fields'] = []): CategoryInput => ({
	name,
	icon: 'boxes',
	isVisible: true,
	fields,
});
const categoryWithChoices = (choices: string[], kind: 'choice' | 'text' = 'choice') =>
	category('Books', [{ key: 'exam', label: 'Exam', kind, choices }]);
const answers = (count: number) => Array.from({ length: count }, (_, index) => `Answer ${index}`);

/** The first message of a list that is refused; undefined for an accepted one. */
function refusal(schema: z.ZodMiniType, list: unknown): string | undefined {
	return z.safeParse(schema, list).error?.issues[0]?.message;
}

describe('categories', () => {
	test.each([
		['', CATALOGUE_ERRORS.categoryName],
		['a'.repeat(CATALOGUE_LIMITS.categoryNameMax + 1), CATALOGUE_ERRORS.categoryName],
		['aLL', CATALOGUE_ERRORS.categoryNameAll],
	])('a category cannot be named "%s"', (name, { message }) => {
		expect(refusal(categoryListInput, [category(name)])).toBe(message);
	});

	test('a category has a name of up to 30 characters, in one line', () => {
		const names = ['é'.repeat(CATALOGUE_LIMITS.categoryNameMax), ' Lab\n kit '];

		const parsed = z.parse(
			categoryListInput,
			names.map((name) => category(name)),
		);

		expect(parsed.map(({ name }) => name)).toEqual([names[0], 'Lab kit']);
	});

	test('categories have names that differ by more than case', () => {
		const list = [category('Books'), category('Maps'), category('BOOKS')];

		expect(categoryFaults(list)).toEqual([
			{ path: 'categories.2.name', error: CATALOGUE_ERRORS.categoryNameTaken('BOOKS') },
		]);
	});

	test('a category has an icon of the fixed set, and at most four fields', () => {
		const field = (key: string) => ({ key, label: 'Size', kind: 'text' as const });
		const categoryWithFiveFields = category('Books', ['a', 'b', 'c', 'd', 'e'].map(field));

		expect(refusal(categoryListInput, [{ ...category('Books'), icon: 'heart' }])).toBe(
			CATALOGUE_ERRORS.icon.message,
		);
		expect(refusal(categoryListInput, [categoryWithFiveFields])).toBe(
			CATALOGUE_ERRORS.fields.message,
		);
	});

	test.each(['Size', '1size', 'si-ze', 'a'.repeat(21), ''])(
		'a category has no field with the key "%s"',
		(key) => {
			const list = [category('Books', [{ key, label: 'Size', kind: 'text' }])];

			expect(refusal(categoryListInput, list)).toBe(CATALOGUE_ERRORS.fieldKey.message);
		},
	);

	test('a choice has at most 12 answers', () => {
		const [twelve, thirteen] = [12, 13].map((count) => [categoryWithChoices(answers(count))]);

		expect(refusal(categoryListInput, twelve)).toBeUndefined();
		expect(refusal(categoryListInput, thirteen)).toBe(CATALOGUE_ERRORS.choices.message);
	});

	test('a category has no two fields with the same key', () => {
		const field = { key: 'size', label: 'Size', kind: 'text' as const };

		expect(categoryFaults([category('A', [field]), category('B', [field, field])])).toEqual([
			{ path: 'categories.1.fields.1.key', error: CATALOGUE_ERRORS.fieldKeyTaken('size') },
		]);
	});

	test.each([
		['a choice of only one answer', categoryWithChoices(['Mid']), CATALOGUE_ERRORS.choices],
		[
			'the same answer twice',
			categoryWithChoices(['Mid', 'mid']),
			CATALOGUE_ERRORS.choiceTaken('mid'),
		],
		[
			'answers for a text field',
			categoryWithChoices(['Mid', 'End'], 'text'),
			CATALOGUE_ERRORS.choicesElsewhere,
		],
	])('a category has no field with %s', (_, listed, error) => {
		expect(categoryFaults([listed])).toEqual([{ path: 'categories.0.fields.0.choices', error }]);
	});

	test.each([2, 12])('a category can have a field with a choice between %i answers', (count) => {
		expect(categoryFaults([categoryWithChoices(answers(count))])).toEqual([]);
	});

	test('there are 1 to 60 categories', () => {
		const tooMany = Array.from({ length: CATALOGUE_LIST_LIMITS.categoriesMax + 1 }, (_, index) =>
			category(`Category ${index}`),
		);

		expect(refusal(categoryListInput, tooMany.slice(1))).toBeUndefined();
		expect(refusal(categoryListInput, tooMany)).toBe(CATALOGUE_ERRORS.categories.message);
		expect(refusal(categoryListInput, [])).toBe(CATALOGUE_ERRORS.categories.message);
	});
});

describe('subjects', () => {
	const subject = { code: 'CS-301', name: 'Data structures', branch: 'CSE', semester: 3 };
	const branches = [{ code: 'CSE', name: 'Computer science' }];

	test.each([
		[{ code: 'C' }, CATALOGUE_ERRORS.code],
		[{ code: 'ABCDEFGHIJKLM' }, CATALOGUE_ERRORS.code],
		[{ name: '' }, CATALOGUE_ERRORS.subjectName],
		[{ semester: 0 }, CATALOGUE_ERRORS.subjectSemester],
		[{ semester: 1.5 }, CATALOGUE_ERRORS.subjectSemester],
	])('a subject with %o is refused', (wrong, { message }) => {
		expect(refusal(subjectListInput, [{ ...subject, ...wrong }])).toBe(message);
	});

	test('codes of branches and of subjects differ by more than case, and the branch of a subject is in the list of branches', () => {
		const lists = {
			branches: [...branches, { code: 'cse', name: 'Again' }],
			subjects: [
				subject,
				{ ...subject, code: 'cs-301' },
				{ ...subject, code: 'EE-1', branch: 'EE' },
			],
		};

		expect(subjectFaults(lists)).toEqual([
			{ path: 'branches.1.code', error: CATALOGUE_ERRORS.branchTaken('cse') },
			{ path: 'subjects.1.code', error: CATALOGUE_ERRORS.subjectTaken('cs-301') },
			{ path: 'subjects.2.branch', error: CATALOGUE_ERRORS.noSuchBranch('EE') },
		]);
	});
});

describe('search words', () => {
	test('search words are stored in lower case and without punctuation', () => {
		expect(z.parse(searchWordsInput, [['X-Ray', ' B.Tech  notes ', 'किताब']])).toEqual([
			['x ray', 'b tech notes', 'किताब'],
		]);
	});

	test('search words are stored in one Unicode form, whatever encoding of letters the keyboard uses', () => {
		expect(z.parse(searchWordsInput, [['प\u095Dाई', 'cafe\u0301']])).toEqual([
			['पढ\u093Cाई', 'caf\u00E9'],
		]);
	});

	test.each([
		['only one word', ['calci'], CATALOGUE_ERRORS.words],
		['13 words', answers(13), CATALOGUE_ERRORS.words],
		['a word without letters', ['calci', '---'], CATALOGUE_ERRORS.word],
		['a word of 41 characters', ['calci', 'a'.repeat(41)], CATALOGUE_ERRORS.word],
	])('a group of search words with %s is refused', (_, words, { message }) => {
		expect(refusal(searchWordsInput, [words])).toBe(message);
	});

	test('a search word of a quarter of a million bytes is refused before it is normalized, which would take minutes', () => {
		const word = `e${'\u0301\u0316'.repeat(62_500)}`;
		expect(refusal(searchWordsInput, [['calci', word]])).toBe(CATALOGUE_ERRORS.word.message);
	});

	test('a search word cannot be in two groups, even with another case or as singular and plural', () => {
		const groups = [
			['calci', 'calculator'],
			['adder', 'Calculators'],
			['ruler', 'ruler'],
		];

		expect(searchWordFaults(groups)).toEqual([
			{ path: 'searchWords.1', error: CATALOGUE_ERRORS.wordInTwoGroups('Calculators') },
			{ path: 'searchWords.2', error: CATALOGUE_ERRORS.wordTwice('ruler') },
		]);
	});

	test('two groups cannot have phrases that differ only by words that a search ignores', () => {
		const groups = [
			['पढ\u093Cाई मेज', 'study table'],
			['प\u095Dाई की मेज', 'desk'],
		];

		expect(searchWordFaults(groups)).toEqual([
			{ path: 'searchWords.1', error: CATALOGUE_ERRORS.wordInTwoGroups('प\u095Dाई की मेज') },
		]);
	});

	test('a group can contain the singular and the plural of the same word', () => {
		expect(searchWordFaults([['set square', 'set squares']])).toEqual([]);
	});
});

describe('starts of academic terms', () => {
	test.each(['01-02', '02-28', '04-30', '12-31'])('a term can start on %s', (day) => {
		expect(refusal(termsInput, [day])).toBeUndefined();
	});

	test.each(['02-29', '04-31', '13-01', '00-10', '01-00', '1-2', '01-32', '2026-01-02', ''])(
		'a term cannot start on "%s"',
		(day) => {
			expect(refusal(termsInput, [day])).toBe(CATALOGUE_ERRORS.term.message);
		},
	);

	test('a year has one to four terms, which start on different days', () => {
		expect(refusal(termsInput, [])).toBe(CATALOGUE_ERRORS.terms.message);
		expect(refusal(termsInput, ['01-01', '02-01', '03-01', '04-01', '05-01'])).toBe(
			CATALOGUE_ERRORS.terms.message,
		);
		expect(termFaults(['01-02', '07-15', '01-02'])).toEqual([
			{ path: 'terms.2', error: CATALOGUE_ERRORS.termTwice('01-02') },
		]);
	});
});

describe('hand-over spots', () => {
	const spot = { name: 'Library steps', hint: 'By the lamp', opens: '08:00', closes: '20:00' };

	test.each([
		[{ name: ' ' }, CATALOGUE_ERRORS.spotName],
		[{ name: 'a'.repeat(61) }, CATALOGUE_ERRORS.spotName],
		[{ hint: 'a'.repeat(121) }, CATALOGUE_ERRORS.spotHint],
		[{ opens: '24:00' }, CATALOGUE_ERRORS.spotOpens],
		[{ opens: '08:60' }, CATALOGUE_ERRORS.spotOpens],
		[{ closes: '20:00:00' }, CATALOGUE_ERRORS.spotCloses],
		[{ id: 0 }, CATALOGUE_ERRORS.spotId],
	])('a spot with %o is refused', (wrong, { message }) => {
		expect(refusal(spotsInput, [{ ...spot, ...wrong }])).toBe(message);
	});

	test('a spot has a name and a hint in one line each; the hint can be empty', () => {
		const longest = { ...spot, name: 'é'.repeat(60), hint: 'a'.repeat(120) };

		const parsed = z.parse(spotsInput, [
			{ ...spot, id: '7', name: ' Library\n steps ', hint: ' ' },
			longest,
		]);

		expect(parsed).toEqual([{ ...spot, id: 7, hint: '' }, longest]);
	});

	test('there are 0 to 100 spots, and each is an object', () => {
		const tooMany = Array.from({ length: CATALOGUE_LIST_LIMITS.spotsMax + 1 }, () => spot);

		expect(refusal(spotsInput, [])).toBeUndefined();
		expect(refusal(spotsInput, tooMany.slice(1))).toBeUndefined();
		expect(refusal(spotsInput, tooMany)).toBe(CATALOGUE_ERRORS.spots.message);
		expect(refusal(spotsInput, undefined)).toBe(CATALOGUE_ERRORS.spots.message);
		expect(refusal(spotsInput, ['Library'])).toBe(CATALOGUE_ERRORS.badSpot.message);
	});

	test('spots have names that differ by more than case; a spot may close after midnight, but not at its opening time', () => {
		const list = [
			{ ...spot, closes: '07:00' },
			{ ...spot, name: 'Gate', closes: '08:00' },
			{ ...spot, name: 'LIBRARY steps' },
		];

		expect(spotFaults(list)).toEqual([
			{ path: 'spots.2.name', error: CATALOGUE_ERRORS.spotNameTaken('LIBRARY steps') },
			{ path: 'spots.1.closes', error: CATALOGUE_ERRORS.spotHours },
		]);
	});
});
