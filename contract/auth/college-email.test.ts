import { expect, test } from 'vitest';
import { isCollegeEmail } from './college-email.ts';

test.each([
	['asha@college.example', true],
	['asha@alumni.example', true],
	['asha@mail.college.example', false],
	['asha@notcollege.example', false],
	['college.example', false],
	[null, false],
])('the address %s counts as an address of the college: %s', (email, isCounted) => {
	expect(isCollegeEmail(email, ['college.example', 'alumni.example'])).toBe(isCounted);
});
