import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { ACCOUNT_MESSAGES } from '#contract/accounts/account.ts';
import { RECOVERY_MESSAGES } from '#contract/auth/recovery.ts';
import { insertIdentity } from '#server/features/auth/queries.ts';
import { openApp } from '#tests/support/app.ts';
import {
	CLIENT,
	openIdentityProvider,
	type ProvidersPerson,
} from '#tests/support/identity-provider.ts';
import { openPostOffice } from '#tests/support/post-office.ts';

const MARKET = 'https://market.example';
const provider = await openIdentityProvider([`${MARKET}/api/auth/google/callback`]);
const PROVIDER = new URL(provider.issuer).host;
const t = await openApp({
	OIDC_ISSUER: provider.issuer,
	GOOGLE_CLIENT_ID: CLIENT.id,
	GOOGLE_CLIENT_SECRET: CLIENT.secret,
	PUBLIC_URL: MARKET,
	COLLEGE_EMAIL_DOMAINS: 'college.example',
});

const postOffice = await openPostOffice(t);

type Who = { token: string };
const accountOf = async (who: Who) => (await t.as(who).get('/account')).json().account;

function someone(more: Partial<ProvidersPerson> = {}): ProvidersPerson {
	const sub = randomUUID();
	return { sub, email: `${sub}@elsewhere.example`, email_verified: true, name: 'Asha', ...more };
}

/** What the browser brings back from the provider when it was sent there to link. */
async function leaveToLink(student: Who, who: ProvidersPerson) {
	const res = await t.as(student).post('/account/link-google');
	const cookie = String(res.headers['set-cookie']).split(';', 1)[0] ?? '';
	return { address: await provider.visit(res.json().address, who), cookie };
}

const comeBack = ({ address, cookie }: { address: URL; cookie: string }) =>
	t.app.inject({ url: address.pathname + address.search, headers: { cookie } });

const link = async (student: Who, who: ProvidersPerson) =>
	(await comeBack(await leaveToLink(student, who))).headers.location;

async function signInAs(who: ProvidersPerson): Promise<Who> {
	const left = await t.app.inject('/api/auth/google');
	const cookie = String(left.headers['set-cookie']).split(';', 1)[0] ?? '';
	const address = await provider.visit(String(left.headers.location), who);
	const [, token = ''] = String((await comeBack({ address, cookie })).headers.location).split('=');
	return { token };
}

describe('linking', () => {
	test('lets a student sign in by the provider from then on', async () => {
		const student = await t.student();
		const who = someone();

		const location = await link(student, who);

		expect(location).toBe('/account?link=linked');
		expect(await accountOf(student)).toMatchObject({
			canLink: true,
			providers: [{ provider: PROVIDER, name: PROVIDER, linkedAt: expect.any(String) }],
		});
		expect((await accountOf(await signInAs(who))).id).toBe(student.id);
	});

	test('twice is linking once', async () => {
		const student = await t.student();
		const who = someone();
		await link(student, who);

		expect(await link(student, who)).toBe('/account?link=linked');
		expect((await accountOf(student)).providers).toHaveLength(1);
	});

	test('a second account of the same provider shows both', async () => {
		const student = await t.student();
		await link(student, someone());
		await link(student, someone());

		expect((await accountOf(student)).providers).toMatchObject([
			{ provider: PROVIDER },
			{ provider: PROVIDER },
		]);
	});

	test('by a thief is told by mail, and ends with the password that the owner sets by a mailed link', async () => {
		const student = await t.student({ emailConfirmedAt: new Date() });
		const thief = someone();

		await link(student, thief);
		const told = await postOffice.mailTo(student.email);
		await t.as(null).post('/auth/forgot-password', { email: student.email });
		const token = await postOffice.tokenTo(student.email, 2);
		await t.as(null).post('/auth/reset-password', { token, password: 'the owner is back' });

		expect(told.subject).toBe('A Google account is linked at Passdown');
		expect(told.text).toContain('https://market.example/forgot-password');
		expect((await accountOf(await signInAs(thief))).id).not.toBe(student.id);
	});

	test('by itself, when the owner of a proved address first comes by the provider, is told by mail', async () => {
		const student = await t.student({ emailConfirmedAt: new Date() });
		const who = someone({ email: student.email });

		await signInAs(who);
		await signInAs(who);

		const told = await postOffice.mailTo(student.email);
		expect(told.subject).toBe('A Google account is linked at Passdown');
		expect(await postOffice.countMails(student.id)).toBe(1);
	});

	test('mails nothing to an address that nobody has proved', async () => {
		const student = await t.student();
		await link(student, someone());
		await t.as(student).post('/account/send-confirmation');

		expect((await postOffice.mailTo(student.email)).subject).toContain('Confirm');
	});

	test('does not take an identity from another account', async () => {
		const [first, second] = [await t.student(), await t.student()];
		const who = someone();
		await link(first, who);

		expect(await link(second, who)).toBe('/account?link=taken');
		expect((await accountOf(second)).providers).toEqual([]);
		expect((await accountOf(await signInAs(who))).id).toBe(first.id);
	});

	test('confirms the address that the provider vouches for, and verifies at the college', async () => {
		const email = `${randomUUID()}@college.example`;
		const student = await t.student({ email });

		await link(student, someone({ email }));

		expect(await accountOf(student)).toMatchObject({ emailConfirmed: true, isVerified: true });
	});

	test('leaves the link that was mailed meanwhile without a use, and says so calmly', async () => {
		const email = `${randomUUID()}@college.example`;
		const student = await t.student({ email });
		await t.as(student).post('/account/send-confirmation');
		const token = await postOffice.tokenTo(email);
		await link(student, someone({ email }));

		const res = await t.as(student).post('/auth/confirm-email', { token });

		expect([res.statusCode, res.json().message]).toEqual([400, RECOVERY_MESSAGES.linkExpired]);
	});

	test.each([
		['another address', { email: 'other@college.example' }],
		['an address it has not verified', { email_verified: false }],
	])('confirms nothing by %s', async (_, more) => {
		const email = `${randomUUID()}@college.example`;
		const student = await t.student({ email });

		await link(student, someone({ email, ...more }));

		expect(await accountOf(student)).toMatchObject({ emailConfirmed: false, isVerified: false });
	});

	test('asks for a session that is still open when the browser comes back', async () => {
		const student = await t.student();
		const visit = await leaveToLink(student, someone());
		await t.as(student).post('/auth/logout');

		expect((await comeBack(visit)).headers.location).toBe('/account?link=failed');
		const { rows } = await t.db.execute(
			sql`select 1 from identities where user_id = ${student.id}`,
		);
		expect(rows).toEqual([]);
	});

	test('is too late for who had made an account under another’s address, once its owner came', async () => {
		const squatter = await t.student({ phone: '+919876550001', userName: 'Buy at evil.example' });
		const visit = await leaveToLink(squatter, someone());
		const owner = await signInAs(someone({ email: squatter.email, name: 'Asha' }));

		expect((await comeBack(visit)).headers.location).toBe('/account?link=failed');
		const account = await accountOf(owner);
		expect(account).toMatchObject({ phoneNumber: null, userName: 'Asha' });
		expect(account.providers).toHaveLength(1);
		expect((await t.as(owner).get('/account/sessions')).json().sessions).toHaveLength(1);
		const told = await postOffice.mailTo(squatter.email);
		expect(told.subject).toContain('phone number');
	});

	test('leaves who an administrator has unverified as they are: their address is no news', async () => {
		const email = `${randomUUID()}@college.example`;
		const student = await signInAs(someone({ email }));
		const { id } = (await t.as(student).get('/auth')).json().user;
		await t.db.execute(
			sql`update users set verified_at = null, verified_by = null where id = ${id}`,
		);

		expect(await link(student, someone({ email }))).toBe('/account?link=linked');

		expect(await accountOf(student)).toMatchObject({ emailConfirmed: true, isVerified: false });
	});

	test('cannot be forged: neither a made-up ticket nor an access token is one', async () => {
		const student = await t.student();
		for (const ticket of ['made-up', student.token]) {
			const { address, cookie } = await leaveToLink(student, someone());
			const kept = JSON.parse(decodeURIComponent(cookie.split('=')[1] ?? ''));
			const forged = `__Host-pending-sign-in=${encodeURIComponent(JSON.stringify({ ...kept, ticket }))}`;

			const res = await comeBack({ address, cookie: forged });

			expect(res.headers.location).toBe('/account?link=failed');
		}
		expect((await accountOf(student)).providers).toEqual([]);
	});

	test('gives a ticket that opens no session', async () => {
		const { cookie } = await leaveToLink(await t.student(), someone());
		const { ticket } = JSON.parse(decodeURIComponent(cookie.split('=')[1] ?? ''));

		expect((await t.as({ token: ticket }).get('/auth')).statusCode).toBe(401);
	});

	test('is refused where no provider is configured', async () => {
		const plain = await openApp();
		const student = await plain.student();

		const res = await plain.as(student).post('/account/link-google');

		expect([res.statusCode, res.json().message]).toEqual([400, ACCOUNT_MESSAGES.linkNotConfigured]);
	});
});

test('who links an identity, comes by one that is new here, or unlinks one is logged, by number', async () => {
	const [student, other] = [await t.student(), await t.student({ emailConfirmedAt: new Date() })];
	const ofOther = someone({ email: other.email });
	const linesOf = ({ id }: { id: number }) =>
		t.log
			.map((line) => JSON.parse(line))
			.filter(({ userId, msg }) => userId === id && msg !== 'signed in')
			.map(({ userId, ip, msg }) => ({ userId, ip, msg }));

	await link(student, someone());
	await t.as(student).delete(`/account/identities/${PROVIDER}`);
	await signInAs(ofOther);
	await signInAs(ofOther);

	const ip = '127.0.0.1';
	expect(linesOf(student)).toEqual([
		{ userId: student.id, ip, msg: 'identity linked' },
		{ userId: student.id, ip, msg: 'identity unlinked' },
	]);
	expect(linesOf(other)).toEqual([{ userId: other.id, ip, msg: 'identity linked' }]);
	expect(t.log.join('\n')).not.toContain(ofOther.sub);
});

describe('unlinking', () => {
	const unlink = (student: Who, which = PROVIDER) =>
		t.as(student).delete(`/account/identities/${which}`);

	test('ends signing in that way, and is told by mail', async () => {
		const student = await t.student({ emailConfirmedAt: new Date() });
		const who = someone();
		await link(student, who);
		// Mails that are asked for at once are written side by side, in whichever order.
		await postOffice.mailTo(student.email);

		const res = await unlink(student);

		expect(res.json()).toEqual({ success: true, message: ACCOUNT_MESSAGES.unlinked });
		expect((await accountOf(student)).providers).toEqual([]);
		expect((await accountOf(await signInAs(who))).id).not.toBe(student.id);
		const told = await postOffice.mailTo(student.email, 2);
		expect(told.subject).toBe('Google is unlinked at Passdown');
	});

	test('is refused where it is the only way in, and allowed once there is a password', async () => {
		const student = await signInAs(someone());

		const refused = await unlink(student);
		const res = await t.as(student).put('/account/password', { password: 'a password now' });
		const allowed = await unlink({ token: res.json().accessToken });

		expect([refused.statusCode, refused.json().message]).toEqual([
			409,
			ACCOUNT_MESSAGES.lastSignInMethod,
		]);
		expect(allowed.statusCode).toBe(200);
	});

	test('leaves other providers, and refuses what is not linked', async () => {
		const student = await t.student();
		await insertIdentity(t.db, 'https://accounts.google.com', randomUUID(), student.id);

		const res = await unlink(student);

		expect([res.statusCode, res.json().message]).toEqual([404, ACCOUNT_MESSAGES.notLinked]);
		expect((await accountOf(student)).providers).toMatchObject([
			{ provider: 'accounts.google.com', name: 'Google' },
		]);
	});
});

test('signing in by the provider with an address of the college verifies', async () => {
	const email = `${randomUUID()}@college.example`;
	const unverified = { email, email_verified: false };

	const student = await signInAs(someone({ email }));

	expect(await accountOf(student)).toMatchObject({ emailConfirmed: true, isVerified: true });
	expect((await t.as(await signInAs(someone(unverified))).get('/auth')).statusCode).toBe(401);
});
