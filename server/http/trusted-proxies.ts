import { compile } from '@fastify/proxy-addr';
import type { Config } from '#server/config/config.ts';

/**
 * Creates the check whether an address is a trusted proxy, with the meaning of Fastify's `trustProxy`. `hop` counts the
 * proxies between that address and this server.
 */
export function createTrustCheck(
	trustProxy: Exclude<Config['trustProxy'], false>,
): (address: string, hop: number) => boolean {
	if (typeof trustProxy === 'function') return trustProxy;
	return compile(trustProxy.split(',').map((proxy) => proxy.trim()));
}
