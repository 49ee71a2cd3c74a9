import type { FastifyReply } from 'fastify';
import { COMMON_MESSAGES } from '#contract/core/common.ts';
import { AppError } from '#server/lib/app-error.ts';

/** A signal that aborts with an AppError when the client disconnects before the response is complete. */
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
