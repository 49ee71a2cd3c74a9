import type { IncomingMessage } from 'node:http';
import { all } from '@fastify/proxy-addr';
import type { Config } from '#server/config/config.ts';
import { createTrustCheck } from './trusted-proxies.ts';

/** Returns the client address of a raw request, the same way as Fastify's `request.ip`. */
export function createClientAddressReader(
	trustProxy: Config['trustProxy'],
): (request: IncomingMessage) => string {
	if (trustProxy === false) return ({ socket }) => socket.remoteAddress ?? '';
	const isTrusted = createTrustCheck(trustProxy);
	return (request) => all(request, isTrusted).at(-1) ?? '';
}
