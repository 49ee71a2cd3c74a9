import { describe, expect, test } from 'vitest';
import { COMMON_MESSAGES } from '#contract/core/common.ts';
import { ITEM_MESSAGES } from '#contract/items/facts.ts';
import { ApiError } from './api-error.ts';
import { fieldWithError, formErrorMessage } from './form-errors.ts';

const FIELDS = ['currentPassword', 'password'] as const;

describe('a change of the account that failed', () => {
	test('points at the field that the server names', () => {
		const issues = [{ path: 'currentPassword', message: 'That is not your password.' }];

		const field = fieldWithError(new ApiError(400, { issues }), FIELDS, 'password');

		expect(field).toBe('currentPassword');
	});

	test.each([400, 409])(
		'points at the main field where what was sent is refused with %i',
		(status) => {
			expect(fieldWithError(new ApiError(status), FIELDS, 'password')).toBe('password');
		},
	);

	test.each([new ApiError(429), new ApiError(503), new TypeError('No connection')])(
		'points at no field where none could be mended (%s)',
		(error) => {
			expect(fieldWithError(error, FIELDS, 'password')).toBeUndefined();
		},
	);

	test('is told in the server’s words, else in ours', () => {
		expect(formErrorMessage(new ApiError(409, { message: 'Taken.' }))).toBe('Taken.');
		expect(formErrorMessage(new ApiError(500))).toBe(COMMON_MESSAGES.failed);
		expect(formErrorMessage(new TypeError('No connection'))).toBe(ITEM_MESSAGES.noConnection);
	});
});
