import type { FastifyReply } from 'fastify';
import { beforeEach, expect, test, vi } from 'vitest';
import { ACCOUNT_ERRORS } from '#contract/accounts/errors.ts';
import { AUTH_ERRORS } from '#contract/auth/errors.ts';
import { REQUEST_ERRORS } from '#contract/core/errors.ts';
import { openLocalCounter } from '#server/cluster/counter.ts';
import { AppError, WrongPasswordError } from '#server/lib/app-error.ts';
import {
	createMailThrottle,
	createSignInThrottle,
	MAIL_LIMITS,
	SIGN_IN_LIMITS,
} from './sign-in-guards.ts';

const { freeAttempts, minWaitSeconds, maxWaitSeconds, distributedAttackAfter } = SIGN_IN_LIMITS;

beforeEach(() => void vi.useFakeTimers());

function createThrottle() {
	const throttle = createSignInThrottle(true, openLocalCounter);
	let waitSeconds = 0;
	const reply = {
		header(_name: string, value: number) {
			waitSeconds = value;
		},
	} as unknown as FastifyReply;

	/** @returns seconds until the next attempt is allowed; 0 if this attempt was made */
	async function attemptSignIn(
		address: string,
		browserId?: string,
		error?: Error,
	): Promise<number> {
		waitSeconds = 0;
		const attempt = { account: 'asha@campus.example', ipAddress: address, browserId, reply };
		const failure = error ?? new AppError('unauthenticated', AUTH_ERRORS.invalidCredentials);
		await throttle.guard(attempt, () => Promise.reject(failure)).catch(() => undefined);
		return waitSeconds;
	}
	return { attemptSignIn };
}

test('waits after failed sign-ins double up to an hour, and attempts during a wait do not extend the wait', async () => {
	const { attemptSignIn } = createThrottle();
	for (let n = 0; n < freeAttempts; n++) expect(await attemptSignIn('192.0.2.1')).toBe(0);

	const waits: number[] = [];
	for (let n = 0; n < 10; n++) {
		await attemptSignIn('192.0.2.1');
		waits.push(await attemptSignIn('192.0.2.1'));
		vi.advanceTimersByTime((waits.at(-1) ?? 0) * 1000);
		expect(await attemptSignIn('192.0.2.1')).toBe(0);
	}

	const doubled = waits.map((_, n) => Math.min(minWaitSeconds * 2 ** n, maxWaitSeconds));
	expect(waits).toEqual(doubled);
});

test("when many networks guess one account's password, a new network has one free attempt and a known browser has more than one", async () => {
	const { attemptSignIn } = createThrottle();
	for (let n = 0; n < distributedAttackAfter; n++) await attemptSignIn(`192.0.2.${n}`);

	const newNetwork = [await attemptSignIn('203.0.113.1'), await attemptSignIn('203.0.113.1')];
	const knownBrowser = [
		await attemptSignIn('203.0.113.2', 'known browser'),
		await attemptSignIn('203.0.113.2', 'known browser'),
	];

	expect(newNetwork).toEqual([0, minWaitSeconds]);
	expect(knownBrowser).toEqual([0, 0]);
});

test('refused sign-ups do not count towards the mail limit of their network', async () => {
	const { limitUnconfirmedMail } = createMailThrottle(true, openLocalCounter);
	const address = '192.0.2.1';
	const rejectAsTaken = () => Promise.reject(new AppError('conflict', AUTH_ERRORS.emailTaken));
	for (let n = 0; n < MAIL_LIMITS.signUpsPerHour; n++) {
		await expect(
			limitUnconfirmedMail({ email: `${n}@campus.example`, ipAddress: address }, rejectAsTaken),
		).rejects.toThrow();
	}

	const waits = limitUnconfirmedMail(
		{ email: 'new@campus.example', ipAddress: address },
		async (wait) => wait,
	);
	expect(await waits).toBe(0);
});

test('a sign-up above the mail limit of its network sends no mail and does not count towards the mail limit of its address; other networks are not affected', async () => {
	const { limitUnconfirmedMail } = createMailThrottle(true, openLocalCounter);
	const ipAddress = '192.0.2.1';
	const waitOf = (to: { email: string; ipAddress?: string }) =>
		limitUnconfirmedMail(to, async (waitSeconds) => waitSeconds);
	for (let n = 0; n < MAIL_LIMITS.signUpsPerHour; n++)
		expect(await waitOf({ email: `${n}@campus.example`, ipAddress })).toBe(0);
	const email = 'new@campus.example';
	expect(await waitOf({ email, ipAddress })).toBe(3600);
	expect(await waitOf({ email: 'other@campus.example', ipAddress: '203.0.113.1' })).toBe(0);

	const laterWaits: number[] = [];
	for (let n = 0; n < MAIL_LIMITS.perHour; n++) laterWaits.push(await waitOf({ email }));

	expect(laterWaits).toEqual(laterWaits.map(() => 0));
});

test('a sign-in that fails because the server is unavailable does not count as a wrong password, nor use up the attempt that is allowed after a wait', async () => {
	const { attemptSignIn } = createThrottle();
	const unavailable = new AppError('unavailable', REQUEST_ERRORS.unavailable);
	for (let n = 0; n < freeAttempts * 2; n++)
		await attemptSignIn('192.0.2.1', undefined, unavailable);
	for (let n = 0; n < freeAttempts; n++) expect(await attemptSignIn('192.0.2.1')).toBe(0);
	vi.advanceTimersByTime(minWaitSeconds * 1000);

	const unavailableTwice = [
		await attemptSignIn('192.0.2.1', undefined, unavailable),
		await attemptSignIn('192.0.2.1', undefined, unavailable),
	];
	const wrongTwice = [await attemptSignIn('192.0.2.1'), await attemptSignIn('192.0.2.1')];

	expect(unavailableTwice).toEqual([0, 0]);
	expect(wrongTwice).toEqual([0, minWaitSeconds * 2]);
});

test('a wrong password of a signed-in user counts as a failed sign-in attempt', async () => {
	const { attemptSignIn } = createThrottle();
	const wrong = new WrongPasswordError('invalid', ACCOUNT_ERRORS.wrongPassword);
	for (let n = 0; n < freeAttempts; n++) await attemptSignIn('192.0.2.1', 'session', wrong);

	expect(await attemptSignIn('192.0.2.1', 'session', wrong)).toBe(minWaitSeconds);
});
