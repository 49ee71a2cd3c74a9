import type { FastifyReply } from 'fastify';
import { ADMIN_SESSION_ERRORS } from '#contract/admin/errors.ts';
import { ADMIN_SESSION_LIMITS } from '#contract/admin/session.ts';
import type { Counter, OpenCounter } from '#server/cluster/counter.ts';
import { AppError, mayRetrySucceed } from '#server/lib/app-error.ts';

/**
 * Attempts of one kind. Each is counted before its outcome is known, so that parallel attempts cannot get around the
 * limit.
 */
export interface AttemptLimiter {
	/** Counts an attempt. @returns 0 if it may be made; otherwise the seconds to wait */
	consume: (key: string) => Promise<number>;
	/** Takes back an attempt that shall not count. */
	refund: (key: string) => Promise<void>;
}

/** The limits of attempts to sign in as an administrator. */
export interface AdminAttemptLimiters {
	/**
	 * The key combines the administrator with a network, a known browser or a session, so that others
	 * cannot lock the administrator out.
	 */
	passwords: AttemptLimiter;
	/** Keyed by administrator: a client that is asked for a code knows the password already. */
	codes: AttemptLimiter;
	/** Keyed like `passwords`. Limits how many sign-ins with the right password and no code are logged. */
	missingCodes: AttemptLimiter;
	/** Keyed by network, for email addresses without an administrator. */
	unknownEmails: AttemptLimiter;
}

/** The limit of an administrator's codes, as a multiple of the limit of passwords from one network. */
const CODE_LIMIT_FACTOR = 5;

/** @param isOn false to limit nothing, as in tests */
export function createAttemptLimiters(
	isOn: boolean,
	openCounter: OpenCounter,
): AdminAttemptLimiters {
	const { maxFailures, failureWindowMs } = ADMIN_SESSION_LIMITS;
	const openLimiter = (name: string, maxAttempts: number) =>
		createLimiter(
			maxAttempts,
			isOn,
			openCounter(`administrators' ${name}`, failureWindowMs / 1000),
		);
	return {
		passwords: openLimiter('passwords', maxFailures),
		codes: openLimiter('codes', maxFailures * CODE_LIMIT_FACTOR),
		missingCodes: openLimiter('missing codes', maxFailures),
		unknownEmails: openLimiter('strangers', maxFailures),
	};
}

function createLimiter(maxAttempts: number, isOn: boolean, counter: Counter): AttemptLimiter {
	return {
		async consume(key) {
			if (!isOn) return 0;
			const { count, waitSeconds } = await counter.add(key);
			return count > maxAttempts ? waitSeconds : 0;
		},
		async refund(key) {
			if (isOn) await counter.refund(key);
		},
	};
}

/**
 * Counts an attempt and runs it. The attempt stays counted, even after a success, unless `run`
 * refunds it. An attempt that the server could not decide, for example while the database is down,
 * is refunded. `run` must refund as its last step: a failure after the refund could refund the
 * attempt a second time.
 * @throws AppError too_many, with Retry-After, when the limit is reached; whatever `run` throws
 */
export async function countAttempt<T>(
	limiter: AttemptLimiter,
	key: string,
	reply: FastifyReply,
	run: () => Promise<T>,
): Promise<T> {
	const waitSeconds = await limiter.consume(key);
	if (waitSeconds > 0) {
		reply.header('retry-after', waitSeconds);
		throw new AppError('too_many', ADMIN_SESSION_ERRORS.tooManyFailures);
	}
	try {
		return await run();
	} catch (error) {
		const isDecided = error instanceof AppError && !mayRetrySucceed(error);
		if (!isDecided) await limiter.refund(key);
		throw error;
	}
}
