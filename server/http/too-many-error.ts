import type { FastifyReply } from 'fastify';
import { tooManyMessage } from '#contract/core/common.ts';
import { AppError } from '#server/lib/app-error.ts';
import { reportOverload } from '#server/observability/channels.ts';

/** Creates the 429 error with the waiting time in its message, and sets Retry-After. */
export function tooManyError(reply: FastifyReply, waitSeconds: number): AppError {
	reportOverload('limits');
	reply.header('retry-after', waitSeconds);
	return new AppError('too_many', tooManyMessage(waitSeconds));
}
