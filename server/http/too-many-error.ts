import type { FastifyReply } from 'fastify';
import { tooManyMessage } from '#contract/core/common.ts';
import { AppError } from '#server/lib/app-error.ts';
import { reportOverload } from '#server/observability/channels.ts';

/** The refusal of somebody who has done something too often, with the time until they may again in its header and words. */
export function tooManyError(reply: FastifyReply, waitSeconds: number): AppError {
	reportOverload('limits');
	reply.header('retry-after', waitSeconds);
	return new AppError('too_many', tooManyMessage(waitSeconds));
}
