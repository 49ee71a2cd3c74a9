import { compile } from '@fastify/proxy-addr';
import type { Config } from '#server/config/config.ts';

/** @returns whether an address so many hops from here is a trusted proxy's, as the framework takes the same setting */
export function createTrustCheck(
	trustProxy: Exclude<Config['trustProxy'], false>,
): (address: string, hop: number) => boolean {
	if (typeof trustProxy === 'function') return trustProxy;
	return compile(trustProxy.split(',').map((proxy) => proxy.trim()));
}
