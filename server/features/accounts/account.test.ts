import { describe, expect, test } from 'vitest';
import { ACCOUNT_ERRORS } from '#contract/accounts/errors.ts';
import { ACCOUNT_MESSAGES } from '#contract/accounts/facts.ts';
import { AUTH_ERRORS } from '#contract/auth/errors.ts';
import { PERSON_ERRORS } from '#contract/auth/person-errors.ts';
import { declaredErrorOf } from '#contract/core/errors.ts';
import { findUser } from '#server/features/auth/queries.ts';
import { openApp } from '#tests/support/app.ts';
import { openOutbox } from '#tests/support/outbox.ts';
import { PASSWORD } from '#tests/support/password.ts';

const t = await openApp();
const outbox = await openOutbox(t);
const confirmed = { emailConfirmedAt: new Date() };
const accountOf = async (who: { token: string }) =>
	(await t.as(who).get('/account')).json().account;
const logIn = (email: string, password: string) =>
	t.as(null).post('/auth/login', { email, password });

let lastNumber = 9_876_510_000;
const freshPhone = () => String(lastNumber++);

const rejectionAt = (path: string, message: string) => ({
	success: false,
	...declaredErrorOf(message),
	issues: [{ path, ...declaredErrorOf(message) }],
});

test('the account endpoint returns the user’s own data and sign-in methods', async () => {
	const student = await t.student({ ...confirmed, verifiedAt: new Date(), verifiedBy: 'admin' });

	expect(await accountOf(student)).toEqual({
		id: student.id,
		userName: 'Asha',
		email: student.email,
		emailConfirmed: true,
		pendingEmail: null,
		phoneNumber: null,
		profilePicUrl: null,
		isVerified: true,
		createdAt: expect.any(String),
		hasPassword: true,
		providers: [],
		canLink: false,
		collegeDomains: [],
		version: expect.any(String),
	});
});

describe('name of a user', () => {
	test('a user can change the name, and the public profile shows the new name', async () => {
		const student = await t.student();

		const res = await t.as(student).put('/account/name', { userName: '  Åsha देवी ' });

		expect(res.json()).toEqual({ success: true, message: ACCOUNT_MESSAGES.nameChanged });
		const { person } = (await t.as(null).get(`/people/${student.id}`)).json();
		expect(person.userName).toBe('Åsha देवी');
	});

	test('an empty name, one that is too long or reserved and one that is no text are refused', async () => {
		const student = await t.student();
		const names = ['', 'x'.repeat(51), 7, 'Site Admin'];

		const refused = await Promise.all(
			names.map(async (userName) => {
				const res = await t.as(student).put('/account/name', { userName });
				return [res.statusCode, res.json().code];
			}),
		);

		const { name, nameReserved } = PERSON_ERRORS;
		expect(refused).toEqual([name, name, name, nameReserved].map(({ code }) => [400, code]));
		expect((await accountOf(student)).userName).toBe('Asha');
	});
});

describe('phone number of a user', () => {
	const change = (who: { token: string }, phoneNumber: string, currentPassword = PASSWORD) =>
		t.as(who).put('/account/phone', { phoneNumber, currentPassword });

	test('a user can change and remove the phone number, and gets a mail about each change', async () => {
		const student = await t.student(confirmed);
		const phone = freshPhone();

		await change(student, phone);
		const changed = await accountOf(student);
		const res = await change(student, '');

		expect(changed.phoneNumber).toBe(`+91${phone}`);
		expect(res.json().message).toBe(ACCOUNT_MESSAGES.phoneRemoved);
		expect((await accountOf(student)).phoneNumber).toBeNull();
		expect((await outbox.waitForMail(student.email, 2)).subject).toBe(
			'Your phone number at Passdown is changed',
		);
	});

	test('a change of the phone number to an invalid one, to that of another account or with a wrong password is refused, and so is removing the only contact', async () => {
		const [student, other] = [await t.student(), await t.student({ phone: `+91${freshPhone()}` })];
		const existingPhone = (await findUser(t.db, other.id))?.phone ?? '';
		const withoutEmail = await t.student({ email: null, phone: `+91${freshPhone()}` });

		const responses = [
			await change(student, '12345678'),
			await change(student, existingPhone),
			await change(student, freshPhone(), 'a wrong guess'),
			await change(withoutEmail, ''),
		];

		expect(responses.map((res) => [res.statusCode, res.json().message])).toEqual([
			[400, PERSON_ERRORS.phone.message],
			[409, AUTH_ERRORS.phoneTaken.message],
			[400, ACCOUNT_ERRORS.wrongPassword.message],
			[400, ACCOUNT_ERRORS.contactRequired.message],
		]);
		expect((await accountOf(student)).phoneNumber).toBeNull();
	});
});

describe('password of a user', () => {
	const NEW_PASSWORD = 'another long one';

	test('a password change ends all earlier sessions and is reported to the user by mail', async () => {
		const student = await t.student(confirmed);
		const otherToken = (await logIn(student.email, PASSWORD)).json().accessToken;

		const res = await t
			.as(student)
			.put('/account/password', { currentPassword: PASSWORD, password: NEW_PASSWORD });

		expect(res.json()).toMatchObject({ message: ACCOUNT_MESSAGES.passwordChanged });
		expect((await t.as({ token: otherToken }).get('/auth')).statusCode).toBe(401);
		expect((await t.as(student).get('/auth')).statusCode).toBe(401);
		expect((await t.as({ token: res.json().accessToken }).get('/auth')).statusCode).toBe(200);
		expect((await logIn(student.email, PASSWORD)).statusCode).toBe(401);
		expect((await logIn(student.email, NEW_PASSWORD)).statusCode).toBe(200);
		expect((await outbox.waitForMail(student.email)).subject).toBe(
			'Your password for Passdown is changed',
		);
	});

	test('in an account without a password, the user can set a password without a current password', async () => {
		const student = await t.student({ passwordHash: null });

		const res = await t.as(student).put('/account/password', { password: NEW_PASSWORD });

		expect(res.statusCode).toBe(200);
		expect((await logIn(student.email, NEW_PASSWORD)).statusCode).toBe(200);
	});

	test('a password change with a wrong current password, with one of a quarter of a million bytes, which would take minutes to normalize, or with a new password that is too short is refused', async () => {
		const student = await t.student();
		const change = async (currentPassword: string, password: string) =>
			(await t.as(student).put('/account/password', { currentPassword, password })).json();

		expect(await change('a wrong guess', NEW_PASSWORD)).toEqual(
			rejectionAt('currentPassword', ACCOUNT_ERRORS.wrongPassword.message),
		);
		expect(await change(`e${'\u0301\u0316'.repeat(62_000)}`, NEW_PASSWORD)).toEqual(
			rejectionAt('currentPassword', PERSON_ERRORS.passwordLong.message),
		);
		expect((await change(PASSWORD, 'short')).message).toBe(PERSON_ERRORS.passwordShort.message);
		expect((await logIn(student.email, PASSWORD)).statusCode).toBe(200);
		expect(await outbox.countMails(student.id)).toBe(0);
	});

	test('of two simultaneous password changes, only one succeeds', async () => {
		const student = await t.student();
		const body = (password: string) => ({ currentPassword: PASSWORD, password });

		const responses = await Promise.all(
			['first of two', 'second of two'].map((password) =>
				t.as(student).put('/account/password', body(password)),
			),
		);

		expect(responses.filter((res) => res.statusCode === 200)).toHaveLength(1);
	});
});
