import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { AUTH_ERRORS } from '#contract/auth/errors.ts';
import { tooManyFromNetwork, tooManyRequests } from '#contract/core/errors.ts';
import { MAIL_LIMITS, SIGN_IN_LIMITS } from '#server/features/auth/sign-in-guards.ts';
import { FLOOD_LIMITS, LIMITS } from '#server/http/limits.ts';
import { openApp } from '#tests/support/app.ts';
import { openOutbox } from '#tests/support/outbox.ts';
import { PASSWORD } from '#tests/support/password.ts';

const t = await openApp({ RATE_LIMIT: 'on' });
const outbox = await openOutbox(t);
const { freeAttempts, minWaitSeconds } = SIGN_IN_LIMITS;

const FEEDBACK = {
	name: 'Ravi',
	email: 'ravi@campus.example',
	rating: 4,
	category: 'general',
	feedback: 'I found my drafter here.',
};
const freshEmail = () => `${randomUUID()}@campus.example`;

let lastHost = 0;
/** An IP address that has sent no request yet. */
const freshAddress = () => `198.51.${++lastHost >> 8}.${lastHost & 255}`;

interface RequestSource {
	address: string;
	cookie?: string;
	token?: string;
}

function post(url: string, payload: object, { address, cookie, token }: RequestSource) {
	return t.app.inject({
		method: 'POST',
		url: `/api${url}`,
		payload,
		remoteAddress: address,
		headers: {
			...(cookie !== undefined && { cookie }),
			...(token !== undefined && { authorization: `Bearer ${token}` }),
		},
	});
}
type Answer = Awaited<ReturnType<typeof post>>;

const logIn = (sent: object, source: RequestSource) =>
	post('/auth/login', { password: PASSWORD, ...sent }, source);
const failSignIn = (sent: object, source: RequestSource) =>
	logIn({ ...sent, password: 'a guess' }, source);
const cookieOf = (res: Answer) => String(res.headers['set-cookie']).split(';', 1)[0] ?? '';

async function failRepeatedly(
	sent: object,
	source: RequestSource,
	count: number = freeAttempts,
): Promise<Answer[]> {
	const responses: Answer[] = [];
	for (let n = 0; n < count; n++) responses.push(await failSignIn(sent, source));
	return responses;
}

function expectRetryAfter(res: Answer, atMostSeconds: number, refusalOf = tooManyRequests): void {
	const waitSeconds = Number(res.headers['retry-after']);
	expect(res.statusCode).toBe(429);
	expect(res.json()).toEqual({ success: false, ...refusalOf(waitSeconds) });
	expect(waitSeconds).toBeGreaterThan(0);
	expect(waitSeconds).toBeLessThanOrEqual(atMostSeconds);
}

describe('rate limits of requests', () => {
	test('too many requests of one kind from a user get 429 with Retry-After; other users and other kinds are served', async () => {
		const [eager, neighbour] = [await t.student(), await t.student()];
		const address = freshAddress();
		const report = (token: string) => post('/report/report-item/1', {}, { address, token });
		for (let n = 0; n < LIMITS.reporting.person; n++) await report(eager.token);

		const refused = await report(eager.token);

		expectRetryAfter(refused, LIMITS.reporting.seconds);
		expect((await report(neighbour.token)).statusCode).toBe(400);
		expect((await t.as(eager).get('/auth')).statusCode).toBe(200);
	});

	test('too many requests of one kind from an IP address get 429; other addresses are served', async () => {
		const address = freshAddress();
		const confirm = (source: string) => post('/auth/confirm-email', {}, { address: source });
		for (let n = 0; n < LIMITS['signing in'].address; n++) await confirm(address);

		const refused = await confirm(address);

		expectRetryAfter(refused, LIMITS['signing in'].seconds);
		expect((await confirm(freshAddress())).statusCode).toBe(400);
	});

	test('requests of pages and one-click unsubscribe requests of mail programs count together per IP address', async () => {
		const address = freshAddress();
		const unsubscribe = (source: string) =>
			t.app.inject({
				method: 'POST',
				url: '/api/unsubscribe/made-up',
				payload: 'List-Unsubscribe=One-Click',
				headers: { 'content-type': 'application/x-www-form-urlencoded' },
				remoteAddress: source,
			});
		for (let n = 1; n < LIMITS['signing in'].address; n++) await unsubscribe(address);
		await post('/auth/confirm-email', {}, { address });

		const refused = [
			await unsubscribe(address),
			await post('/auth/confirm-email', {}, { address }),
		];

		for (const response of refused) expectRetryAfter(response, LIMITS['signing in'].seconds);
		expect((await unsubscribe(freshAddress())).statusCode).toBe(400);
	});

	test('of 40 sign-ups in a row from one IP address, the first 30 are accepted and the others get 429 with Retry-After', async () => {
		const address = freshAddress();
		const [burst] = FLOOD_LIMITS['sign-up'];
		const signUp = (source: RequestSource) =>
			post('/auth/register', { userName: 'Asha', email: freshEmail(), password: PASSWORD }, source);

		const responses = [];
		for (let n = 0; n < 40; n++) responses.push(await signUp({ address }));

		expect(responses.map(({ statusCode }) => statusCode)).toEqual([
			...Array.from({ length: burst.max }, () => 201),
			...Array.from({ length: 40 - burst.max }, () => 429),
		]);
		const refusalOf = (waitSeconds: number) => tooManyFromNetwork('sign-up', waitSeconds);
		for (const refused of responses.slice(burst.max))
			expectRetryAfter(refused, burst.seconds, refusalOf);
		expect((await signUp({ address: freshAddress() })).statusCode).toBe(201);
	});

	test('of 40 feedback messages of visitors from one IP address, 10 are accepted; signed-in users can still send feedback', async () => {
		const address = freshAddress();
		const [burst] = FLOOD_LIMITS['visitor feedback'];
		const sendFeedback = (source: RequestSource, n: number) =>
			post('/feedback/submit', { ...FEEDBACK, feedback: `The ${n}th thought.` }, source);

		const responses = [];
		for (let n = 0; n < 40; n++) responses.push(await sendFeedback({ address }, n));

		expect(responses.filter(({ statusCode }) => statusCode === 201)).toHaveLength(burst.max);
		const refused = responses.filter(({ statusCode }) => statusCode === 429);
		expect(refused).toHaveLength(40 - burst.max);
		const refusalOf = (waitSeconds: number) => tooManyFromNetwork('visitor feedback', waitSeconds);
		for (const response of refused) expectRetryAfter(response, burst.seconds, refusalOf);
		const { token } = await t.student();
		expect((await sendFeedback({ address, token }, 41)).statusCode).toBe(201);
	});

	test('requests that are rejected as invalid do not count towards the limit of valid requests', async () => {
		const address = freshAddress();
		for (const _ of Array(20).keys()) {
			expect((await post('/feedback/submit', {}, { address })).statusCode).toBe(400);
		}

		expect((await post('/feedback/submit', FEEDBACK, { address })).statusCode).toBe(201);
	});

	test('requests from one IPv6 network count together', async () => {
		const confirm = (n: number) =>
			post('/auth/confirm-email', {}, { address: `2001:db8:7:7::${n.toString(16)}` });
		for (let n = 1; n <= LIMITS['signing in'].address; n++) await confirm(n);

		expect((await confirm(9999)).statusCode).toBe(429);
	});

	test('requests with an invalid token do not count towards the limit of any user', async () => {
		const address = freshAddress();
		const report = () => post('/report/report-item/1', {}, { address, token: 'made-up' });
		for (let n = 0; n < LIMITS.reporting.person; n++) await report();

		expect((await report()).statusCode).toBe(401);
	});

	test('requests that try the password of a signed-in user are limited', async () => {
		const student = await t.student();
		const change = () =>
			t
				.as(student)
				.put('/account/password', { currentPassword: 'a guess', password: 'x'.repeat(9) });
		for (let n = 0; n < LIMITS['signing in'].person; n++) await change();

		expectRetryAfter(await change(), LIMITS['signing in'].seconds);
	});
});

test('exports of personal data are limited per hour and user', async () => {
	const [eager, neighbour] = [await t.student(), await t.student()];
	const exportData = (who: { token: string }) => t.as(who).get('/account/export');
	for (let n = 0; n < LIMITS.exporting.person; n++)
		expect((await exportData(eager)).statusCode).toBe(200);

	expectRetryAfter(await exportData(eager), LIMITS.exporting.seconds);

	expect((await exportData(neighbour)).statusCode).toBe(200);
});

describe('wrong passwords of a signed-in user', () => {
	const change = (token: string) =>
		t.app.inject({
			method: 'PUT',
			url: '/api/account/password',
			payload: { currentPassword: 'a guess', password: 'x'.repeat(9) },
			remoteAddress: freshAddress(),
			headers: { authorization: `Bearer ${token}` },
		});

	test('wrong passwords of a signed-in user delay the next attempt of the session from any IP address and at every endpoint, and delay no other session', async () => {
		const { email, token } = await t.student();
		const other = (await logIn({ email }, { address: freshAddress() })).json().accessToken;

		const wrong: Answer[] = [];
		for (let n = 0; n < freeAttempts; n++) wrong.push(await change(token));

		expect(wrong.map((res) => res.statusCode)).toEqual(wrong.map(() => 400));
		expectRetryAfter(await change(token), minWaitSeconds);
		const erase = await post(
			'/account/delete',
			{ password: PASSWORD },
			{ address: freshAddress(), token },
		);
		expectRetryAfter(erase, minWaitSeconds);
		expect((await change(other)).statusCode).toBe(400);
	});
});

describe('wrong passwords at sign-in', () => {
	test('wrong passwords delay the next sign-in from the same IP address, even with the correct password, but not from other addresses', async () => {
		const { email } = await t.student();
		const source = { address: freshAddress() };

		const wrong = await failRepeatedly({ email }, source);

		expect(wrong.map((res) => res.statusCode)).toEqual(wrong.map(() => 401));
		expectRetryAfter(await logIn({ email }, source), minWaitSeconds);
		expect((await logIn({ email }, { address: freshAddress() })).statusCode).toBe(200);
	});

	test('wrong passwords sent in parallel do not exceed the limit', async () => {
		const { email } = await t.student();
		const source = { address: freshAddress() };

		const responses = await Promise.all(
			Array.from({ length: 20 }, () => failSignIn({ email }, source)),
		);

		expect(responses.filter(({ statusCode }) => statusCode === 401)).toHaveLength(freeAttempts);
	});

	test('wrong passwords do not lock out a known browser of the user, whatever its IP address', async () => {
		const { email } = await t.student();
		const source = { address: freshAddress() };
		const cookie = cookieOf(await logIn({ email }, source));
		expect(cookie).toMatch(/^known-here=/);

		for (const from of [source, { address: freshAddress() }]) {
			await failRepeatedly({ email }, from);

			const [stranger, known] = [
				await logIn({ email }, from),
				await logIn({ email }, { ...from, cookie }),
			];

			expect([stranger.statusCode, known.statusCode]).toEqual([429, 200]);
		}
	});

	test('wrong passwords also count in a known browser, whatever its IP address', async () => {
		const { email } = await t.student();
		const first = await logIn({ email }, { address: freshAddress() });
		const source = () => ({ address: freshAddress(), cookie: cookieOf(first) });
		for (let n = 0; n < freeAttempts; n++) await failSignIn({ email }, source());

		expect((await logIn({ email }, source())).statusCode).toBe(429);
	});

	test('wrong passwords of one account stay limited with the known-browser cookie of another account or with a forged cookie', async () => {
		const [victim, attacker] = [await t.student(), await t.student()];
		const source = { address: freshAddress() };
		const cookie = cookieOf(await logIn({ email: attacker.email }, source));
		await failRepeatedly({ email: victim.email }, source);

		for (const value of [cookie, 'known-here=mark.c2lnbmF0dXJl', 'known-here=.', 'known-here=']) {
			expect((await logIn({ email: victim.email }, { ...source, cookie: value })).statusCode).toBe(
				429,
			);
		}
	});

	test('wrong passwords are forgotten after a successful sign-in', async () => {
		const { email } = await t.student();
		const source = { address: freshAddress() };
		await failRepeatedly({ email }, source, freeAttempts - 1);
		await logIn({ email }, source);

		const otherResponse = await failRepeatedly({ email }, source, freeAttempts - 1);

		expect(otherResponse.map((res) => res.statusCode)).toEqual(otherResponse.map(() => 401));
	});

	test('wrong passwords do not reveal whether an account exists, by email or by phone number', async () => {
		const phone = `+9198${String(Date.now()).slice(-8)}`;
		const { email } = await t.student({ phone });
		const accounts = [
			{ email },
			{ email: `${randomUUID()}@campus.example` },
			{ phoneNumber: phone },
			{ phoneNumber: '9812312312' },
			{ phoneNumber: '0000000000' },
		];

		const statuses = [];
		for (const account of accounts) {
			const responses = await failRepeatedly(
				account,
				{ address: freshAddress() },
				freeAttempts + 1,
			);
			statuses.push(responses.map((res) => [res.statusCode, res.headers['retry-after'], res.body]));
		}

		expect(statuses.map((responses) => responses.length)).toEqual(
			statuses.map(() => freeAttempts + 1),
		);
		for (const responses of statuses) expect(responses).toEqual(statuses[0]);
		expect(statuses[0]?.[0]?.[2]).toContain(AUTH_ERRORS.invalidCredentials.message);
	});

	test('wrong passwords do not block a password reset by mail, which makes the browser known', async () => {
		const { email } = await t.student({ emailConfirmedAt: new Date() });
		const source = { address: freshAddress() };
		await failRepeatedly({ email }, source);
		await post('/auth/forgot-password', { email }, source);
		const token = await outbox.waitForToken(email);

		const reset = await post(
			'/auth/reset-password',
			{ token, password: 'another long one' },
			source,
		);

		const newCredentials = { email, password: 'another long one' };
		expect((await logIn(newCredentials, { ...source, cookie: cookieOf(reset) })).statusCode).toBe(
			200,
		);
	});
});

test('requests for reset links are limited per account and IP address; other addresses can still request a link', async () => {
	const { email } = await t.student({ emailConfirmedAt: new Date() });
	const unknown = `${randomUUID()}@campus.example`;
	const source = { address: freshAddress() };
	const requestLink = (address: string) =>
		post('/auth/forgot-password', { email: address }, source);
	await Promise.all(
		[email, unknown].flatMap((address) =>
			Array.from({ length: MAIL_LIMITS.perHour }, () => requestLink(address)),
		),
	);

	const refused = [await requestLink(email), await requestLink(unknown)];

	for (const res of refused) expectRetryAfter(res, 3600);
	const otherAddressResponse = await post(
		'/auth/forgot-password',
		{ email },
		{ address: freshAddress() },
	);
	expect(otherAddressResponse.statusCode).toBe(200);
});

test('when rate limits are switched off, sign-in attempts are not limited', async () => {
	const open = await openApp();
	const { email } = await open.student();
	const guess = () => open.as(null).post('/auth/login', { email, password: 'a guess' });

	const responses = await Promise.all(Array.from({ length: freeAttempts + 3 }, guess));

	expect(responses.map((res) => res.statusCode)).toEqual(responses.map(() => 401));
});
