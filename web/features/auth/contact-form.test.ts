import { describe, expect, test } from 'vitest';
import { PEOPLE_MESSAGES } from '#contract/people.ts';
import { checkLogin, checkSignup } from './contact-form.ts';

describe('logging in', () => {
	test('sends the contact that the toggle shows, and not the other that was typed before', () => {
		const typed = { email: ' Ananya@College.in ', phoneNumber: '98765 43210', password: 'secret' };

		expect(checkLogin('email', typed)).toEqual({
			fields: { email: 'ananya@college.in', password: 'secret' },
		});
		expect(checkLogin('phoneNumber', typed)).toEqual({
			fields: { phoneNumber: '98765 43210', password: 'secret' },
		});
	});

	test('asks for the contact and the password at once, and only for what is wrong', () => {
		const password = { field: 'password', message: PEOPLE_MESSAGES.passwordRequired };

		expect(checkLogin('phoneNumber', { phoneNumber: '', password: '' }).broken).toEqual([
			{ field: 'phoneNumber', message: PEOPLE_MESSAGES.phone },
			password,
		]);
		expect(checkLogin('email', { email: 'a@b.in', password: '' }).broken).toEqual([password]);
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
		expect(checkSignup('email', typed)).toEqual({
			fields: { userName: 'Ananya K', email: 'ananya@college.in', password: 'correct horse' },
		});
	});

	test.each([
		['userName', { userName: '' }, PEOPLE_MESSAGES.name],
		['email', { email: 'ananya' }, PEOPLE_MESSAGES.email],
		['password', { password: 'short' }, PEOPLE_MESSAGES.passwordShort],
		['confirmPassword', { confirmPassword: 'correct house' }, 'Passwords do not match'],
	])('points at %s when its rule is broken', (field, changed, message) => {
		expect(checkSignup('email', { ...typed, ...changed }).broken).toContainEqual(
			expect.objectContaining({ field, message }),
		);
	});

	test('reports all fields whose rules are broken, in the order of the form', () => {
		const { broken } = checkSignup('email', { password: 'short', confirmPassword: '' });

		expect(broken?.map(({ field }) => field)).toEqual([
			'userName',
			'email',
			'password',
			'confirmPassword',
		]);
	});

	test('lets a change of the password mend the repetition as well', () => {
		const { broken } = checkSignup('email', { ...typed, confirmPassword: 'correct house' });

		expect(broken).toEqual([
			{ field: 'confirmPassword', message: 'Passwords do not match', other: 'password' },
		]);
	});
});
