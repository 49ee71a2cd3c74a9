import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { REFERENCE_HEADER } from '#contract/core/headers.ts';
import type { Config } from '#server/config/config.ts';
import { trustOf } from './trusted-proxies.ts';

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/**
 * The name of a request in the log. A proxy that is trusted may have given it one already, so that its log and ours speak of
 * the same; from anybody else it would be a way to write into our log.
 */
export function createRequestIds(
	trustProxy: Config['trustProxy'],
): (request: Pick<IncomingMessage, 'headers' | 'socket'>) => string {
	if (trustProxy === false) return () => randomUUID();
	const isTrusted = trustOf(trustProxy);
	return ({ headers, socket }) => {
		const given = headers[REFERENCE_HEADER];
		if (typeof given !== 'string' || !UUID.test(given)) return randomUUID();
		return isTrusted(socket.remoteAddress ?? '', 0) ? given : randomUUID();
	};
}

/** Tells whoever asks what to name when something went wrong. */
export function mountRequestIds(app: FastifyInstance): void {
	app.addHook('onRequest', (request, reply, done) => {
		reply.header(REFERENCE_HEADER, request.id);
		done();
	});
}
