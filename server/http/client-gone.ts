import type { FastifyReply } from 'fastify';
import { REQUEST_ERRORS } from '#contract/core/errors.ts';
import { AppError } from '#server/lib/app-error.ts';

/** A signal that aborts with an AppError when the client disconnects before the response is complete. */
export function clientGoneSignal({ raw }: FastifyReply): AbortSignal {
	const controller = new AbortController();
	const onClose = () => {
		if (!raw.writableEnded)
			controller.abort(new AppError('unavailable', REQUEST_ERRORS.unavailable));
	};
	if (raw.closed) onClose();
	else raw.once('close', onClose);
	return controller.signal;
}
