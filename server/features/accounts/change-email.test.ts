import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { ACCOUNT_MESSAGES } from '#contract/accounts/account.ts';
import { AUTH_MESSAGES } from '#contract/auth/auth.ts';
import { RECOVERY_MESSAGES } from '#contract/auth/recovery.ts';
import { insertIdentity } from '#server/features/auth/queries.ts';
import { openAddressChanges } from '#tests/support/address-changes.ts';
import { openApp } from '#tests/support/app.ts';
import { PASSWORD } from '#tests/support/password.ts';
import { insertFormerAddress, listFormerAddresses } from './former-address-queries.ts';

const t = await openApp({ COLLEGE_EMAIL_DOMAINS: 'college.example' });
const { postOffice, freshEmail, change, confirm, accountOf } = await openAddressChanges(t);
const proved = { emailConfirmedAt: new Date() };
const logIn = (email: string, password: string) =>
	t.as(null).post('/auth/login', { email, password });

const refusedAt = (path: string, message: string) => ({
	success: false,
	message,
	issues: [{ path, message }],
});

describe('the email address', () => {
	test('stays until the new one is confirmed by its own mail, and the old one is told', async () => {
		const student = await t.student(proved);
		const email = freshEmail();

		const asked = await change(student, email.toUpperCase());
		const meanwhile = await accountOf(student);
		const res = await confirm(student, await postOffice.tokenTo(email));

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
		await confirm(student, await postOffice.tokenTo(email));
		await postOffice.mailTo(student.email);

		await expect.poll(() => listFormerAddresses(t.db, student.id)).toEqual([]);
	});

	test('is told of its change, though the one before has not been told yet', async () => {
		const first = freshEmail();
		const student = await t.student(proved);
		await insertFormerAddress(t.db, student.id, first);
		const email = freshEmail();

		await change(student, email);
		await confirm(student, await postOffice.tokenTo(email));

		for (const former of [first, student.email]) {
			expect((await postOffice.mailTo(former)).subject).toContain('is changed');
		}
		await expect.poll(() => listFormerAddresses(t.db, student.id)).toEqual([]);
	});

	test('is not told of a change while nobody had proved it', async () => {
		const student = await t.student();
		const email = freshEmail();
		await change(student, email);

		await confirm(student, await postOffice.tokenTo(email));

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

		const res = await confirm(student, token);

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

		expect((await confirm(student, old)).statusCode).toBe(400);
		expect((await confirm(student, await postOffice.tokenTo(second))).json().email).toBe(second);
	});

	test('that waits is taken back by naming the present one', async () => {
		const student = await t.student(proved);
		const email = freshEmail();
		await change(student, email);
		const token = await postOffice.tokenTo(email);

		const res = await change(student, student.email);

		expect(res.json().message).toBe(ACCOUNT_MESSAGES.emailUnchanged);
		expect((await accountOf(student)).pendingEmail).toBeNull();
		expect((await confirm(student, token)).statusCode).toBe(400);
	});

	test('that waits is given up when the password changes: a thief may have named it', async () => {
		const student = await t.student(proved);
		const email = freshEmail();
		await change(student, email);
		const token = await postOffice.tokenTo(email);

		const body = { currentPassword: PASSWORD, password: 'another long one' };
		const changed = await t.as(student).put('/account/password', body);

		expect((await confirm(student, token)).statusCode).toBe(400);
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
		expect((await confirm(waiting, await postOffice.tokenTo(waiting.email))).statusCode).toBe(200);
		expect(refused.statusCode).toBe(400);
		expect(refused.json().message).toBe(ACCOUNT_MESSAGES.noEmailToConfirm);
	});

	test('of the college verifies, and leaving it ends that', async () => {
		const student = await t.student(proved);
		const [college, elsewhere] = [freshEmail('college.example'), freshEmail()];
		await change(student, college);
		await confirm(student, await postOffice.tokenTo(college));
		const verified = await accountOf(student);
		await postOffice.waitAMinute(student.id);

		await change(student, elsewhere);
		await confirm(student, await postOffice.tokenTo(elsewhere));

		expect(verified.isVerified).toBe(true);
		expect((await accountOf(student)).isVerified).toBe(false);
	});

	test('may change without ending what an administrator has verified', async () => {
		const student = await t.student({ ...proved, verifiedAt: new Date(), verifiedBy: 'admin' });
		const email = freshEmail();
		await change(student, email);

		await confirm(student, await postOffice.tokenTo(email));

		expect((await accountOf(student)).isVerified).toBe(true);
	});

	test('does not verify anew who an administrator has unverified, by whichever address they go away and come back', async () => {
		const [college, elsewhere] = [freshEmail('college.example'), freshEmail()];
		const student = await t.student({ email: college });
		await t.as(student).post('/account/send-confirmation');
		await confirm(student, await postOffice.tokenTo(college));
		const office = t.as(await t.admin());
		const unverified = await office.put(`/admin/users/${student.id}/verify`, { isVerified: false });

		await postOffice.waitAMinute(student.id);
		await change(student, elsewhere);
		await confirm(student, await postOffice.tokenTo(elsewhere));
		// That it has been left.
		await postOffice.mailTo(college, 2);
		await postOffice.waitAMinute(student.id);
		await change(student, college);
		await confirm(student, await postOffice.tokenTo(college, 3));

		expect(unverified.statusCode).toBe(200);
		expect(await accountOf(student)).toMatchObject({ email: college, isVerified: false });
	});
});

describe('a link to confirm an address', () => {
	async function register() {
		const email = freshEmail('college.example');
		const res = await t
			.as(null)
			.post('/auth/register', { userName: 'Asha', email, password: PASSWORD });
		return { email, id: res.json().user.id as number, token: res.json().accessToken as string };
	}

	test('opened by who is not signed in confirms nothing, and still does its work for the account', async () => {
		const stranger = await register();
		const token = await postOffice.tokenTo(stranger.email);

		const opened = await confirm(null, token);
		const meanwhile = await accountOf(stranger);
		const res = await confirm(stranger, token);

		expect(opened.statusCode).toBe(401);
		expect(opened.json().message).toBe(RECOVERY_MESSAGES.signInToConfirm);
		expect(meanwhile).toMatchObject({ emailConfirmed: false, isVerified: false });
		expect(res.json().email).toBe(stranger.email);
	});

	test('of the college makes no outsider verified when a student of it opens it', async () => {
		const [outsider, student] = [await t.student(proved), await t.student(proved)];
		const email = freshEmail('college.example');
		await change(outsider, email);
		const token = await postOffice.tokenTo(email);

		const res = await confirm(student, token);

		expect([res.statusCode, res.json().message]).toEqual([
			403,
			RECOVERY_MESSAGES.linkForOtherAccount,
		]);
		expect(await accountOf(outsider)).toMatchObject({ email: outsider.email, isVerified: false });
	});

	test('leaves no way in to who had registered the address before its owner', async () => {
		const stranger = await register();
		await insertIdentity(t.db, 'https://strangers.example', randomUUID(), stranger.id);
		await confirm(null, await postOffice.tokenTo(stranger.email));
		await t.as(null).post('/auth/forgot-password', { email: stranger.email });
		const token = await postOffice.tokenTo(stranger.email, 2);

		await t.as(null).post('/auth/reset-password', { token, password: 'of the owner' });

		const owner = { token: (await logIn(stranger.email, 'of the owner')).json().accessToken };
		expect((await t.as(stranger).get('/auth')).statusCode).toBe(401);
		expect((await logIn(stranger.email, PASSWORD)).statusCode).toBe(401);
		expect(await accountOf(owner)).toMatchObject({ providers: [] });
	});
});
