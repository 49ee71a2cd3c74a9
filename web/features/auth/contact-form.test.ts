import { describe, expect, test } from 'vitest';
import { PEOPLE_MESSAGES } from '#contract/auth/person-fields.ts';
import {
	type ContactKind,
	detectContactKind,
	validateLogin,
	validateSignup,
} from './contact-form.ts';

describe('logging in', () => {
	test('sends the contact that the toggle shows, and not the other that was typed before', () => {
		const typed = { email: ' Ananya@College.in ', phoneNumber: '98765 43210', password: 'secret' };

		expect(validateLogin('email', typed)).toEqual({
			data: { email: 'ananya@college.in', password: 'secret' },
		});
		expect(validateLogin('phoneNumber', typed)).toEqual({
			data: { phoneNumber: '98765 43210', password: 'secret' },
		});
	});

	test('asks for the contact and the password at once, and only for what is wrong', () => {
		const password = { field: 'password', message: PEOPLE_MESSAGES.passwordRequired };

		expect(validateLogin('phoneNumber', { phoneNumber: '', password: '' }).errors).toEqual([
			{ field: 'phoneNumber', message: PEOPLE_MESSAGES.phone },
			password,
		]);
		expect(validateLogin('email', { email: 'a@b.in', password: '' }).errors).toEqual([password]);
	});
});

describe('a contact is taken for what it is', () => {
	test.each<[shown: ContactKind, typed: string, kind: ContactKind]>([
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
	])('under %s %j is of the kind %s', (shown, typed, kind) => {
		expect(detectContactKind(typed, shown)).toBe(kind);
	});

	test('when logging in, whatever the toggle says', () => {
		const password = 'secret';

		expect(validateLogin('email', { email: '98765 43210', password })).toEqual({
			data: { phoneNumber: '98765 43210', password },
		});
		expect(validateLogin('phoneNumber', { phoneNumber: 'Ananya@College.in', password })).toEqual({
			data: { email: 'ananya@college.in', password },
		});
	});

	test('and what is wrong with it is told at the field that is shown', () => {
		expect(validateLogin('phoneNumber', { phoneNumber: 'ananya@', password: 'x' }).errors).toEqual([
			{ field: 'phoneNumber', message: PEOPLE_MESSAGES.email },
		]);
	});
});

describe('signing up', () => {
	const typed = {
		userName: ' Ananya K ',
		email: 'ananya@college.in',
		password: 'correct horse',
		confirmPassword: 'correct horse',
	};

	test('sends the name, one contact and the password, and keeps the repetition to itself', () => {
		expect(validateSignup('email', typed)).toEqual({
			data: { userName: 'Ananya K', email: 'ananya@college.in', password: 'correct horse' },
		});
	});

	test.each([
		['userName', { userName: '' }, PEOPLE_MESSAGES.name],
		['email', { email: 'ananya' }, PEOPLE_MESSAGES.email],
		['password', { password: 'short' }, PEOPLE_MESSAGES.passwordShort],
		['confirmPassword', { confirmPassword: 'correct house' }, 'Passwords do not match'],
	])('points at %s when its rule is broken', (field, changed, message) => {
		expect(validateSignup('email', { ...typed, ...changed }).errors).toContainEqual(
			expect.objectContaining({ field, message }),
		);
	});

	test('reports all fields whose rules are broken, in the order of the form', () => {
		const { errors } = validateSignup('email', { password: 'short', confirmPassword: '' });

		expect(errors?.map(({ field }) => field)).toEqual([
			'userName',
			'email',
			'password',
			'confirmPassword',
		]);
	});

	test('lets a change of the password mend the repetition as well', () => {
		const { errors } = validateSignup('email', { ...typed, confirmPassword: 'correct house' });

		expect(errors).toEqual([
			{ field: 'confirmPassword', message: 'Passwords do not match', other: 'password' },
		]);
	});
});
