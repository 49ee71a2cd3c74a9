import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { COMMON_MESSAGES } from '#contract/core/common.ts';
import { AUTH_MESSAGES, credentials, registration } from './auth.ts';
import { PEOPLE_MESSAGES } from './person-fields.ts';

const ASHA = { userName: 'Asha', email: 'asha@college.example', password: 'eight888' };

function issuesOf(schema: z.core.$ZodType, sent: unknown): string[] {
	return z.safeParse(schema, sent).error?.issues.map(({ message }) => message) ?? [];
}

const signingUp = (changes: object) => issuesOf(registration, { ...ASHA, ...changes });

describe('signing up', () => {
	test('takes an email, lower-case and trimmed', () => {
		const sent = { ...ASHA, email: '  Asha@College.Example ' };

		expect(z.parse(registration, sent)).toEqual(ASHA);
	});

	test('takes a phone number in place of an email', () => {
		const { email: _, ...rest } = ASHA;
		const sent = { ...rest, phoneNumber: ' +91 98765 43210 ' };

		expect(z.parse(registration, sent)).toEqual({ ...rest, phoneNumber: '+91 98765 43210' });
	});

	test.each(['', null, undefined])(
		'takes %j in the field that the toggle hides for absent',
		(hidden) => {
			expect(z.parse(registration, { ...ASHA, phoneNumber: hidden }).phoneNumber).toBeUndefined();
		},
	);

	test('takes no NUL in a password, new or tried', () => {
		const password = 'eight\x00888';

		expect(signingUp({ password })).toEqual([COMMON_MESSAGES.badText]);
		expect(issuesOf(credentials, { ...ASHA, password })).toEqual([COMMON_MESSAGES.badText]);
	});

	test('with nothing at all begins with the name', () => {
		expect(issuesOf(registration, {})[0]).toBe(PEOPLE_MESSAGES.name);
	});

	test('without email and phone asks for one of them', () => {
		expect(signingUp({ email: undefined })).toEqual([PEOPLE_MESSAGES.contact]);
		expect(signingUp({ email: '', phoneNumber: '' })).toEqual([PEOPLE_MESSAGES.contact]);
	});

	test.each([
		['', false],
		['   ', false],
		['A', true],
		['x'.repeat(50), true],
		['x'.repeat(51), false],
		['🎒'.repeat(50), true],
		['🎒'.repeat(51), false],
	])('as %j is judged by the characters of the name', (userName, allowed) => {
		expect(signingUp({ userName })).toEqual(allowed ? [] : [PEOPLE_MESSAGES.name]);
	});

	test('refuses NUL in a name, and mends half an emoji', () => {
		expect(signingUp({ userName: 'A\0' })).toEqual([COMMON_MESSAGES.badText]);
		expect(z.parse(registration, { ...ASHA, userName: 'A\udf92' }).userName).toBe('A\ufffd');
	});

	test.each(['asha', 'asha@', '@college.example', 'a b@college.example', 'a\0@college.example', 5])(
		'refuses %j as an email',
		(email) => {
			expect(signingUp({ email })).toContain(PEOPLE_MESSAGES.email);
		},
	);

	test('refuses an email of more than 254 characters', () => {
		expect(signingUp({ email: `${'a'.repeat(60)}@${'b'.repeat(200)}.example` })).toContain(
			PEOPLE_MESSAGES.email,
		);
	});

	test.each(['12', 'call me', '98765-', '+', '9'.repeat(40), '98765\u000043210', 9876543210])(
		'refuses %j as a phone number',
		(phoneNumber) => {
			expect(signingUp({ phoneNumber })).toContain(PEOPLE_MESSAGES.phone);
		},
	);

	test.each([
		['x'.repeat(7), PEOPLE_MESSAGES.passwordShort],
		['x'.repeat(8), undefined],
		['x'.repeat(128), undefined],
		['x'.repeat(129), PEOPLE_MESSAGES.passwordLong],
		['🎒'.repeat(7), PEOPLE_MESSAGES.passwordShort],
		['🎒'.repeat(128), undefined],
		['        ', undefined],
		[undefined, PEOPLE_MESSAGES.passwordShort],
		[12_345_678, PEOPLE_MESSAGES.passwordShort],
	])('judges the password %j by its characters', (password, message) => {
		expect(signingUp({ password })).toEqual(message ? [message] : []);
	});

	test('keeps a password exactly as it was typed', () => {
		expect(z.parse(registration, { ...ASHA, password: ' pass word ' }).password).toBe(
			' pass word ',
		);
	});
});

describe('signing in', () => {
	test('tries any password, however short', () => {
		expect(issuesOf(credentials, { email: ASHA.email, password: 'x' })).toEqual([]);
	});

	test.each(['', undefined, null])('asks for a password when it is %j', (password) => {
		expect(issuesOf(credentials, { email: ASHA.email, password })).toEqual([
			PEOPLE_MESSAGES.passwordRequired,
		]);
	});

	test('refuses a password so long that hashing it would cost something', () => {
		expect(issuesOf(credentials, { email: ASHA.email, password: 'x'.repeat(10_000) })).toEqual([
			PEOPLE_MESSAGES.passwordLong,
		]);
	});

	test('asks for an email or a phone number', () => {
		expect(issuesOf(credentials, { password: 'eight888' })).toEqual([PEOPLE_MESSAGES.contact]);
	});
});

test('what is said of signing in is in the words of the documents', () => {
	expect(AUTH_MESSAGES).toMatchObject({
		invalidCredentials: 'Invalid credentials',
		failed: 'Something went wrong. Please try again.',
		suspended: 'This account has been suspended. Contact support.',
		thirdPartyFailed: 'Google authentication failed. Please try again.',
		completing: 'Completing Authentication...',
	});
});
