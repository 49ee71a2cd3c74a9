import type { FastifyReply } from 'fastify';
import { COMMON_MESSAGES } from '#contract/core/common.ts';
import { AppError } from '#server/lib/app-error.ts';

/** Aborts once whoever asks has hung up before they were answered, by a refusal that nobody hears. */
export function clientGoneSignal({ raw }: FastifyReply): AbortSignal {
	const controller = new AbortController();
	const onClose = () => {
		if (!raw.writableEnded)
			controller.abort(new AppError('unavailable', COMMON_MESSAGES.unavailable));
	};
	if (raw.closed) onClose();
	else raw.once('close', onClose);
	return controller.signal;
}
