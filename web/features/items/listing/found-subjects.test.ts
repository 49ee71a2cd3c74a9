import { expect, test } from 'vitest';
import { FACET_LIMITS } from '#contract/items/facts.ts';
import { findSubjects } from './found-subjects.ts';

const subjects = Array.from({ length: 20 }, (_, index) => ({
	code: `EC-${301 + index}`,
	name: index === 19 ? 'Signals and Systems' : `Circuits ${index}`,
	branch: 'EC',
	semester: 3,
}));
const ANY = { branch: '', semester: '', subject: '' } as const;
const codesOf = (found: ReturnType<typeof findSubjects>) =>
	found.map(({ subject }) => subject.code);

test('the search for a subject shows subjects with the most items first, and at most eight subjects', () => {
	const found = findSubjects(subjects, ANY, [{ value: 'EC-305', count: 4 }], '');

	expect(codesOf(found).slice(0, 2)).toEqual(['EC-305', 'EC-301']);
	expect(found).toHaveLength(8);
});

test('a subject is found by the beginning of its code, with or without a hyphen, and by part of its name', () => {
	expect(codesOf(findSubjects(subjects, ANY, [], 'ec31'))).toContain('EC-310');
	expect(codesOf(findSubjects(subjects, ANY, [], 'EC-320'))).toEqual(['EC-320']);
	expect(codesOf(findSubjects(subjects, ANY, [], 'systems'))).toEqual(['EC-320']);
});

test('a subject that several branches teach is one choice, with the items of all its codes', () => {
	const shared = ['CS', 'EC', 'ME'].map((branch) => {
		return { code: `${branch}101`, name: 'Mathematics I', branch, semester: 1 };
	});
	const all = [...shared, ...subjects];
	const counts = [{ value: 'CS101', count: 7 }];
	const find = (choices: Partial<Record<keyof typeof ANY, string>>) =>
		findSubjects(all, { ...ANY, ...choices } as typeof ANY, counts, 'math');

	expect(find({})).toMatchObject([
		{ subject: shared[0], isShared: true, isChosen: false, count: 7 },
	]);
	expect(find({ branch: 'EC', subject: 'CS101' })).toMatchObject([
		{ subject: shared[1], isChosen: true, count: 7 },
	]);
});

test('the chosen subject is always among the found subjects', () => {
	const chosen = { ...ANY, subject: 'EC-315' };

	expect(codesOf(findSubjects(subjects, chosen, [], 'systems'))).toEqual(['EC-315', 'EC-320']);
});

test('a subject without a count has zero items, or an unknown number if the list of counts is full', () => {
	const full = subjects
		.slice(0, FACET_LIMITS.choicesMax)
		.map(({ code }) => ({ value: code, count: 1 }));

	expect(findSubjects(subjects, ANY, full.slice(1), 'ec-301')[0]?.count).toBe(0);
	expect(findSubjects(subjects, ANY, full, 'ec-320')[0]?.count).toBeUndefined();
	expect(findSubjects(subjects, ANY, undefined, 'ec-320')[0]?.count).toBeUndefined();
});
