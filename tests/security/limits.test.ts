import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { AUTH_MESSAGES } from '#contract/auth/auth.ts';
import { tooManyMessage } from '#contract/core/common.ts';
import { MAIL_LIMITS } from '#server/features/auth/mail-throttle.ts';
import { SIGN_IN_LIMITS } from '#server/features/auth/sign-in-throttle.ts';
import { FLOOD_LIMITS } from '#server/http/flood-limits.ts';
import { LIMITS } from '#server/http/rate-limits.ts';
import { openApp } from '#tests/support/app.ts';
import { PASSWORD } from '#tests/support/password.ts';
import { openPostOffice } from '#tests/support/post-office.ts';

const t = await openApp({ RATE_LIMIT: 'on' });
const postOffice = await openPostOffice(t);
const { freeAttempts: freeTries, minWaitSeconds: firstWaitSeconds } = SIGN_IN_LIMITS;

const FEEDBACK = {
	name: 'Ravi',
	email: 'ravi@campus.example',
	rating: 4,
	category: 'general',
	feedback: 'I found my drafter here.',
};
const freshEmail = () => `${randomUUID()}@campus.example`;

let lastHost = 0;
/** An address that has sent no request yet. */
const freshAddress = () => `198.51.${++lastHost >> 8}.${lastHost & 255}`;

interface From {
	address: string;
	cookie?: string;
	token?: string;
}

function post(url: string, payload: object, { address, cookie, token }: From) {
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

const logIn = (sent: object, from: From) =>
	post('/auth/login', { password: PASSWORD, ...sent }, from);
const fail = (sent: object, from: From) => logIn({ ...sent, password: 'a guess' }, from);
const cookieOf = (res: Answer) => String(res.headers['set-cookie']).split(';', 1)[0] ?? '';

async function failing(sent: object, from: From, count: number = freeTries): Promise<Answer[]> {
	const answers: Answer[] = [];
	for (let n = 0; n < count; n++) answers.push(await fail(sent, from));
	return answers;
}

function expectToWait(res: Answer, atMostSeconds: number): void {
	const waitSeconds = Number(res.headers['retry-after']);
	expect(res.statusCode).toBe(429);
	expect(res.json()).toEqual({ success: false, message: tooManyMessage(waitSeconds) });
	expect(waitSeconds).toBeGreaterThan(0);
	expect(waitSeconds).toBeLessThanOrEqual(atMostSeconds);
}

describe('requests of one kind', () => {
	test('from one user end in 429 with a time to wait; other users and kinds are still served', async () => {
		const [eager, neighbour] = [await t.student(), await t.student()];
		const address = freshAddress();
		const report = (token: string) => post('/report/report-item/1', {}, { address, token });
		for (let n = 0; n < LIMITS.reporting.person; n++) await report(eager.token);

		const refused = await report(eager.token);

		expectToWait(refused, LIMITS.reporting.seconds);
		expect((await report(neighbour.token)).statusCode).toBe(400);
		expect((await t.as(eager).get('/auth')).statusCode).toBe(200);
	});

	test('from one address end in 429, whoever sends them', async () => {
		const address = freshAddress();
		const confirm = (from: string) => post('/auth/confirm-email', {}, { address: from });
		for (let n = 0; n < LIMITS['signing in'].address; n++) await confirm(address);

		const refused = await confirm(address);

		expectToWait(refused, LIMITS['signing in'].seconds);
		expect((await confirm(freshAddress())).statusCode).toBe(400);
	});

	test('of forty sign-ups in a row from one address the first thirty are accepted, and the others told to wait', async () => {
		const address = freshAddress();
		const [burst] = FLOOD_LIMITS['sign-up'];
		const signUp = (from: From) =>
			post('/auth/register', { userName: 'Asha', email: freshEmail(), password: PASSWORD }, from);

		const answers = [];
		for (let n = 0; n < 40; n++) answers.push(await signUp({ address }));

		expect(answers.map(({ statusCode }) => statusCode)).toEqual([
			...Array.from({ length: burst.max }, () => 201),
			...Array.from({ length: 40 - burst.max }, () => 429),
		]);
		for (const refused of answers.slice(burst.max)) expectToWait(refused, burst.seconds);
		expect((await signUp({ address: freshAddress() })).statusCode).toBe(201);
	});

	test('of forty feedbacks in a row from guests at one address ten are accepted, and signed-in users are still heard', async () => {
		const address = freshAddress();
		const [burst] = FLOOD_LIMITS['visitor feedback'];
		const say = (from: From, n: number) =>
			post('/feedback/submit', { ...FEEDBACK, feedback: `The ${n}th thought.` }, from);

		const answers = [];
		for (let n = 0; n < 40; n++) answers.push(await say({ address }, n));

		expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(burst.max);
		const refused = answers.filter(({ statusCode }) => statusCode === 429);
		expect(refused).toHaveLength(40 - burst.max);
		for (const answer of refused) expectToWait(answer, burst.seconds);
		const { token } = await t.student();
		expect((await say({ address, token }, 41)).statusCode).toBe(201);
	});

	test('that are rejected as invalid do not count against valid ones', async () => {
		const address = freshAddress();
		for (const _ of Array(20).keys()) {
			expect((await post('/feedback/submit', {}, { address })).statusCode).toBe(400);
		}

		expect((await post('/feedback/submit', FEEDBACK, { address })).statusCode).toBe(201);
	});

	test('from one IPv6 network count together', async () => {
		const confirm = (n: number) =>
			post('/auth/confirm-email', {}, { address: `2001:db8:7:7::${n.toString(16)}` });
		for (let n = 1; n <= LIMITS['signing in'].address; n++) await confirm(n);

		expect((await confirm(9999)).statusCode).toBe(429);
	});

	test('with an invalid session count for no user', async () => {
		const address = freshAddress();
		const confirm = () => post('/report/report-item/1', {}, { address, token: 'made-up' });
		for (let n = 0; n < LIMITS.reporting.person; n++) await confirm();

		expect((await confirm()).statusCode).toBe(401);
	});

	test('that try the password of a signed-in user are few', async () => {
		const student = await t.student();
		const change = () =>
			t
				.as(student)
				.put('/account/password', { currentPassword: 'a guess', password: 'x'.repeat(9) });
		for (let n = 0; n < LIMITS['signing in'].person; n++) await change();

		expectToWait(await change(), LIMITS['signing in'].seconds);
	});
});

test('for the export of one’s own data are few per hour, counted per user', async () => {
	const [eager, neighbour] = [await t.student(), await t.student()];
	const ask = (who: { token: string }) => t.as(who).get('/account/export');
	for (let n = 0; n < LIMITS.exporting.person; n++) expect((await ask(eager)).statusCode).toBe(200);

	expectToWait(await ask(eager), LIMITS.exporting.seconds);

	expect((await ask(neighbour)).statusCode).toBe(200);
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

	test('delay the next attempt of this session from any address and at every endpoint, and no other session', async () => {
		const { email, token } = await t.student();
		const other = (await logIn({ email }, { address: freshAddress() })).json().accessToken;

		const wrong: Answer[] = [];
		for (let n = 0; n < freeTries; n++) wrong.push(await change(token));

		expect(wrong.map((res) => res.statusCode)).toEqual(wrong.map(() => 400));
		expectToWait(await change(token), firstWaitSeconds);
		const erase = await post(
			'/account/delete',
			{ password: PASSWORD },
			{ address: freshAddress(), token },
		);
		expectToWait(erase, firstWaitSeconds);
		expect((await change(other)).statusCode).toBe(400);
	});
});

describe('wrong passwords', () => {
	test('delay the next attempt from the same address, even a correct one, and nobody elsewhere', async () => {
		const { email } = await t.student();
		const from = { address: freshAddress() };

		const wrong = await failing({ email }, from);

		expect(wrong.map((res) => res.statusCode)).toEqual(wrong.map(() => 401));
		expectToWait(await logIn({ email }, from), firstWaitSeconds);
		expect((await logIn({ email }, { address: freshAddress() })).statusCode).toBe(200);
	});

	test('sent in parallel do not get around the limit', async () => {
		const { email } = await t.student();
		const from = { address: freshAddress() };

		const answers = await Promise.all(Array.from({ length: 20 }, () => fail({ email }, from)));

		expect(answers.filter(({ statusCode }) => statusCode === 401)).toHaveLength(freeTries);
	});

	test('do not lock out a known browser of the user, whatever its address', async () => {
		const { email } = await t.student();
		const from = { address: freshAddress() };
		const cookie = cookieOf(await logIn({ email }, from));
		await failing({ email }, from);

		const [stranger, known] = [
			await logIn({ email }, from),
			await logIn({ email }, { ...from, cookie }),
		];

		expect([stranger.statusCode, known.statusCode]).toEqual([429, 200]);
		expect(cookie).toMatch(/^known-here=/);
	});

	test('count in a known browser as well', async () => {
		const { email } = await t.student();
		const first = await logIn({ email }, { address: freshAddress() });
		const from = () => ({ address: freshAddress(), cookie: cookieOf(first) });
		for (let n = 0; n < freeTries; n++) await fail({ email }, from());

		expect((await logIn({ email }, from())).statusCode).toBe(429);
	});

	test('for one account are not allowed by the known-browser cookie of another, or by a forged one', async () => {
		const [victim, attacker] = [await t.student(), await t.student()];
		const from = { address: freshAddress() };
		const cookie = cookieOf(await logIn({ email: attacker.email }, from));
		await failing({ email: victim.email }, from);

		for (const brought of [cookie, 'known-here=mark.c2lnbmF0dXJl', 'known-here=.', 'known-here=']) {
			expect((await logIn({ email: victim.email }, { ...from, cookie: brought })).statusCode).toBe(
				429,
			);
		}
	});

	test('are forgotten after a successful sign-in', async () => {
		const { email } = await t.student();
		const from = { address: freshAddress() };
		await failing({ email }, from, freeTries - 1);
		await logIn({ email }, from);

		const again = await failing({ email }, from, freeTries - 1);

		expect(again.map((res) => res.statusCode)).toEqual(again.map(() => 401));
	});

	test('do not reveal whether an account exists, by email or by phone number', async () => {
		const phone = `+9198${String(Date.now()).slice(-8)}`;
		const { email } = await t.student({ phone });
		const accounts = [
			{ email },
			{ email: `${randomUUID()}@campus.example` },
			{ phoneNumber: phone },
			{ phoneNumber: '9812312312' },
			{ phoneNumber: '0000000000' },
		];

		const told = [];
		for (const account of accounts) {
			const answers = await failing(account, { address: freshAddress() }, freeTries + 1);
			told.push(answers.map((res) => [res.statusCode, res.headers['retry-after'], res.body]));
		}

		expect(told.map((answers) => answers.length)).toEqual(told.map(() => freeTries + 1));
		for (const answers of told) expect(answers).toEqual(told[0]);
		expect(told[0]?.[0]?.[2]).toContain(AUTH_MESSAGES.invalidCredentials);
	});

	test('leave the reset by mail, which makes a browser known', async () => {
		const { email } = await t.student({ emailConfirmedAt: new Date() });
		const from = { address: freshAddress() };
		await failing({ email }, from);
		await post('/auth/forgot-password', { email }, from);
		const token = await postOffice.tokenTo(email);

		const reset = await post('/auth/reset-password', { token, password: 'another long one' }, from);

		const back = { email, password: 'another long one' };
		expect((await logIn(back, { ...from, cookie: cookieOf(reset) })).statusCode).toBe(200);
	});
});

test('requests for reset links are few for one account, while other addresses can still ask', async () => {
	const { email } = await t.student({ emailConfirmedAt: new Date() });
	const unknown = `${randomUUID()}@campus.example`;
	const from = { address: freshAddress() };
	const ask = (address: string) => post('/auth/forgot-password', { email: address }, from);
	await Promise.all(
		[email, unknown].flatMap((address) =>
			Array.from({ length: MAIL_LIMITS.perHour }, () => ask(address)),
		),
	);

	const refused = [await ask(email), await ask(unknown)];

	for (const res of refused) expectToWait(res, 3600);
	const elsewhere = await post('/auth/forgot-password', { email }, { address: freshAddress() });
	expect(elsewhere.statusCode).toBe(200);
});

test('none of this applies when it is switched off for tests', async () => {
	const open = await openApp();
	const { email } = await open.student();
	const guess = () => open.as(null).post('/auth/login', { email, password: 'a guess' });

	const answers = await Promise.all(Array.from({ length: freeTries + 3 }, guess));

	expect(answers.map((res) => res.statusCode)).toEqual(answers.map(() => 401));
});
