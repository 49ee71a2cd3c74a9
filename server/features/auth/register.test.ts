import { describe, expect, test } from 'vitest';
import { AUTH_ERRORS } from '#contract/auth/errors.ts';
import { AUTH_MESSAGES } from '#contract/auth/facts.ts';
import { PERSON_ERRORS } from '#contract/auth/person-errors.ts';
import { PEOPLE_MESSAGES } from '#contract/auth/person-fields.ts';
import { declaredErrorOf, REQUEST_ERRORS } from '#contract/core/errors.ts';
import { openApp } from '#tests/support/app.ts';
import { findUserByContact } from './queries.ts';

const t = await openApp();
const PASSWORD = 'chalk and talk';
let count = 0;
const freshEmail = () => `student${count++}@campus.example`;
const register = (sent: object) => t.as(null).post('/auth/register', sent);

describe('sign-up of users', () => {
	test('a sign-up by email address opens a session and stores the address in lower case', async () => {
		const res = await register({
			userName: '  Asha Verma ',
			email: ' Asha.Verma@Campus.EXAMPLE ',
			phoneNumber: '',
			password: PASSWORD,
		});

		expect(res.statusCode).toBe(201);
		const user = {
			id: expect.any(Number),
			userName: 'Asha Verma',
			email: 'asha.verma@campus.example',
			phoneNumber: null,
		};
		expect(res.json()).toEqual({
			success: true,
			accessToken: expect.any(String),
			user,
			message: AUTH_MESSAGES.registered,
		});
		const session = await t.as({ token: res.json().accessToken }).get('/auth');
		expect(session.json()).toEqual({
			success: true,
			user: { ...user, profilePicUrl: null, isVerified: false, createdAt: expect.any(String) },
		});
	});

	test.each([
		['9876543210', '+919876543210'],
		['09876543213', '+919876543213'],
		['+44 (20) 7946 0958', '+442079460958'],
	])('a sign-up with the phone number %s stores %s', async (phoneNumber, stored) => {
		const res = await register({ userName: 'Ravi', email: '', phoneNumber, password: PASSWORD });

		expect(res.statusCode).toBe(201);
		expect(res.json().user).toMatchObject({ email: null, phoneNumber: stored });
	});

	test('a sign-up stores only a hash of the password', async () => {
		const email = freshEmail();

		await register({ userName: 'Asha', email, password: PASSWORD });

		const row = await findUserByContact(t.db, { email });
		expect(row?.passwordHash).toMatch(/^\$argon2id\$v=19\$m=24576,t=3,p=1\$/);
	});

	test('a sign-up ignores fields that are not in the form', async () => {
		const email = freshEmail();
		const more = { id: 1, verifiedAt: '2026-01-01', isVerified: true, tokenVersion: 9 };

		const res = await register({ userName: 'Asha', email, password: PASSWORD, ...more });

		const row = await findUserByContact(t.db, { email });
		expect(res.json().user.id).not.toBe(1);
		expect(row).toMatchObject({ verifiedAt: null, emailConfirmedAt: null, tokenVersion: 1 });
	});
});

test.each(['password123', 'Asha@2007'])(
	'signing up with the easy password %s succeeds and returns advice',
	async (password) => {
		const res = await register({ userName: 'Asha', email: freshEmail(), password });

		expect(res.statusCode).toBe(201);
		expect(res.json().advice).toBe(PEOPLE_MESSAGES.passwordAdvice);
	},
);

describe('one account per email address and phone number', () => {
	test('a sign-up with the email address of an existing account, in any letter case, is refused, and the account keeps its password', async () => {
		const email = freshEmail();
		await register({ userName: 'Asha', email, password: PASSWORD });

		const secondResponse = await register({
			userName: 'Someone',
			email: email.toUpperCase(),
			password: 'another password',
		});
		const login = await t.as(null).post('/auth/login', { email, password: PASSWORD });

		expect(secondResponse.statusCode).toBe(409);
		expect(secondResponse.json()).toEqual({ success: false, ...AUTH_ERRORS.emailTaken });
		expect(login.json().user.userName).toBe('Asha');
	});

	test('a sign-up with the phone number of an existing account, in another notation, is refused', async () => {
		await register({ userName: 'Ravi', phoneNumber: '9876511111', password: PASSWORD });

		const secondResponse = await register({
			userName: 'Someone',
			email: freshEmail(),
			phoneNumber: '+91 98765 11111',
			password: PASSWORD,
		});

		expect(secondResponse.statusCode).toBe(409);
		expect(secondResponse.json().message).toBe(AUTH_ERRORS.phoneTaken.message);
	});

	test('of several simultaneous sign-ups with the same email address, only one succeeds', async () => {
		const email = freshEmail();
		const sent = { userName: 'Asha', email, password: PASSWORD };

		const responses = await Promise.all([register(sent), register(sent), register(sent)]);

		expect(responses.map((res) => res.statusCode).sort()).toEqual([201, 409, 409]);
		const refused = responses.filter((res) => res.statusCode === 409);
		for (const res of refused) expect(res.json().message).toBe(AUTH_ERRORS.emailTaken.message);
	});
});

describe('sign-up form', () => {
	test.each([
		['a short password', { password: 'p'.repeat(7) }, PERSON_ERRORS.passwordShort.message],
		['the name of the site', { userName: 'Pаssdown' }, PERSON_ERRORS.nameReserved.message],
		['a name with NUL', { userName: 'As\0ha' }, REQUEST_ERRORS.badText.message],
		['an invalid address', { email: 'asha' }, PERSON_ERRORS.email.message],
		['an impossible phone number', { phoneNumber: '0000000000' }, PERSON_ERRORS.phone.message],
	])(
		'a sign-up form with %s is refused with the name of the field',
		async (_, wrong: Record<string, unknown>, message) => {
			const sent = { userName: 'Asha', email: freshEmail(), password: PASSWORD, ...wrong };

			const res = await register(sent);

			expect(res.statusCode).toBe(400);
			const [path] = Object.keys(wrong);
			expect(res.json()).toEqual({
				success: false,
				...declaredErrorOf(message),
				issues: [{ path, ...declaredErrorOf(message) }],
			});
		},
	);

	test.each([
		['a password of 128 emoji', { password: '🚲'.repeat(128) }],
		['a name in Devanagari', { userName: 'आशा वर्मा' }],
	])('a sign-up form with %s is accepted, and the user can log in', async (_, valid) => {
		const sent = { userName: 'Asha', email: freshEmail(), password: PASSWORD, ...valid };

		const res = await register(sent);
		const login = await t.as(null).post('/auth/login', sent);

		expect(res.statusCode).toBe(201);
		expect(res.json().user.userName).toBe(sent.userName);
		expect(login.statusCode).toBe(200);
	});

	test('the response to a sign-up lists every error, and its message is the first error in the order of the form', async () => {
		const res = await register({
			userName: '',
			email: 'asha',
			phoneNumber: 'x',
			password: 'short',
		});

		expect(res.json()).toEqual({
			success: false,
			...PERSON_ERRORS.name,
			issues: [
				{ path: 'userName', ...PERSON_ERRORS.name },
				{ path: 'email', ...PERSON_ERRORS.email },
				{ path: 'phoneNumber', ...PERSON_ERRORS.phone },
				{ path: 'password', ...PERSON_ERRORS.passwordShort },
			],
		});
	});
});
