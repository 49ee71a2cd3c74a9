import type { IncomingMessage } from 'node:http';
import { all } from '@fastify/proxy-addr';
import type { Config } from '#server/config/config.ts';
import { createTrustCheck } from './trusted-proxies.ts';

/** Where a request comes from, as the framework has it. */
export function createClientAddressReader(
	trustProxy: Config['trustProxy'],
): (request: IncomingMessage) => string {
	if (trustProxy === false) return ({ socket }) => socket.remoteAddress ?? '';
	const isTrusted = createTrustCheck(trustProxy);
	return (request) => all(request, isTrusted).at(-1) ?? '';
}
