import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { AUTH_ERRORS } from '#contract/auth/errors.ts';
import { CHAT_ERRORS } from '#contract/chat/errors.ts';
import { CHAT_EVENTS } from '#contract/chat/facts.ts';
import { sql } from '#server/db/drizzle.ts';
import { openApp } from '#tests/support/app.ts';
import { CLIENT } from '#tests/support/identity-provider.ts';
import { PASSWORD } from '#tests/support/password.ts';
import { openSockets } from '#tests/support/sockets.ts';
import {
	CALLBACK,
	FAILED_SIGN_IN_PAGE,
	newProviderAccount,
	openThirdPartySignIn,
	PLAIN_HOST,
	tokenOf,
} from '#tests/support/third-party-sign-in.ts';
import { findUserByContact } from './queries.ts';

const { t, provider, PROVIDER_SETTINGS, startSignIn, visitProvider, finishSignIn, signIn } =
	await openThirdPartySignIn();
const { connect } = await openSockets(t);

const getUser = async (token: string) => (await t.as({ token }).get('/auth')).json().user;

describe('starting third-party sign-in', () => {
	test('the server redirects to the provider with state, nonce and PKCE challenge, and stores the matching data in a cookie', async () => {
		const { res, location } = await startSignIn();

		const authorizeUrl = new URL(location);
		expect(res.statusCode).toBe(302);
		expect(authorizeUrl.origin).toBe(provider.issuer);
		expect(Object.fromEntries(authorizeUrl.searchParams)).toEqual({
			client_id: CLIENT.id,
			redirect_uri: CALLBACK,
			response_type: 'code',
			scope: 'openid email profile',
			state: expect.stringMatching(/^.{20,}$/),
			nonce: expect.stringMatching(/^.{20,}$/),
			code_challenge: expect.stringMatching(/^.{43}$/),
			code_challenge_method: 'S256',
		});
		const cookie = String(res.headers['set-cookie']);
		expect(cookie).toContain('HttpOnly');
		expect(cookie).toContain('SameSite=Lax');
		expect(cookie).toContain('Secure');
		expect(cookie).toMatch(/^__Host-pending-sign-in=.*Path=\/;/);
	});

	test("without a configured public URL, a third-party sign-in returns to the request's own host", async () => {
		const plain = await openApp(PROVIDER_SETTINGS);
		const { res, location, cookie } = await startSignIn(plain.app, PLAIN_HOST);
		const address = await provider.visit(location, newProviderAccount());

		const back = await plain.app.inject({
			url: address.pathname + address.search,
			headers: { cookie, host: PLAIN_HOST },
		});

		expect(address.host).toBe(PLAIN_HOST);
		expect(String(res.headers['set-cookie'])).not.toContain('Secure');
		expect(back.headers.location).toMatch(/^\/auth\/success\?token=/);
	});
});

describe('users authenticated by a provider', () => {
	test('a new user who signs in through a provider gets an account and a session, in a response that is not cached and clears the cookie', async () => {
		const providerAccount = newProviderAccount({ email: 'Meera.Iyer@Campus.example' });

		const res = await signIn(providerAccount);

		expect(res.statusCode).toBe(302);
		expect(res.headers['cache-control']).toBe('no-store');
		expect(String(res.headers['set-cookie'])).toMatch(
			/^__Host-pending-sign-in=;.*(Max-Age=0|Expires=Thu, 01 Jan 1970)/,
		);
		expect(await getUser(tokenOf(res))).toMatchObject({
			userName: 'Meera Iyer',
			email: 'meera.iyer@campus.example',
			phoneNumber: null,
		});
		const row = await findUserByContact(t.db, { email: 'meera.iyer@campus.example' });
		expect(row?.passwordHash).toBeNull();
		expect(row?.emailConfirmedAt).toBeInstanceOf(Date);
	});

	test('a user who signs in through a provider again gets the same account, even with a new email address', async () => {
		const providerAccount = newProviderAccount();
		const first = await getUser(tokenOf(await signIn(providerAccount)));

		const sameUser = await getUser(tokenOf(await signIn(providerAccount)));
		const moved = await getUser(
			tokenOf(await signIn({ ...providerAccount, email: 'moved@campus.example' })),
		);
		const unverified = await getUser(
			tokenOf(await signIn({ ...providerAccount, email_verified: false })),
		);

		expect([sameUser.id, moved.id, unverified.id]).toEqual([first.id, first.id, first.id]);
		expect(moved.email).toBe(providerAccount.email);
	});

	test('two simultaneous first sign-ins of a user create one account and send no mail', async () => {
		const providerAccount = newProviderAccount();
		const visits = [await visitProvider(providerAccount), await visitProvider(providerAccount)];

		const responses = await Promise.all(visits.map((visit) => finishSignIn(visit)));

		const [one, other] = await Promise.all(responses.map((res) => getUser(tokenOf(res))));
		expect(one.email).toBe(providerAccount.email);
		expect(other.id).toBe(one.id);
		const { rows } = await t.db.execute(sql`
			select from pgboss.job where name = 'mail' and data ->> 'userId' = ${String(one.id)}`);
		expect(rows).toEqual([]);
	});

	test('the name of the provider becomes the user name, shortened and cleaned, or else the address does', async () => {
		for (const [name, userName] of [
			['🚲'.repeat(60), '🚲'.repeat(50)],
			['  As\0ha\ud83d ', 'Asha\uFFFD'],
			['Asha ✔\u202e\nRao', 'Asha Rao'],
			['Passdown Support ✅', 'priya'],
			[undefined, 'priya'],
		] as const) {
			const host = `${randomUUID()}.example`;

			const res = await signIn(newProviderAccount({ name, email: `priya@${host}` }));

			expect((await getUser(tokenOf(res))).userName).toBe(userName);
		}
	});

	describe('a sign-in to an existing account with the same address', () => {
		const silence = { kind: 'message', inApp: false, byMail: false };

		/** An account with a picture, a preference, a saved item, a block and a socket connection. */
		async function openAccount(fields: { emailConfirmedAt?: Date }) {
			const student = await t.student({ ...fields, pictureHash: await t.photo() });
			const seller = await t.student();
			const item = await t.item(seller);
			await t.as(student).put('/account/notification-choices', silence);
			await t.as(student).put(`/saved/${item.id}`);
			await t.as(student).put(`/people/${seller.id}/block`);
			return { ...student, item, connection: await connect(student) };
		}
		async function signInWithProvider({ email }: { email: string }) {
			const token = tokenOf(await signIn(newProviderAccount({ email, name: 'Another Name' })));
			const owner = t.as({ token });
			return {
				user: await getUser(token),
				preference: (await owner.get('/account/notification-choices')).json().choices[0],
				savedIds: (await owner.get('/saved/ids')).json().ids,
				blocked: (await owner.get('/account/blocked')).json().people.length,
			};
		}
		const logIn = async ({ email }: { email: string }) =>
			t.as(null).post('/auth/login', { email, password: PASSWORD });

		test('does not change it if its address is confirmed', async () => {
			const account = await openAccount({ emailConfirmedAt: new Date() });

			const signedIn = await signInWithProvider(account);

			expect(signedIn).toEqual({
				user: expect.objectContaining({
					id: account.id,
					userName: 'Asha',
					profilePicUrl: expect.any(String),
				}),
				preference: silence,
				savedIds: [account.item.id],
				blocked: 1,
			});
			expect((await t.as(account).get('/auth')).statusCode).toBe(200);
			expect((await logIn(account)).statusCode).toBe(200);
			await account.connection.waitForPending();
			expect(account.connection.received(CHAT_EVENTS.errorMessage)).not.toContain(
				CHAT_ERRORS.signedOut.message,
			);
		});

		test('takes it over from a stranger who registered the address, whose access and data end', async () => {
			const account = await openAccount({});

			const signedIn = await signInWithProvider(account);

			expect(signedIn).toEqual({
				user: expect.objectContaining({ id: account.id, profilePicUrl: null }),
				preference: { kind: 'message', inApp: true, byMail: true },
				savedIds: [],
				blocked: 0,
			});
			expect((await t.as(account).get('/auth')).statusCode).toBe(401);
			const login = await logIn(account);
			expect([login.statusCode, login.json().code]).toEqual([
				401,
				AUTH_ERRORS.invalidCredentials.code,
			]);
			expect(await account.connection.disconnected).toBe('io server disconnect');
			expect(account.connection.received(CHAT_EVENTS.errorMessage)).toEqual([
				CHAT_ERRORS.signedOut.message,
			]);
		});
	});
});

describe('the callback of third-party sign-in', () => {
	test('the sign-in callback of an earlier tab fails and keeps the cookie of the newer tab, which can sign in', async () => {
		const [earlierTab, newerTab] = [
			await visitProvider(newProviderAccount()),
			await visitProvider(newProviderAccount()),
		];

		const earlierResponse = await finishSignIn({ ...earlierTab, cookie: newerTab.cookie });
		const newerResponse = await finishSignIn(newerTab);

		expect([earlierResponse.headers.location, earlierResponse.headers['set-cookie']]).toEqual([
			FAILED_SIGN_IN_PAGE,
			undefined,
		]);
		expect(tokenOf(newerResponse)).not.toBe('');
	});

	test('the log of third-party sign-ins contains no code, state, token, client secret or email address', async () => {
		const providerAccount = newProviderAccount();
		const visit = await visitProvider(providerAccount);
		const token = tokenOf(await finishSignIn(visit));
		await finishSignIn(visit);
		await finishSignIn({ ...visit, cookie: '' });
		const unverified = newProviderAccount({ email_verified: false });
		await signIn(unverified);

		const log = t.log.join('\n');

		expect(log).toContain('third-party sign-in failed');
		for (const name of ['code', 'state']) {
			expect(log).not.toContain(visit.address.searchParams.get(name));
		}
		expect(log).not.toContain(token);
		expect(log).not.toContain(providerAccount.email);
		expect(log).not.toContain(unverified.email);
		expect(log).not.toContain(CLIENT.secret);
	});
});
