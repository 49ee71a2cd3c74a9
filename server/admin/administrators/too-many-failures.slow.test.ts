import { describe, expect, test, vi } from 'vitest';
import { ADMIN_SESSION_ERRORS } from '#contract/admin/errors.ts';
import { ADMIN_SESSION_LIMITS } from '#contract/admin/session.ts';
import { and, eq } from '#server/db/drizzle.ts';
import { auditLog } from '#server/db/schema/audit.ts';
import { openApp } from '#tests/support/app.ts';
import { PASSWORD } from '#tests/support/password.ts';
import { adminWithTwoStep, codeOf, wrongCodeOf } from '#tests/support/two-step.ts';

const t = await openApp({ RATE_LIMIT: 'on' });
const { maxFailures: failures } = ADMIN_SESSION_LIMITS;

function logIn(payload: object, remoteAddress: string) {
	return t.as(null).call('POST', '/admin/login', { payload, remoteAddress });
}

const fail = (email: string, remoteAddress: string) =>
	logIn({ email, password: 'wrong' }, remoteAddress);

const countAttempts = (adminId: number) =>
	t.db.$count(
		auditLog,
		and(eq(auditLog.adminId, adminId), eq(auditLog.action, 'ATTEMPT_ADMIN_LOGIN')),
	);

describe('rate limit of administrator sign-ins', () => {
	test('after too many failures, even a correct sign-in from the same IP address is refused with 429, but not from another address', async () => {
		const admin = await t.admin();
		const credentials = { email: admin.email, password: PASSWORD };

		const responses = await Promise.all(
			Array.from({ length: failures + 5 }, () => fail(admin.email, '203.0.113.7')),
		);
		const correct = await logIn(credentials, '203.0.113.7');
		const fromOtherNetwork = await logIn(credentials, '203.0.113.8');

		expect(responses.filter(({ statusCode }) => statusCode === 401)).toHaveLength(failures);
		expect(correct.statusCode).toBe(429);
		expect(correct.json()).toEqual({
			success: false,
			...ADMIN_SESSION_ERRORS.tooManyFailures,
		});
		const waitSeconds = Number(correct.headers['retry-after']);
		expect(waitSeconds).toBeGreaterThan(800);
		expect(waitSeconds).toBeLessThanOrEqual(900);
		expect(fromOtherNetwork.statusCode).toBe(200);
		expect(await countAttempts(admin.id)).toBe(failures);
	});

	test('a browser that signed in before has its own failure counter and is not locked out by failures of other browsers', async () => {
		const [admin, other] = [await t.admin(), await t.admin()];
		const remoteAddress = '203.0.113.12';
		const signInForCookie = async ({ email }: { email: string }) => {
			const res = await logIn({ email, password: PASSWORD }, remoteAddress);
			return String(res.headers['set-cookie']).split(';', 1)[0] ?? '';
		};
		const logInWith = (cookie: string, password: string) =>
			t.as(null).call('POST', '/admin/login', {
				payload: { email: admin.email, password },
				headers: { cookie },
				remoteAddress,
			});
		const [cookie, another] = [await signInForCookie(admin), await signInForCookie(other)];
		for (let count = 0; count < failures; count++) await fail(admin.email, remoteAddress);

		const unknownBrowser = [await logInWith('', PASSWORD), await logInWith(another, PASSWORD)];
		const correct = await logInWith(cookie, PASSWORD);
		const wrong = [];
		for (let count = 0; count <= failures; count++) {
			wrong.push((await logInWith(cookie, 'wrong')).statusCode);
		}

		expect(unknownBrowser.map(({ statusCode }) => statusCode)).toEqual([429, 429]);
		expect(correct.statusCode).toBe(200);
		expect(wrong).toEqual([...Array.from({ length: failures }, () => 401), 429]);
	});

	test('too many wrong current passwords during two-step setup block only the session that sent them', async () => {
		const admin = await t.admin();
		const credentials = { email: admin.email, password: PASSWORD };
		const otherToken = (await logIn(credentials, '203.0.113.13')).json().accessToken;
		const begin = (token: string, currentPassword: string) =>
			t.as({ token }).post('/admin/two-step/begin', { currentPassword });
		for (let count = 0; count < failures; count++) await begin(admin.token, 'wrong');

		const [limitedSession, correct] = [
			await begin(admin.token, PASSWORD),
			await begin(otherToken, PASSWORD),
		];

		expect([limitedSession.statusCode, correct.statusCode]).toEqual([429, 200]);
	});

	test('repeated failed sign-ins for an unknown administrator are refused with 429', async () => {
		const responses = [];
		for (let count = 0; count <= failures; count++) {
			responses.push(await fail('nobody@campus.example', '203.0.113.9'));
		}

		expect(responses.at(-2)?.statusCode).toBe(401);
		expect(responses.at(-1)?.statusCode).toBe(429);
	});

	test('failed sign-ins with many email addresses add a limited number of audit entries, and all further ones take at least 100 ms', async () => {
		const remoteAddress = '203.0.113.10';
		const admin = await t.admin();
		const measureMs = async (email: string) => {
			const startedAt = performance.now();
			await fail(email, remoteAddress);
			return performance.now() - startedAt;
		};

		const responses = [];
		for (let at = 0; at < failures + 3; at++) {
			responses.push(await fail(`none${at}@campus.example`, remoteAddress));
		}
		const entries = await t.db.$count(auditLog, eq(auditLog.ipAddress, remoteAddress));
		const [known, unknown] = [await measureMs(admin.email), await measureMs('none@campus.example')];

		expect(responses.map(({ statusCode }) => statusCode)).toEqual(responses.map(() => 401));
		// Each refusal is delayed by 100 ms, which hides whether an audit entry was written.
		expect(Math.min(known, unknown)).toBeGreaterThan(100);
		expect(entries).toBe(failures);
	});

	test('a successful sign-in does not reset the count of earlier failures', async () => {
		const admin = await t.admin();
		const remoteAddress = '203.0.113.15';
		for (let count = 0; count < failures - 1; count++) await fail(admin.email, remoteAddress);

		const correct = await logIn({ email: admin.email, password: PASSWORD }, remoteAddress);
		const [last, refused] = [
			await fail(admin.email, remoteAddress),
			await fail(admin.email, remoteAddress),
		];

		const statuses = [correct, last, refused].map(({ statusCode }) => statusCode);
		expect(statuses).toEqual([200, 401, 429]);
	});
});

test('wrong two-step codes of administrators are limited per account, across all IP addresses', async () => {
	vi.useFakeTimers({ toFake: ['Date'] });
	const { admin, uri } = await adminWithTwoStep(t);
	const credentials = { email: admin.email, password: PASSWORD };
	const code = wrongCodeOf(uri);
	const maxAttempts = ADMIN_SESSION_LIMITS.maxFailures * 5;

	const statuses = new Set<number>();
	for (let count = 0; count < maxAttempts; count++) {
		const remoteAddress = `203.0.113.${count}`;
		statuses.add((await logIn({ ...credentials, code }, remoteAddress)).statusCode);
	}
	const correct = await logIn({ ...credentials, code: codeOf(uri) }, '203.0.113.200');

	expect([...statuses]).toEqual([401]);
	expect(correct.statusCode).toBe(429);
	expect(Number(correct.headers['retry-after'])).toBeGreaterThan(800);
});

test('correct passwords without a two-step code are logged only up to the failure limit, and do not block the sign-in', async () => {
	const { admin, uri } = await adminWithTwoStep(t);
	const credentials = { email: admin.email, password: PASSWORD };

	for (let count = 0; count < failures + 3; count++) await logIn(credentials, '203.0.113.31');
	const complete = await logIn({ ...credentials, code: codeOf(uri) }, '203.0.113.31');

	expect(complete.statusCode).toBe(200);
	expect(await countAttempts(admin.id)).toBe(failures);
});
