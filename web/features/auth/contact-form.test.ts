import { describe, expect, test } from 'vitest';
import { PERSON_ERRORS } from '#contract/auth/person-errors.ts';
import {
	type ContactKind,
	detectContactKind,
	validateLogin,
	validateSignup,
} from './contact-form.ts';

describe('validation of the login form', () => {
	test('the login sends the contact from the visible field and ignores the hidden field', () => {
		const typed = { email: ' Ananya@College.in ', phoneNumber: '98765 43210', password: 'secret' };

		expect(validateLogin('email', typed)).toEqual({
			data: { email: 'ananya@college.in', password: 'secret' },
		});
		expect(validateLogin('phoneNumber', typed)).toEqual({
			data: { phoneNumber: '98765 43210', password: 'secret' },
		});
	});

	test('the login form reports errors of contact and password together, and only for invalid fields', () => {
		const password = { field: 'password', message: PERSON_ERRORS.passwordRequired.message };

		expect(validateLogin('phoneNumber', { phoneNumber: '', password: '' }).errors).toEqual([
			{ field: 'phoneNumber', message: PERSON_ERRORS.phone.message },
			password,
		]);
		expect(validateLogin('email', { email: 'a@b.in', password: '' }).errors).toEqual([password]);
	});
});

describe('detected kind of a contact', () => {
	test.each<[selected: ContactKind, typed: string, kind: ContactKind]>([
		['email', '98765 43210', 'phoneNumber'],
		['email', '+91 98765-43210', 'phoneNumber'],
		['email', ' 9876543210 ', 'phoneNumber'],
		['email', 'ananya@college.in', 'email'],
		['email', '9876543210@college.in', 'email'],
		['email', 'ananya', 'email'],
		['email', '98765', 'email'],
		['email', '', 'email'],
		['phoneNumber', 'ananya@college.in', 'email'],
		['phoneNumber', 'ananya@', 'email'],
		['phoneNumber', '98765 43210', 'phoneNumber'],
		['phoneNumber', 'ananya', 'phoneNumber'],
	])('in the field “%s”, the text %j is taken as “%s”', (selected, typed, kind) => {
		expect(detectContactKind(typed, selected)).toBe(kind);
	});

	test('the login sends the kind of contact that was typed, regardless of the selected field', () => {
		const password = 'secret';

		expect(validateLogin('email', { email: '98765 43210', password })).toEqual({
			data: { phoneNumber: '98765 43210', password },
		});
		expect(validateLogin('phoneNumber', { phoneNumber: 'Ananya@College.in', password })).toEqual({
			data: { email: 'ananya@college.in', password },
		});
	});
});

describe('validation of the sign-up form', () => {
	const typed = {
		userName: ' Ananya K ',
		email: 'ananya@college.in',
		password: 'correct horse',
		confirmPassword: 'correct horse',
	};

	test('the sign-up sends the name, one contact and the password, without the repeated password', () => {
		expect(validateSignup('email', typed)).toEqual({
			data: { userName: 'Ananya K', email: 'ananya@college.in', password: 'correct horse' },
		});
	});

	test.each([
		['userName', { userName: '' }, PERSON_ERRORS.name.message],
		['email', { email: 'ananya' }, PERSON_ERRORS.email.message],
		['password', { password: 'short' }, PERSON_ERRORS.passwordShort.message],
		['confirmPassword', { confirmPassword: 'correct house' }, 'Passwords do not match'],
	])(
		'an invalid value in the field “%s” of the sign-up form is reported at that field',
		(field, changed, message) => {
			expect(validateSignup('email', { ...typed, ...changed }).errors).toContainEqual(
				expect.objectContaining({ field, message }),
			);
		},
	);

	test('a password mismatch names both password fields, so that an edit of either field can clear the error', () => {
		const { errors } = validateSignup('email', { ...typed, confirmPassword: 'correct house' });

		expect(errors).toEqual([
			{
				field: 'confirmPassword',
				message: 'Passwords do not match',
				alsoClearedBy: 'password',
			},
		]);
	});
});
