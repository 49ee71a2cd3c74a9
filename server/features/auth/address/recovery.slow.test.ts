import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { AUTH_ERRORS } from '#contract/auth/errors.ts';
import { PERSON_ERRORS } from '#contract/auth/person-errors.ts';
import { RECOVERY_MESSAGES } from '#contract/auth/recovery.ts';
import { RECOVERY_ERRORS } from '#contract/auth/recovery-errors.ts';
import { sql } from '#server/db/drizzle.ts';
import { branches } from '#server/db/schema/catalogue.ts';
import { studies } from '#server/db/schema/studies.ts';
import { findUser, insertIdentity } from '#server/features/auth/queries.ts';
import { openApp } from '#tests/support/app.ts';
import type { Student } from '#tests/support/factories.ts';
import { openOutbox, tokenInMail } from '#tests/support/outbox.ts';
import { PASSWORD } from '#tests/support/password.ts';

const t = await openApp({ COLLEGE_EMAIL_DOMAINS: 'college.example' });
const outbox = await openOutbox(t);
const nobody = t.as(null);
const NEW_PASSWORD = 'another long one';
const LINK_SENT = { success: true, message: RECOVERY_MESSAGES.linkSent };

const requestPasswordReset = (email: string) => nobody.post('/auth/forgot-password', { email });
const reset = (token: string, password = NEW_PASSWORD) =>
	nobody.post('/auth/reset-password', { token, password });
const logIn = (email: string, password: string) => nobody.post('/auth/login', { email, password });
const confirmed = { emailConfirmedAt: new Date() };

async function studentWithResetLink(fields = {}) {
	const student = await t.student({ ...confirmed, ...fields });
	await requestPasswordReset(student.email);
	return { student, token: await outbox.waitForToken(student.email) };
}

/** Stores a branch and a semester as the user’s studies. */
async function setStudies({ id: userId }: Student): Promise<void> {
	await t.db
		.insert(branches)
		.values({ code: 'EC', name: 'Electronics', position: 0 })
		.onConflictDoNothing();
	await t.db.insert(studies).values({ userId, branchCode: 'EC', semester: 3, since: '2026-10-01' });
}

async function backdate(column: 'expires_at' | 'requested_at', userId: number, by: string) {
	await t.db.execute(sql`update one_time_links
		set ${sql.identifier(column)} = ${sql.identifier(column)} - ${by}::interval
		where user_id = ${userId}`);
}

describe('requesting a password reset', () => {
	test('a mailed password reset link sets a new password, ends all sessions and opens a new one', async () => {
		const { student, token } = await studentWithResetLink();

		const res = await reset(token);

		const { accessToken, ...rest } = res.json();
		expect(rest).toEqual({
			success: true,
			message: RECOVERY_MESSAGES.passwordReset,
			user: { id: student.id },
		});
		expect((await t.as({ ...student, token: accessToken }).get('/auth')).statusCode).toBe(200);
		expect((await t.as(student).get('/auth')).statusCode).toBe(401);
		expect((await logIn(student.email, PASSWORD)).statusCode).toBe(401);
		expect((await logIn(student.email, NEW_PASSWORD)).statusCode).toBe(200);
		expect((await outbox.waitForMail(student.email, 2)).subject).toContain('is changed');
	});

	test('a password reset can be requested by phone number if the account has an email address', async () => {
		const phone = '+919876543210';
		const student = await t.student({ ...confirmed, phone });

		const res = await nobody.post('/auth/forgot-password', {
			email: '',
			phoneNumber: '98765 43210',
		});

		expect(res.json()).toEqual(LINK_SENT);
		expect((await reset(await outbox.waitForToken(student.email))).statusCode).toBe(200);
	});

	test('every request for a password reset gets the same response, but a banned account and an account without an email address get no mail', async () => {
		const phoneOnly = await t.student({ email: null, phone: '+919876500001' });
		const banned = await t.student({ bannedAt: new Date() });

		const responses = [
			await requestPasswordReset(`${randomUUID()}@campus.example`),
			await nobody.post('/auth/forgot-password', { phoneNumber: '9876500001' }),
			await nobody.post('/auth/forgot-password', { phoneNumber: '1234567' }),
			await requestPasswordReset(banned.email),
		];

		for (const res of responses) expect([res.statusCode, res.json()]).toEqual([200, LINK_SENT]);
		const withoutContact = await nobody.post('/auth/forgot-password', {});
		expect(withoutContact.json()).toMatchObject({ code: PERSON_ERRORS.contact.code });
		expect(await outbox.countMails(phoneOnly.id)).toBe(0);
		expect(await outbox.countMails(banned.id)).toBe(0);
	});

	test('an account gets at most one reset mail per minute, even for concurrent requests', async () => {
		const student = await t.student(confirmed);

		const responses = await Promise.all(
			[1, 2, 3, 4].map(() => requestPasswordReset(student.email)),
		);

		for (const res of responses) expect(res.json()).toEqual(LINK_SENT);
		expect(await outbox.countMails(student.id)).toBe(1);
		await outbox.skipRequestInterval(student.id);
		await requestPasswordReset(student.email);
		expect(await outbox.countMails(student.id)).toBe(2);
	});
});

describe('password reset link', () => {
	test('a password reset link works once, even for two concurrent requests, and made-up tokens get the same response afterwards', async () => {
		const { student, token } = await studentWithResetLink();

		const responses = await Promise.all([
			reset(token, 'first of two'),
			reset(token, 'second of two'),
		]);

		expect(responses.map((res) => res.statusCode).sort()).toEqual([200, 400]);
		for (const spent of [token, undefined, 'a'.repeat(43), "' or 1=1 --"]) {
			const body = { token: spent, password: NEW_PASSWORD };
			const res = await nobody.post('/auth/reset-password', body);
			expect([res.statusCode, res.json().code]).toEqual([400, RECOVERY_ERRORS.linkExpired.code]);
		}
		expect(await outbox.countMails(student.id)).toBe(2);
	});

	test('a password reset link is valid for 30 minutes and until the password is changed', async () => {
		const stillValid = await studentWithResetLink();
		const expired = await studentWithResetLink();
		await backdate('expires_at', stillValid.student.id, '29 minutes 50 seconds');
		await backdate('expires_at', expired.student.id, '30 minutes 1 second');

		expect((await reset(stillValid.token)).statusCode).toBe(200);
		expect((await reset(expired.token)).statusCode).toBe(400);
		const { student, token } = await studentWithResetLink();
		const body = { currentPassword: PASSWORD, password: NEW_PASSWORD };
		await t.as(student).put('/account/password', body);
		expect((await reset(token, 'taken over')).statusCode).toBe(400);
	});

	test('a password reset token is stored only as a hash, is never logged, and neither confirms an address nor opens a session', async () => {
		const { student, token } = await studentWithResetLink();

		const { rows } = await t.db.execute(
			sql`select * from one_time_links where user_id = ${student.id}`,
		);

		expect(rows[0]).toMatchObject({ token_hash: expect.stringMatching(/^[0-9a-f]{64}$/) });
		expect(JSON.stringify(rows)).not.toContain(token);
		expect(t.log.join('\n')).not.toContain(token);
		expect(t.log.join('\n')).not.toContain(student.email);
		expect((await nobody.post('/auth/confirm-email', { token })).statusCode).toBe(400);
		expect((await t.as({ token }).get('/auth')).statusCode).toBe(401);
		const { emailConfirmedAt } = confirmed;
		expect(await findUser(t.db, student.id)).toMatchObject({ emailConfirmedAt });
	});

	test('a password reset confirms an unconfirmed address and removes linked identities, phone number, searches and studies, but keeps saved items, blocks and preferences', async () => {
		const email = `${randomUUID()}@college.example`;
		const unconfirmed = { emailConfirmedAt: null, phone: '+919876500003' };
		const { student, token } = await studentWithResetLink({ email, ...unconfirmed });
		await insertIdentity(t.db, 'https://strangers.example', randomUUID(), student.id);
		await t.as(student).post('/searches', { query: 'q=Buy at evil.example' });
		await setStudies(student);
		const seller = await t.student();
		const item = await t.item(seller);
		await t.as(student).put(`/saved/${item.id}`);
		await t.as(student).put(`/people/${seller.id}/block`);
		const choice = { kind: 'sale', inApp: true, byMail: false };
		await t.as(student).put('/account/notification-choices', choice);

		await reset(token);

		const session = (await logIn(email, NEW_PASSWORD)).json().accessToken;
		const owner = t.as({ token: session });
		const { account } = (await owner.get('/account')).json();
		expect(account).toMatchObject({ emailConfirmed: true, isVerified: true, providers: [] });
		expect(account.phoneNumber).toBeNull();
		expect((await owner.get('/searches')).json()).toMatchObject({ searches: [] });
		expect((await owner.get('/account/studies')).json()).toMatchObject({ branch: null });
		// Preferences, saved items and blocks stay (decision 0005).
		expect((await owner.get('/saved/ids')).json().ids).toEqual([item.id]);
		expect((await owner.get('/account/blocked')).json().people).toHaveLength(1);
		const { choices } = (await owner.get('/account/notification-choices')).json();
		expect(choices).toContainEqual(choice);
		// The link, and one mail each for the identity, the phone number and the password.
		expect(await outbox.countMails(student.id)).toBe(4);
	});

	test('a password reset keeps the searches and studies of a user whose address was already confirmed', async () => {
		const { student, token } = await studentWithResetLink();
		await t.as(student).post('/searches', { query: 'q=drafter' });
		await setStudies(student);

		await reset(token);

		const session = (await logIn(student.email, NEW_PASSWORD)).json().accessToken;
		const owner = t.as({ token: session });
		expect((await owner.get('/searches')).json().searches).toHaveLength(1);
		expect((await owner.get('/account/studies')).json()).toMatchObject({ branch: 'EC' });
	});
});

describe('address confirmation after sign-up', () => {
	const signUp = async (domain: string) => {
		const email = `${randomUUID()}@${domain}`;
		const body = { userName: 'Buy now at evil.example', email, password: PASSWORD };
		const { user, accessToken } = (await nobody.post('/auth/register', body)).json();
		return { id: user.id as number, email, token: accessToken as string };
	};
	const confirm = (who: { token: string }, token: string) =>
		t.as(who).post('/auth/confirm-email', { token });

	test('a sign-up mails a link that confirms the address, in a mail without any text of the user', async () => {
		const person = await signUp('elsewhere.example');
		const mail = await outbox.waitForMail(person.email);

		const res = await confirm(person, tokenInMail(mail));

		expect(mail.to).toEqual({ address: person.email });
		expect(JSON.stringify(mail)).not.toContain('evil');
		expect(res.json()).toEqual({
			success: true,
			message: RECOVERY_MESSAGES.emailConfirmed,
			email: person.email,
			isVerified: false,
		});
		const { account } = (await t.as(person).get('/account')).json();
		expect(account).toMatchObject({ emailConfirmed: true, isVerified: false });
	});

	test('a user with a college address is verified only after the address is confirmed', async () => {
		const person = await signUp('college.example');
		const before = (await t.as(person).get('/account')).json().account;

		const res = await confirm(person, await outbox.waitForToken(person.email));

		expect(before).toMatchObject({ emailConfirmed: false, isVerified: false });
		expect(res.json().isVerified).toBe(true);
		expect(await findUser(t.db, person.id)).toMatchObject({ verifiedBy: 'email' });
	});

	test('an address at a domain that only looks like the college’s does not verify the user', async () => {
		for (const domain of [
			'college.example.evil.example',
			'mycollege.example',
			'x.college.example',
		]) {
			const person = await signUp(domain);

			const res = await confirm(person, await outbox.waitForToken(person.email));

			expect(res.json().isVerified, domain).toBe(false);
		}
	});

	test('the link that confirms an address works once and expires after 24 hours', async () => {
		const [once, late] = [await signUp('a.example'), await signUp('a.example')];
		const token = await outbox.waitForToken(once.email);
		const lateToken = await outbox.waitForToken(late.email);
		await backdate('expires_at', late.id, '24 hours 1 second');

		await confirm(once, token);

		for (const [who, spent] of [
			[once, token],
			[late, lateToken],
			[once, 'made up'],
			[once, ''],
		] as const) {
			const res = await confirm(who, spent);
			expect([res.statusCode, res.json().message]).toEqual([
				400,
				RECOVERY_ERRORS.linkExpired.message,
			]);
		}
	});

	test('a user who signs up with a phone number gets no mail, and neither does anybody after a refused sign-up', async () => {
		const { email, id } = await t.student();
		const phoneNumber = '9876500002';

		const { user } = (
			await nobody.post('/auth/register', { userName: 'Asha', phoneNumber, password: PASSWORD })
		).json();
		const refused = await nobody.post('/auth/register', {
			userName: 'Asha',
			email,
			password: PASSWORD,
		});

		expect(refused.json()).toMatchObject({ code: AUTH_ERRORS.emailTaken.code });
		for (const each of [user.id, id]) expect(await outbox.countMails(each)).toBe(0);
	});
});
