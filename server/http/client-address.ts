import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { all, compile } from '@fastify/proxy-addr';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { REQUEST_ID_HEADER } from '#contract/core/headers.ts';
import type { Config } from '#server/config/config.ts';
import { isLoopback } from '#server/lib/ip-network.ts';

/** Returns the client address of a raw request, the same way as Fastify's `request.ip`. */
export function createClientAddressReader(
	trustProxy: Config['trustProxy'],
): (request: IncomingMessage) => string {
	if (trustProxy === false) return ({ socket }) => socket.remoteAddress ?? '';
	const isTrusted = createTrustCheck(trustProxy);
	return (request) => all(request, isTrusted).at(-1) ?? '';
}

/**
 * Creates the check whether an address is a trusted proxy, with the meaning of Fastify's `trustProxy`. `hop` counts the
 * proxies between that address and this server.
 */
function createTrustCheck(
	trustProxy: Exclude<Config['trustProxy'], false>,
): (address: string, hop: number) => boolean {
	if (typeof trustProxy === 'function') return trustProxy;
	return compile(trustProxy.split(',').map((proxy) => proxy.trim()));
}

/**
 * Whether a request was sent on this computer. Behind a proxy that is not trusted, every visitor seems to have the
 * address of the proxy, so forwarded requests do not count. A proxy on this computer that sends no forwarding header
 * cannot be distinguished from a client.
 */
export function isFromLoopback({ ip, ips, headers }: FastifyRequest): boolean {
	// `ips` begins with the address of the connection; the others come from the header, as far as proxies are trusted.
	const isFromTrustedProxy = ips !== undefined && ips.length > 1;
	const isForwarded = 'x-forwarded-for' in headers || 'forwarded' in headers;
	return isLoopback(ip) && (isFromTrustedProxy || !isForwarded);
}

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
