import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { ACCOUNT_ERRORS } from '#contract/accounts/errors.ts';
import { ACCOUNT_MESSAGES } from '#contract/accounts/facts.ts';
import { AUTH_ERRORS } from '#contract/auth/errors.ts';
import { RECOVERY_ERRORS } from '#contract/auth/recovery-errors.ts';
import { declaredErrorOf } from '#contract/core/errors.ts';
import { insertIdentity } from '#server/features/auth/queries.ts';
import { openAddressChanges } from '#tests/support/address-changes.ts';
import { openApp } from '#tests/support/app.ts';
import { PASSWORD } from '#tests/support/password.ts';
import { listFormerAddresses } from './queries.ts';

const t = await openApp({ COLLEGE_EMAIL_DOMAINS: 'college.example' });
const { outbox, freshEmail, changeEmail, confirmEmail, accountOf } = await openAddressChanges(t);
const confirmed = { emailConfirmedAt: new Date() };
const logIn = (email: string, password: string) =>
	t.as(null).post('/auth/login', { email, password });

const rejectionAt = (path: string, message: string) => ({
	success: false,
	...declaredErrorOf(message),
	issues: [{ path, ...declaredErrorOf(message) }],
});

describe('change of the email address', () => {
	test('the email address changes only after the link mailed to the new address is opened; the old address gets a mail, is stored no longer, and a verification by an administrator is kept', async () => {
		const student = await t.student({ ...confirmed, verifiedAt: new Date(), verifiedBy: 'admin' });
		const email = freshEmail();

		const changeResponse = await changeEmail(student, email.toUpperCase());
		const meanwhile = await accountOf(student);
		const res = await confirmEmail(student, await outbox.waitForToken(email));

		expect(changeResponse.json()).toEqual({
			success: true,
			message: ACCOUNT_MESSAGES.confirmationSent,
		});
		expect(meanwhile).toMatchObject({ email: student.email, pendingEmail: email });
		expect(res.json().email).toBe(email);
		expect(await accountOf(student)).toMatchObject({
			email,
			emailConfirmed: true,
			pendingEmail: null,
			isVerified: true,
		});
		const mail = await outbox.waitForMail(student.email);
		expect(mail.subject).toBe('Your email address at Passdown is changed');
		expect(JSON.stringify(mail)).not.toContain(email);
		expect((await logIn(student.email, PASSWORD)).statusCode).toBe(401);
		expect((await logIn(email, PASSWORD)).statusCode).toBe(200);
		await expect.poll(() => listFormerAddresses(t.db, student.id)).toEqual([]);
	});

	test('a change of the email address without the correct password is refused with 400', async () => {
		const student = await t.student();
		const email = freshEmail();

		const responses = [
			await changeEmail(student, email, 'a wrong guess'),
			await t.as(student).put('/account/email', { email }),
		];

		for (const res of responses) {
			expect(res.statusCode).toBe(400);
			expect(res.json()).toEqual(
				rejectionAt('currentPassword', ACCOUNT_ERRORS.wrongPassword.message),
			);
		}
		expect((await accountOf(student)).pendingEmail).toBeNull();
		expect(await outbox.countMails(student.id)).toBe(0);
	});

	test('when another account takes the new address before the confirmation, the confirmation and another change to it are refused with 409', async () => {
		const student = await t.student();
		const email = freshEmail();
		await changeEmail(student, email);
		const token = await outbox.waitForToken(email);
		await t.student({ email });

		const responses = [await confirmEmail(student, token), await changeEmail(student, email)];

		for (const res of responses)
			expect([res.statusCode, res.json().message]).toEqual([409, AUTH_ERRORS.emailTaken.message]);
		expect((await accountOf(student)).email).toBe(student.email);
	});

	test('a second confirmation mail within a minute is refused with 429; a later change invalidates the link of the first', async () => {
		const student = await t.student();
		const [first, second] = [freshEmail(), freshEmail()];
		await changeEmail(student, first);
		const old = await outbox.waitForToken(first);

		const responses = [
			await changeEmail(student, second),
			await t.as(student).post('/account/send-confirmation'),
		];

		for (const res of responses) {
			expect(res.statusCode).toBe(429);
			expect(res.json().message).toBe(ACCOUNT_ERRORS.confirmationTooSoon.message);
		}
		expect((await accountOf(student)).pendingEmail).toBe(first);
		await outbox.skipRequestInterval(student.id);
		await changeEmail(student, second);
		expect((await confirmEmail(student, old)).statusCode).toBe(400);
		expect((await confirmEmail(student, await outbox.waitForToken(second))).json().email).toBe(
			second,
		);
		// An old address that was never confirmed gets no mail about the change.
		expect(await outbox.countMails(student.id)).toBe(2);
	});

	test('entering the current address, or changing the password, cancels a pending change of address and invalidates the link', async () => {
		for (const isPassword of [false, true]) {
			const student = await t.student(confirmed);
			const email = freshEmail();
			await changeEmail(student, email);
			const token = await outbox.waitForToken(email);

			const body = { currentPassword: PASSWORD, password: 'another long one' };
			const res = isPassword
				? await t.as(student).put('/account/password', body)
				: await changeEmail(student, student.email);

			if (!isPassword) expect(res.json().message).toBe(ACCOUNT_MESSAGES.emailUnchanged);
			const owner = isPassword ? { ...student, token: res.json().accessToken } : student;
			expect((await confirmEmail(owner, token)).statusCode).toBe(400);
			expect(await accountOf(owner)).toMatchObject({ email: student.email, pendingEmail: null });
		}
	});

	test('a confirmation mail goes to the pending address, or to the current one while it is unconfirmed; the notification summary names the same address, but none for an account that has a confirmed one', async () => {
		const [first, second, third] = [freshEmail(), freshEmail(), freshEmail()];
		const states = [
			{ fields: { email: first }, mailed: first, noticed: first },
			{ fields: { pendingEmail: second }, mailed: second, noticed: second },
			{ fields: { ...confirmed, pendingEmail: third }, mailed: third, noticed: null },
		];
		for (const { fields, mailed, noticed } of states) {
			const student = await t.student(fields);
			const noticedAddress = async () =>
				(await t.as(student).get('/notices')).json().addressToConfirm;

			expect(await noticedAddress()).toBe(noticed);
			const sent = await t.as(student).post('/account/send-confirmation');

			expect(sent.json().message).toBe(ACCOUNT_MESSAGES.confirmationSent);
			const res = await confirmEmail(student, await outbox.waitForToken(mailed));
			expect([res.statusCode, res.json().email]).toEqual([200, mailed]);
			expect(await noticedAddress()).toBeNull();
			const refused = await t.as(student).post('/account/send-confirmation');
			expect(refused.statusCode).toBe(400);
			expect(refused.json().message).toBe(ACCOUNT_ERRORS.noEmailToConfirm.message);
		}
	});

	test('a college address verifies the user until the user changes to another address', async () => {
		const student = await t.student(confirmed);
		const [college, otherAddress] = [freshEmail('college.example'), freshEmail()];
		await changeEmail(student, college);
		await confirmEmail(student, await outbox.waitForToken(college));
		const verified = await accountOf(student);
		await outbox.skipRequestInterval(student.id);

		await changeEmail(student, otherAddress);
		await confirmEmail(student, await outbox.waitForToken(otherAddress));

		expect(verified.isVerified).toBe(true);
		expect((await accountOf(student)).isVerified).toBe(false);
	});

	test('when an administrator has unverified a user, changing to another address and back to the college address does not verify the user', async () => {
		const [college, otherAddress] = [freshEmail('college.example'), freshEmail()];
		const student = await t.student({ email: college });
		await t.as(student).post('/account/send-confirmation');
		await confirmEmail(student, await outbox.waitForToken(college));
		const admin = t.as(await t.admin());
		const unverified = await admin.put(`/admin/users/${student.id}/verify`, { isVerified: false });

		await outbox.skipRequestInterval(student.id);
		await changeEmail(student, otherAddress);
		await confirmEmail(student, await outbox.waitForToken(otherAddress));
		// The mail about the change from the college address.
		await outbox.waitForMail(college, 2);
		await outbox.skipRequestInterval(student.id);
		await changeEmail(student, college);
		await confirmEmail(student, await outbox.waitForToken(college, 3));

		expect(unverified.statusCode).toBe(200);
		expect(await accountOf(student)).toMatchObject({ email: college, isVerified: false });
	});
});

describe('address confirmation link', () => {
	async function register() {
		const email = freshEmail('college.example');
		const res = await t
			.as(null)
			.post('/auth/register', { userName: 'Asha', email, password: PASSWORD });
		return { email, id: res.json().user.id as number, token: res.json().accessToken as string };
	}

	test('a signed-out visitor cannot confirm an address with the link, and the link stays valid for its account', async () => {
		const account = await register();
		const token = await outbox.waitForToken(account.email);

		const opened = await confirmEmail(null, token);
		const meanwhile = await accountOf(account);
		const res = await confirmEmail(account, token);

		expect(opened.statusCode).toBe(401);
		expect(opened.json().message).toBe(RECOVERY_ERRORS.signInToConfirm.message);
		expect(meanwhile).toMatchObject({ emailConfirmed: false, isVerified: false });
		expect(res.json().email).toBe(account.email);
	});

	test('when a student opens a link that an outsider requested for a college address, the outsider is not verified', async () => {
		const [outsider, student] = [await t.student(confirmed), await t.student(confirmed)];
		const email = freshEmail('college.example');
		await changeEmail(outsider, email);
		const token = await outbox.waitForToken(email);

		const res = await confirmEmail(student, token);

		expect([res.statusCode, res.json().message]).toEqual([
			403,
			RECOVERY_ERRORS.linkForOtherAccount.message,
		]);
		expect(await accountOf(outsider)).toMatchObject({ email: outsider.email, isVerified: false });
	});

	test('when the owner of an address resets the password, a stranger who registered this address before loses access', async () => {
		const strangersAccount = await register();
		await insertIdentity(t.db, 'https://strangers.example', randomUUID(), strangersAccount.id);
		await confirmEmail(null, await outbox.waitForToken(strangersAccount.email));
		await t.as(null).post('/auth/forgot-password', { email: strangersAccount.email });
		const token = await outbox.waitForToken(strangersAccount.email, 2);

		await t.as(null).post('/auth/reset-password', { token, password: 'of the owner' });

		const owner = {
			token: (await logIn(strangersAccount.email, 'of the owner')).json().accessToken,
		};
		expect((await t.as(strangersAccount).get('/auth')).statusCode).toBe(401);
		expect((await logIn(strangersAccount.email, PASSWORD)).statusCode).toBe(401);
		expect(await accountOf(owner)).toMatchObject({ providers: [] });
	});
});
