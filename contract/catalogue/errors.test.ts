import { expect, test } from 'vitest';
import { CATALOGUE_ERRORS } from './errors.ts';

test.each([
	[1, 'The subject “S1” is in use and cannot be taken away.'],
	[2, 'The subjects “S1” and “S2” are in use and cannot be taken away.'],
	[5, 'The subjects “S1”, “S2”, “S3”, “S4” and “S5” are in use and cannot be taken away.'],
	[
		1205,
		'The subjects “S1”, “S2”, “S3”, “S4”, “S5” and 1,200 more are in use and cannot be taken away.',
	],
])('the refusal to remove %i subjects names at most five of them', (count, message) => {
	const codes = Array.from({ length: count }, (_, index) => `S${index + 1}`);

	expect(CATALOGUE_ERRORS.subjectInUse(...codes)).toEqual({
		code: 'catalogue/subject-in-use',
		message,
	});
});
