import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { ACCOUNT_MESSAGES } from '#contract/account.ts';
import { AUTH_MESSAGES } from '#contract/auth.ts';
import { findUser } from '#server/features/auth/queries.ts';
import { openApp } from '#tests/support/app.ts';
import { PASSWORD } from '#tests/support/password.ts';
import { openPostOffice } from '#tests/support/post-office.ts';

const t = await openApp({ COLLEGE_EMAIL_DOMAINS: 'college.example' });
const postOffice = await openPostOffice(t);
const proved = { emailConfirmedAt: new Date() };
const freshEmail = (domain = 'new.example') => `${randomUUID()}@${domain}`;
const confirm = (token: string) => t.as(null).post('/auth/confirm-email', { token });
const accountOf = async (who: { token: string }) =>
	(await t.as(who).get('/account')).json().account;
const logIn = (email: string, password: string) =>
	t.as(null).post('/auth/login', { email, password });

const refusedAt = (path: string, message: string) => ({
	success: false,
	message,
	issues: [{ path, message }],
});

describe('the email address', () => {
	const change = (who: { token: string }, email: string, currentPassword = PASSWORD) =>
		t.as(who).put('/account/email', { email, currentPassword });

	test('stays until the new one is confirmed by its own mail, and the old one is told', async () => {
		const student = await t.student(proved);
		const email = freshEmail();

		const asked = await change(student, email.toUpperCase());
		const meanwhile = await accountOf(student);
		const res = await confirm(await postOffice.tokenTo(email));

		expect(asked.json()).toEqual({ success: true, message: ACCOUNT_MESSAGES.confirmationSent });
		expect(meanwhile).toMatchObject({ email: student.email, pendingEmail: email });
		expect(res.json().email).toBe(email);
		expect(await accountOf(student)).toMatchObject({
			email,
			emailConfirmed: true,
			pendingEmail: null,
		});
		const notice = await postOffice.mailTo(student.email);
		expect(notice.subject).toBe('Your email address at Passdown is changed');
		expect(JSON.stringify(notice)).not.toContain(email);
		expect((await logIn(student.email, PASSWORD)).statusCode).toBe(401);
		expect((await logIn(email, PASSWORD)).statusCode).toBe(200);
	});

	test('is forgotten once it was told of its change', async () => {
		const student = await t.student(proved);
		const email = freshEmail();
		await change(student, email);
		await confirm(await postOffice.tokenTo(email));
		await postOffice.mailTo(student.email);

		await expect.poll(async () => (await findUser(t.db, student.id))?.formerEmail).toBeNull();
	});

	test('is not told of a change while nobody had proved it', async () => {
		const student = await t.student();
		const email = freshEmail();
		await change(student, email);

		await confirm(await postOffice.tokenTo(email));

		expect(await postOffice.countMails(student.id)).toBe(1);
	});

	test('is changed by its owner only: with the password', async () => {
		const student = await t.student();
		const email = freshEmail();

		const answers = [
			await change(student, email, 'a wrong guess'),
			await t.as(student).put('/account/email', { email }),
		];

		for (const res of answers) {
			expect(res.statusCode).toBe(400);
			expect(res.json()).toEqual(refusedAt('currentPassword', ACCOUNT_MESSAGES.wrongPassword));
		}
		expect((await accountOf(student)).pendingEmail).toBeNull();
		expect(await postOffice.countMails(student.id)).toBe(0);
	});

	test('of another account is refused', async () => {
		const [student, other] = [await t.student(), await t.student()];

		const res = await change(student, other.email);

		expect([res.statusCode, res.json().message]).toEqual([409, AUTH_MESSAGES.emailTaken]);
	});

	test('that another account got first is refused when it is confirmed', async () => {
		const student = await t.student();
		const email = freshEmail();
		await change(student, email);
		const token = await postOffice.tokenTo(email);
		await t.student({ email });

		const res = await confirm(token);

		expect([res.statusCode, res.json().message]).toEqual([409, AUTH_MESSAGES.emailTaken]);
		expect((await accountOf(student)).email).toBe(student.email);
	});

	test('is not mailed about twice within a minute', async () => {
		const student = await t.student();
		const [first, second] = [freshEmail(), freshEmail()];
		await change(student, first);

		const answers = [
			await change(student, second),
			await t.as(student).post('/account/send-confirmation'),
		];

		for (const res of answers) {
			expect(res.statusCode).toBe(429);
			expect(res.json().message).toBe(ACCOUNT_MESSAGES.confirmationTooSoon);
		}
		expect((await accountOf(student)).pendingEmail).toBe(first);
	});

	test('that waits is given up for another, whose link alone counts', async () => {
		const student = await t.student();
		const [first, second] = [freshEmail(), freshEmail()];
		await change(student, first);
		const old = await postOffice.tokenTo(first);
		await postOffice.waitAMinute(student.id);
		await change(student, second);

		expect((await confirm(old)).statusCode).toBe(400);
		expect((await confirm(await postOffice.tokenTo(second))).json().email).toBe(second);
	});

	test('that waits is taken back by naming the present one', async () => {
		const student = await t.student(proved);
		const email = freshEmail();
		await change(student, email);
		const token = await postOffice.tokenTo(email);

		const res = await change(student, student.email);

		expect(res.json().message).toBe(ACCOUNT_MESSAGES.emailKept);
		expect((await accountOf(student)).pendingEmail).toBeNull();
		expect((await confirm(token)).statusCode).toBe(400);
	});

	test('that waits is given up when the password changes: a thief may have named it', async () => {
		const student = await t.student(proved);
		const email = freshEmail();
		await change(student, email);
		const token = await postOffice.tokenTo(email);

		const body = { currentPassword: PASSWORD, password: 'another long one' };
		const changed = await t.as(student).put('/account/password', body);

		expect((await confirm(token)).statusCode).toBe(400);
		expect(await accountOf({ token: changed.json().accessToken })).toMatchObject({
			email: student.email,
			pendingEmail: null,
		});
	});

	test('is mailed another link when asked for, unless nothing waits', async () => {
		const [waiting, settled] = [await t.student(), await t.student(proved)];

		const sent = await t.as(waiting).post('/account/send-confirmation');
		const refused = await t.as(settled).post('/account/send-confirmation');

		expect(sent.json().message).toBe(ACCOUNT_MESSAGES.confirmationSent);
		expect((await confirm(await postOffice.tokenTo(waiting.email))).statusCode).toBe(200);
		expect(refused.statusCode).toBe(400);
		expect(refused.json().message).toBe(ACCOUNT_MESSAGES.emailNothingToConfirm);
	});

	test('of the college verifies, and leaving it ends that', async () => {
		const student = await t.student(proved);
		const [college, elsewhere] = [freshEmail('college.example'), freshEmail()];
		await change(student, college);
		await confirm(await postOffice.tokenTo(college));
		const verified = await accountOf(student);
		await postOffice.waitAMinute(student.id);

		await change(student, elsewhere);
		await confirm(await postOffice.tokenTo(elsewhere));

		expect(verified.isVerified).toBe(true);
		expect((await accountOf(student)).isVerified).toBe(false);
	});

	test('may change without ending what an administrator has verified', async () => {
		const student = await t.student({ ...proved, verifiedAt: new Date(), verifiedBy: 'admin' });
		const email = freshEmail();
		await change(student, email);

		await confirm(await postOffice.tokenTo(email));

		expect((await accountOf(student)).isVerified).toBe(true);
	});
});
