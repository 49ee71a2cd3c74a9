import { expect, test } from 'vitest';
import { declaredErrorOf, defineErrors, tooManyRequests } from './errors.ts';

test('a declared error has a code made of its area and key, and a message', () => {
	const errors = defineErrors('example', {
		notThere: 'It is not there.',
		tooLarge: (names: readonly string[]) => `Too large: ${names.join(', ')}`,
	});

	expect(errors.notThere).toEqual({ code: 'example/not-there', message: 'It is not there.' });
	expect(errors.tooLarge(['a.jpg', 'b.jpg'])).toEqual({
		code: 'example/too-large',
		message: 'Too large: a.jpg, b.jpg',
	});
	expect(declaredErrorOf('It is not there.')).toEqual(errors.notThere);
});

test('an error message that is not declared gets the code of a bad request', () => {
	const message = 'Expected a string.';

	expect(declaredErrorOf(message)).toEqual({ code: 'request/bad-request', message });
});

test('the error for too many requests names the waiting time in its message and keeps its code', () => {
	expect(tooManyRequests(61)).toEqual({
		code: 'request/too-many',
		message: 'That was a bit fast. Please try again in 2 minutes.',
	});
});
