import type { FastifyReply } from 'fastify';
import { tooManyRequests } from '#contract/core/errors.ts';
import { AppError } from '#server/lib/app-error.ts';
import { countRefusal } from '#server/observability/counts.ts';

/** Creates the 429 error with the waiting time in its message, and sets Retry-After. */
export function tooManyError(
	reply: FastifyReply,
	waitSeconds: number,
	refusal = tooManyRequests(waitSeconds),
): AppError {
	countRefusal('limits');
	reply.header('retry-after', waitSeconds);
	return new AppError('too_many', refusal);
}
