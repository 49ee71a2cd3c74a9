import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { AUTH_ERRORS } from '#contract/auth/errors.ts';
import { PERSON_ERRORS } from '#contract/auth/person-errors.ts';
import { REQUEST_ERRORS } from '#contract/core/errors.ts';
import { AUTH_MESSAGES } from './facts.ts';
import { credentials, registration } from './schemas.ts';

const ASHA = { userName: 'Asha', email: 'asha@college.example', password: 'eight888' };

function issuesOf(schema: z.core.$ZodType, sent: unknown): string[] {
	return z.safeParse(schema, sent).error?.issues.map(({ message }) => message) ?? [];
}

/** The messages with which a sign-up with these changes is refused. */
const signUpMessages = (changes: object) => issuesOf(registration, { ...ASHA, ...changes });

describe('signing up', () => {
	test.each([
		['  Asha@College.Example ', ASHA.email],
		['\u200Basha@college.example\uFEFF', ASHA.email],
		['\u202Aasha@college.example\u202C', ASHA.email],
		['asha@college.xn--h2brj9c', 'asha@college.xn--h2brj9c'],
		['Asha@शिक्षा.भारत', 'asha@xn--11b9de2ac9f.xn--h2brj9c'],
		['asha@münchen.example', 'asha@xn--mnchen-3ya.example'],
	])('the sign-up stores the email address %j as %j', (email, stored) => {
		expect(z.parse(registration, { ...ASHA, email }).email).toBe(stored);
		expect(z.parse(credentials, { ...ASHA, email }).email).toBe(stored);
	});

	test.each([
		[' +91 98765 43210 ', '+91 98765 43210'],
		['\u202A+91\u00A098765\u200943210\u202C', '+91 98765 43210'],
		['98765\u201143210\u200B', '98765-43210'],
		['98765.43210', '98765 43210'],
		['(+91) 98765-43210', '+91  98765-43210'],
		['९८७६५ ४३२१०', '98765 43210'],
		['＋91 98765 43210', '+91 98765 43210'],
	])(
		'the sign-up accepts the phone number %j instead of an email address',
		(phoneNumber, plain) => {
			const { email: _, ...rest } = ASHA;

			expect(z.parse(registration, { ...rest, phoneNumber })).toEqual({
				...rest,
				phoneNumber: plain,
			});
		},
	);

	test('the sign-up and the sign-in refuse a password with a NUL character', () => {
		const password = 'eight\x00888';

		expect(signUpMessages({ password })).toEqual([REQUEST_ERRORS.badText.message]);
		expect(issuesOf(credentials, { ...ASHA, password })).toEqual([REQUEST_ERRORS.badText.message]);
	});

	test('the sign-up requires an email address or a phone number', () => {
		expect(signUpMessages({ email: undefined })).toEqual([PERSON_ERRORS.contact.message]);
		expect(signUpMessages({ email: '', phoneNumber: '' })).toEqual([PERSON_ERRORS.contact.message]);
	});

	test.each([
		['', false],
		['x'.repeat(50), true],
		['🎒'.repeat(50), true],
		['🎒'.repeat(51), false],
	])('the sign-up requires a name of 1 to 50 Unicode characters: %j', (userName, allowed) => {
		expect(signUpMessages({ userName })).toEqual(allowed ? [] : [PERSON_ERRORS.name.message]);
	});

	test('the sign-up refuses a name with a NUL character, and replaces a lone surrogate in a name', () => {
		expect(signUpMessages({ userName: 'A\0' })).toEqual([REQUEST_ERRORS.badText.message]);
		expect(z.parse(registration, { ...ASHA, userName: 'A\udf92' }).userName).toBe('A\ufffd');
	});

	test.each([
		'@college.example',
		'a b@college.example',
		'as\0ha@college.example',
		'asha@उदाहरण.भारत:80',
	])('the sign-up refuses %j as an email address', (email) => {
		expect(signUpMessages({ email })).toContain(PERSON_ERRORS.email.message);
	});

	test('the sign-up refuses an email address of more than 254 characters', () => {
		expect(signUpMessages({ email: `${'a'.repeat(60)}@${'b'.repeat(200)}.example` })).toContain(
			PERSON_ERRORS.email.message,
		);
	});

	test.each(['12', 'call me', '98765-', '+', '9'.repeat(40), '98765\u000043210', 9876543210])(
		'the sign-up refuses %j as a phone number',
		(phoneNumber) => {
			expect(signUpMessages({ phoneNumber })).toContain(PERSON_ERRORS.phone.message);
		},
	);

	test.each([
		['x'.repeat(7), PERSON_ERRORS.passwordShort.message],
		['x'.repeat(8), undefined],
		['x'.repeat(129), PERSON_ERRORS.passwordLong.message],
		['🎒'.repeat(128), undefined],
		['        ', undefined],
		[undefined, PERSON_ERRORS.passwordShort.message],
	])('the sign-up requires a password of 8 to 128 Unicode characters: %j', (password, message) => {
		expect(signUpMessages({ password })).toEqual(message ? [message] : []);
	});
});

describe('signing in', () => {
	test('the sign-in accepts a password of one character', () => {
		expect(issuesOf(credentials, { email: ASHA.email, password: 'x' })).toEqual([]);
	});

	test.each(['', undefined, null])(
		'the sign-in asks for a password when the password is %j',
		(password) => {
			expect(issuesOf(credentials, { email: ASHA.email, password })).toEqual([
				PERSON_ERRORS.passwordRequired.message,
			]);
		},
	);

	test('the sign-in refuses a password so long that hashing it would be expensive', () => {
		expect(issuesOf(credentials, { email: ASHA.email, password: 'x'.repeat(10_000) })).toEqual([
			PERSON_ERRORS.passwordLong.message,
		]);
	});

	test('the sign-in requires an email address or a phone number', () => {
		expect(issuesOf(credentials, { password: 'eight888' })).toEqual([
			PERSON_ERRORS.contact.message,
		]);
	});
});

test('the sign-in messages are those that clients and screens show', () => {
	expect(AUTH_MESSAGES).toMatchObject({
		failed: 'Something went wrong. Please try again.',
		completing: 'Completing Authentication...',
	});
	expect(AUTH_ERRORS).toMatchObject({
		invalidCredentials: { message: 'Invalid credentials' },
		suspended: { message: 'This account has been suspended. Contact support.' },
		thirdPartyFailed: { message: 'Google authentication failed. Please try again.' },
	});
});
