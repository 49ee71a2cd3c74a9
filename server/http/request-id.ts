import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { REQUEST_ID_HEADER } from '#contract/core/headers.ts';
import type { Config } from '#server/config/config.ts';
import { createTrustCheck } from './trusted-proxies.ts';

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/**
 * Creates request ids for the log. An id sent by a trusted proxy is kept, so that our log and the proxy's have the same
 * id. Ids of other clients are replaced: a client could otherwise write into our log.
 */
export function createRequestIdGenerator(
	trustProxy: Config['trustProxy'],
): (request: Pick<IncomingMessage, 'headers' | 'socket'>) => string {
	if (trustProxy === false) return () => randomUUID();
	const isTrusted = createTrustCheck(trustProxy);
	return ({ headers, socket }) => {
		const received = headers[REQUEST_ID_HEADER];
		if (typeof received !== 'string' || !UUID.test(received)) return randomUUID();
		return isTrusted(socket.remoteAddress ?? '', 0) ? received : randomUUID();
	};
}

/** Sends the request id with every response. Users can quote it when they report an error. */
export function mountRequestIds(app: FastifyInstance): void {
	app.addHook('onRequest', (request, reply, done) => {
		reply.header(REQUEST_ID_HEADER, request.id);
		done();
	});
}
