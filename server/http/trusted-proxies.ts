import { compile } from '@fastify/proxy-addr';
import type { Config } from '#server/config/config.ts';

/**
 * @returns whether the address, at this hop count from us, is a trusted proxy; same meaning as Fastify's `trustProxy`
 */
export function createTrustCheck(
	trustProxy: Exclude<Config['trustProxy'], false>,
): (address: string, hop: number) => boolean {
	if (typeof trustProxy === 'function') return trustProxy;
	return compile(trustProxy.split(',').map((proxy) => proxy.trim()));
}
