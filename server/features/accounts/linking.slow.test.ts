import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { ACCOUNT_ERRORS } from '#contract/accounts/errors.ts';
import { ACCOUNT_MESSAGES } from '#contract/accounts/facts.ts';
import { RECOVERY_ERRORS } from '#contract/auth/recovery-errors.ts';
import { sql } from '#server/db/drizzle.ts';
import { openApp } from '#tests/support/app.ts';
import {
	CLIENT,
	openIdentityProvider,
	type ProviderAccount,
} from '#tests/support/identity-provider.ts';
import { openOutbox } from '#tests/support/outbox.ts';

const MARKET = 'https://market.example';
const provider = await openIdentityProvider([`${MARKET}/api/auth/google/callback`]);
const PROVIDER = new URL(provider.issuer).host;
const t = await openApp({
	OIDC_ISSUER: provider.issuer,
	GOOGLE_CLIENT_ID: CLIENT.id,
	GOOGLE_CLIENT_SECRET: CLIENT.secret,
	PUBLIC_URL: MARKET,
	TRUST_PROXY: '1',
	COLLEGE_EMAIL_DOMAINS: 'college.example',
});

const outbox = await openOutbox(t);

type Who = { token: string };
const accountOf = async (who: Who) => (await t.as(who).get('/account')).json().account;

function newProviderAccount(more: Partial<ProviderAccount> = {}): ProviderAccount {
	const sub = randomUUID();
	return { sub, email: `${sub}@elsewhere.example`, email_verified: true, name: 'Asha', ...more };
}

/** Starts linking and visits the provider; returns the callback URL and the cookie. */
async function startLinking(student: Who, providerAccount: ProviderAccount) {
	const res = await t.as(student).post('/account/link-google');
	const cookie = String(res.headers['set-cookie']).split(';', 1)[0] ?? '';
	return { address: await provider.visit(res.json().address, providerAccount), cookie };
}

const finishLinking = ({ address, cookie }: { address: URL; cookie: string }) =>
	t.app.inject({ url: address.pathname + address.search, headers: { cookie } });

const link = async (student: Who, providerAccount: ProviderAccount) =>
	(await finishLinking(await startLinking(student, providerAccount))).headers.location;

async function signInAs(providerAccount: ProviderAccount): Promise<Who> {
	const startResponse = await t.app.inject('/api/auth/google');
	const cookie = String(startResponse.headers['set-cookie']).split(';', 1)[0] ?? '';
	const address = await provider.visit(String(startResponse.headers.location), providerAccount);
	const [, token = ''] = String((await finishLinking({ address, cookie })).headers.location).split(
		'=',
	);
	return { token };
}

describe('linking an identity provider', () => {
	test('linking from a stolen session is reported to the owner by mail, and a password reset by the owner unlinks the thief', async () => {
		const student = await t.student({ emailConfirmedAt: new Date() });
		const thief = newProviderAccount();

		await link(student, thief);
		const mail = await outbox.waitForMail(student.email);
		await t.as(null).post('/auth/forgot-password', { email: student.email });
		const token = await outbox.waitForToken(student.email, 2);
		await t.as(null).post('/auth/reset-password', { token, password: 'the owner is back' });

		expect(mail.subject).toBe('A Google account is linked at Passdown');
		expect(mail.text).toContain('https://market.example/forgot-password');
		expect((await accountOf(await signInAs(thief))).id).not.toBe(student.id);
	});

	test('an identity that is linked to another account cannot be linked again', async () => {
		const [first, second] = [await t.student(), await t.student()];
		const providerAccount = newProviderAccount();
		await link(first, providerAccount);

		expect(await link(second, providerAccount)).toBe('/account?link=taken');
		expect((await accountOf(second)).providers).toEqual([]);
		expect((await accountOf(await signInAs(providerAccount))).id).toBe(first.id);
	});

	test('linking confirms an address that the provider has verified, a college address verifies the user, and a pending confirmation link ends', async () => {
		const email = `${randomUUID()}@college.example`;
		const student = await t.student({ email });
		await t.as(student).post('/account/send-confirmation');
		const token = await outbox.waitForToken(email);

		await link(student, newProviderAccount({ email }));

		expect(await accountOf(student)).toMatchObject({ emailConfirmed: true, isVerified: true });
		const res = await t.as(student).post('/auth/confirm-email', { token });
		expect([res.statusCode, res.json().code]).toEqual([400, RECOVERY_ERRORS.linkExpired.code]);
	});

	test('linking an identity with another address or with one that the provider has not verified does not confirm the user’s address', async () => {
		for (const more of [{ email: 'other@college.example' }, { email_verified: false }]) {
			const email = `${randomUUID()}@college.example`;
			const student = await t.student({ email });

			await link(student, newProviderAccount({ email, ...more }));

			expect(await accountOf(student)).toMatchObject({ emailConfirmed: false, isVerified: false });
		}
	});

	test('linking fails when the session ends before the browser returns from the provider', async () => {
		const student = await t.student();
		const visit = await startLinking(student, newProviderAccount());
		await t.as(student).post('/auth/logout');

		expect((await finishLinking(visit)).headers.location).toBe('/account?link=failed');
		const { rows } = await t.db.execute(
			sql`select 1 from identities where user_id = ${student.id}`,
		);
		expect(rows).toEqual([]);
	});

	test('after the owner of an address signs in through the provider, a stranger who registered this address cannot finish linking', async () => {
		const stranger = await t.student({ phone: '+919876550001', userName: 'Buy at evil.example' });
		const visit = await startLinking(stranger, newProviderAccount());
		const owner = await signInAs(newProviderAccount({ email: stranger.email, name: 'Asha' }));

		expect((await finishLinking(visit)).headers.location).toBe('/account?link=failed');
		const account = await accountOf(owner);
		expect(account).toMatchObject({ phoneNumber: null, userName: 'Asha' });
		expect(account.providers).toHaveLength(1);
		expect((await t.as(owner).get('/account/sessions')).json().sessions).toHaveLength(1);
		const mail = await outbox.waitForMail(stranger.email);
		expect(mail.subject).toContain('phone number');
	});

	test('linking does not verify a user whom an administrator has unverified when the address was already confirmed', async () => {
		const email = `${randomUUID()}@college.example`;
		const student = await signInAs(newProviderAccount({ email }));
		const { id } = (await t.as(student).get('/auth')).json().user;
		await t.db.execute(
			sql`update users set verified_at = null, verified_by = null where id = ${id}`,
		);

		expect(await link(student, newProviderAccount({ email }))).toBe('/account?link=linked');

		expect(await accountOf(student)).toMatchObject({ emailConfirmed: true, isVerified: false });
	});

	test('linking with a forged link token or with an access token as the link token fails, and a link token is no access token', async () => {
		const student = await t.student();
		for (const ticket of ['made-up', student.token]) {
			const { address, cookie } = await startLinking(student, newProviderAccount());
			const cookieValue = JSON.parse(decodeURIComponent(cookie.split('=')[1] ?? ''));
			expect((await t.as({ token: cookieValue.ticket }).get('/auth')).statusCode).toBe(401);
			const forged = `__Host-pending-sign-in=${encodeURIComponent(JSON.stringify({ ...cookieValue, ticket }))}`;

			const res = await finishLinking({ address, cookie: forged });

			expect(res.headers.location).toBe('/account?link=failed');
		}
		expect((await accountOf(student)).providers).toEqual([]);
	});
});

test('linking, first sign-in through a provider and unlinking are logged with the user id but without the identity; the first sign-in links an account with the same confirmed address, with one mail', async () => {
	const [student, other] = [await t.student(), await t.student({ emailConfirmedAt: new Date() })];
	const ofOther = newProviderAccount({ email: other.email });
	const logLinesOf = ({ id }: { id: number }) =>
		t.log
			.map((line) => JSON.parse(line))
			.filter(({ userId, msg }) => userId === id && msg !== 'signed in')
			.map(({ userId, ip, msg }) => ({ userId, ip, msg }));

	await link(student, newProviderAccount());
	await t.as(student).delete(`/account/identities/${PROVIDER}`);
	await signInAs(ofOther);
	await signInAs(ofOther);

	const ip = '127.0.0.1';
	expect(logLinesOf(student)).toEqual([
		{ userId: student.id, ip, msg: 'identity linked' },
		{ userId: student.id, ip, msg: 'identity unlinked' },
	]);
	expect(logLinesOf(other)).toEqual([{ userId: other.id, ip, msg: 'identity linked' }]);
	expect(t.log.join('\n')).not.toContain(ofOther.sub);
	const mail = await outbox.waitForMail(other.email);
	expect(mail.subject).toBe('A Google account is linked at Passdown');
	expect(await outbox.countMails(other.id)).toBe(1);
});

describe('unlinking an identity provider', () => {
	const unlink = (student: Who, which = PROVIDER) =>
		t.as(student).delete(`/account/identities/${which}`);

	test('the identity opens the account after linking and no longer after unlinking, and the user gets a mail', async () => {
		const student = await t.student({ emailConfirmedAt: new Date() });
		const providerAccount = newProviderAccount();
		expect(await link(student, providerAccount)).toBe('/account?link=linked');
		expect(await accountOf(student)).toMatchObject({
			canLink: true,
			providers: [{ provider: PROVIDER, name: PROVIDER, linkedAt: expect.any(String) }],
		});
		expect((await accountOf(await signInAs(providerAccount))).id).toBe(student.id);
		// Mails queued at the same time may be sent in any order.
		await outbox.waitForMail(student.email);

		const res = await unlink(student);

		expect(res.json()).toEqual({ success: true, message: ACCOUNT_MESSAGES.unlinked });
		expect((await accountOf(student)).providers).toEqual([]);
		expect((await accountOf(await signInAs(providerAccount))).id).not.toBe(student.id);
		const mail = await outbox.waitForMail(student.email, 2);
		expect(mail.subject).toBe('Google is unlinked at Passdown');
	});

	test('unlinking the only sign-in method is refused with 409 until the user has set a password, and unlinking what is not linked with 404', async () => {
		const student = await signInAs(newProviderAccount());

		const refused = await unlink(student);
		const res = await t.as(student).put('/account/password', { password: 'a password now' });
		const withPassword = { token: res.json().accessToken };
		const codes = [];
		for (const which of ['accounts.google.com', PROVIDER])
			codes.push((await unlink(withPassword, which)).statusCode);

		expect([refused.statusCode, refused.json().code]).toEqual([
			409,
			ACCOUNT_ERRORS.lastSignInMethod.code,
		]);
		expect(codes).toEqual([404, 200]);
	});
});

test('a first sign-in with a college address verifies the user, and is refused if the provider has not verified the address', async () => {
	const email = `${randomUUID()}@college.example`;
	const unverified = { email, email_verified: false };

	const student = await signInAs(newProviderAccount({ email }));

	expect(await accountOf(student)).toMatchObject({ emailConfirmed: true, isVerified: true });
	expect((await t.as(await signInAs(newProviderAccount(unverified))).get('/auth')).statusCode).toBe(
		401,
	);
});
