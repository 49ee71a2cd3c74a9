import type { FastifyReply } from 'fastify';
import { tooManyMessage } from '#contract/core/common.ts';
import { Refusal } from '#server/lib/app-error.ts';
import { tellOfCrowding } from '#server/observability/channels.ts';

/** The refusal of somebody who has done something too often, with the time until they may again in its header and words. */
export function refuseTooMany(reply: FastifyReply, waitSeconds: number): Refusal {
	tellOfCrowding('limits');
	reply.header('retry-after', waitSeconds);
	return new Refusal('too_many', tooManyMessage(waitSeconds));
}
