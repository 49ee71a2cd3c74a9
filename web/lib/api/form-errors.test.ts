import { describe, expect, test } from 'vitest';
import { ACCOUNT_ERRORS } from '#contract/accounts/errors.ts';
import { REQUEST_ERRORS } from '#contract/core/errors.ts';
import { ITEM_MESSAGES } from '#contract/items/facts.ts';
import { ApiError } from './api-error.ts';
import { fieldWithError, formErrorMessage } from './form-errors.ts';

const FIELDS = ['currentPassword', 'password'] as const;

describe('Error of a failed account change', () => {
	test('the error of a failed account change is shown at the field that the server names', () => {
		const issues = [{ path: 'currentPassword', ...ACCOUNT_ERRORS.wrongPassword }];

		const field = fieldWithError(new ApiError(400, { issues }), FIELDS, 'password');

		expect(field).toBe('currentPassword');
	});

	test.each([400, 409])(
		'a %i response that names no field is shown at the main field',
		(status) => {
			expect(fieldWithError(new ApiError(status), FIELDS, 'password')).toBe('password');
		},
	);

	test.each([new ApiError(429), new ApiError(503), new TypeError('No connection')])(
		'an error that no other input could prevent is shown at no field (%s)',
		(error) => {
			expect(fieldWithError(error, FIELDS, 'password')).toBeUndefined();
		},
	);

	test('the form shows the server’s message, or a general message when there is none', () => {
		expect(formErrorMessage(new ApiError(409, { message: 'Taken.' }))).toBe('Taken.');
		expect(formErrorMessage(new ApiError(500))).toBe(REQUEST_ERRORS.failed.message);
		expect(formErrorMessage(new TypeError('No connection'))).toBe(ITEM_MESSAGES.noConnection);
	});
});
