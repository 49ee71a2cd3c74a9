import { describe, expect, test } from 'vitest';
import { subjectOptions } from './subject-options.ts';

const SUBJECTS = [
	['MA101', 'Engineering Mathematics'],
	['EC301', 'Signals & Systems'],
	['EC-302', 'Control Systems'],
	['ME101', 'Engineering Drawing'],
].map(([code = '', name = '']) => ({ code, name, branch: code.slice(0, 2), semester: 1 }));

function codes(typed: string, { title = '', chosen = [] as string[] } = {}): string[] {
	return subjectOptions(SUBJECTS, { typed, title, chosen }).map(({ code }) => code);
}

describe('subjects offered for an item', () => {
	test('all subjects are offered in the order of the catalogue, without the subjects that are chosen already', () => {
		expect(codes('')).toEqual(['MA101', 'EC301', 'EC-302', 'ME101']);
		expect(codes('', { chosen: ['EC301'] })).toEqual(['MA101', 'EC-302', 'ME101']);
	});

	test.each(['Signals and Systems, Oppenheim', 'Notes for ec 301', 'EC-301 end semester', 'EC301'])(
		'the subject that the title “%s” names is offered first',
		(title) => {
			expect(codes('', { title })[0]).toBe('EC301');
		},
	);

	test('part of a word in the title does not move a subject to the front', () => {
		expect(codes('', { title: 'EC3012 Signals' })[0]).toBe('MA101');
	});

	test.each([
		['ec3', ['EC301', 'EC-302']],
		['ec302', ['EC-302']],
		['EC 302', ['EC-302']],
		['systems', ['EC301', 'EC-302']],
		['engineering', ['MA101', 'ME101']],
		['draw eng', ['ME101']],
		['signals & sys', ['EC301']],
		['igna', []],
	])('the text “%s” finds subjects by code or by the beginnings of words', (typed, expected) => {
		expect(codes(typed)).toEqual(expected);
	});
});
