import { describe, expect, test } from 'vitest';
import { AUTH_ERRORS } from '#contract/auth/errors.ts';
import { AUTH_MESSAGES } from '#contract/auth/facts.ts';
import { PERSON_ERRORS } from '#contract/auth/person-errors.ts';
import { PEOPLE_MESSAGES } from '#contract/auth/person-fields.ts';
import { REQUEST_ERRORS } from '#contract/core/errors.ts';
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

	test('a sign-up with a phone number stores it in international notation', async () => {
		for (const [phoneNumber, stored] of [
			['09876543213', '+919876543213'],
			['+44 (20) 7946 0958', '+442079460958'],
		]) {
			const res = await register({ userName: 'Ravi', email: '', phoneNumber, password: PASSWORD });

			expect(res.statusCode).toBe(201);
			expect(res.json().user).toMatchObject({ email: null, phoneNumber: stored });
		}
	});

	test('a sign-up stores only a hash of the password, ignores fields that are not in the form, and returns advice for an easy password', async () => {
		const email = freshEmail();
		const more = { id: 1, verifiedAt: '2026-01-01', isVerified: true, tokenVersion: 9 };

		const res = await register({ userName: 'Asha', email, password: 'Asha@2007', ...more });

		expect(res.statusCode).toBe(201);
		expect(res.json().advice).toBe(PEOPLE_MESSAGES.passwordAdvice);
		expect(res.json().user.id).not.toBe(1);
		const row = await findUserByContact(t.db, { email });
		expect(row?.passwordHash).toMatch(/^\$argon2id\$v=19\$m=24576,t=3,p=1\$/);
		expect(row).toMatchObject({ verifiedAt: null, emailConfirmedAt: null, tokenVersion: 1 });
	});
});

describe('one account per email address and phone number', () => {
	test('of simultaneous sign-ups with the same email address one succeeds; a later one with this address or phone number, otherwise written, is refused, and the account keeps its password', async () => {
		const email = freshEmail();
		const sent = { userName: 'Asha', email, phoneNumber: '9876511111', password: PASSWORD };
		const other = { userName: 'Someone', password: 'another password' };

		const responses = await Promise.all([register(sent), register(sent), register(sent)]);
		const byEmail = await register({ ...other, email: email.toUpperCase() });
		const byPhone = await register({
			...other,
			email: freshEmail(),
			phoneNumber: '+91 98765 11111',
		});
		const login = await t.as(null).post('/auth/login', { email, password: PASSWORD });

		expect(responses.map((res) => res.statusCode).sort()).toEqual([201, 409, 409]);
		for (const res of [...responses.filter(({ statusCode }) => statusCode === 409), byEmail])
			expect([res.statusCode, res.json()]).toEqual([
				409,
				{ success: false, ...AUTH_ERRORS.emailTaken },
			]);
		expect([byPhone.statusCode, byPhone.json().message]).toEqual([
			409,
			AUTH_ERRORS.phoneTaken.message,
		]);
		expect(login.json().user.userName).toBe('Asha');
	});
});

describe('sign-up form', () => {
	test('a sign-up form with an invalid field is refused with the name of the field', async () => {
		for (const [wrong, { code }] of [
			[{ password: 'p'.repeat(7) }, PERSON_ERRORS.passwordShort],
			[{ userName: 'Pаssdown' }, PERSON_ERRORS.nameReserved],
			[{ userName: 'As\0ha' }, REQUEST_ERRORS.badText],
			[{ email: 'asha' }, PERSON_ERRORS.email],
			[{ phoneNumber: '0000000000' }, PERSON_ERRORS.phone],
		] as const) {
			const sent = { userName: 'Asha', email: freshEmail(), password: PASSWORD, ...wrong };

			const res = await register(sent);

			expect(res.statusCode).toBe(400);
			const [path] = Object.keys(wrong);
			expect(res.json()).toMatchObject({ success: false, code, issues: [{ path, code }] });
		}
	});

	test('a sign-up form with a name in Devanagari and a password of 128 emoji is accepted, and the user can log in', async () => {
		const password = '🚲'.repeat(128);
		const sent = { userName: 'आशा वर्मा', email: freshEmail(), password };

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
