import type { FastifyReply } from 'fastify';
import { COMMON_MESSAGES } from '#contract/core/common.ts';
import { Refusal } from '#server/lib/app-error.ts';

/** Aborts once whoever asks has hung up before they were answered, by a refusal that nobody hears. */
export function hungUp({ raw }: FastifyReply): AbortSignal {
	const gone = new AbortController();
	const leave = () => {
		if (!raw.writableEnded) gone.abort(new Refusal('unavailable', COMMON_MESSAGES.unavailable));
	};
	if (raw.closed) leave();
	else raw.once('close', leave);
	return gone.signal;
}
