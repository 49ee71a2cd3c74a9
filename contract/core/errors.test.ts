import { expect, test } from 'vitest';
import { declaredErrorOf, defineErrors, tooManyRequests } from './errors.ts';

test('an error has the code of its area and key, and its sentence', () => {
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

test('a message that no error declares has the code of a bad request', () => {
	const message = 'Expected a string.';

	expect(declaredErrorOf(message)).toEqual({ code: 'request/bad-request', message });
});

test('a waiting time changes the message of too many requests, not its code', () => {
	expect(tooManyRequests(61)).toEqual({
		code: 'request/too-many',
		message: 'That was a bit fast. Please try again in 2 minutes.',
	});
});
