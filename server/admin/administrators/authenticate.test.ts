import type { FastifyReply } from 'fastify';
import { expect, test } from 'vitest';
import { ADMIN_SESSION_ERRORS } from '#contract/admin/errors.ts';
import { ADMIN_SESSION_LIMITS } from '#contract/admin/session.ts';
import { AUTH_ERRORS } from '#contract/auth/errors.ts';
import { REQUEST_ERRORS } from '#contract/core/errors.ts';
import { openLocalCounter } from '#server/cluster/counter.ts';
import { AppError, BusyError } from '#server/lib/app-error.ts';
import { countAttempt, createAttemptLimiters } from './authenticate.ts';

const { maxFailures } = ADMIN_SESSION_LIMITS;
const reply = { header: () => undefined } as unknown as FastifyReply;

/** Makes attempts that all end with this error, and then one that would succeed. */
async function attemptAfter(error: Error, times: number): Promise<unknown> {
	const { passwords } = createAttemptLimiters(true, openLocalCounter);
	for (let count = 0; count < times; count++) {
		const failed = countAttempt(passwords, 'dean', reply, () => Promise.reject(error));
		await expect(failed).rejects.toBe(error);
	}
	return countAttempt(passwords, 'dean', reply, async () => 'signed in');
}

test('an administrator can still sign in after many attempts that the server could not decide', async () => {
	for (const error of [
		new Error('Connection terminated'),
		new AppError('unavailable', REQUEST_ERRORS.unavailable),
		new BusyError('too_many', REQUEST_ERRORS.unavailable),
	])
		expect(await attemptAfter(error, maxFailures + 1)).toBe('signed in');
});

test('rejected attempts of an administrator count towards the limit', async () => {
	const rejected = new AppError('unauthenticated', AUTH_ERRORS.invalidCredentials);

	await expect(attemptAfter(rejected, maxFailures)).rejects.toMatchObject({
		message: ADMIN_SESSION_ERRORS.tooManyFailures.message,
	});
});
