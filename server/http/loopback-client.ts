import type { FastifyRequest } from 'fastify';
import { isLoopback } from '#server/lib/loopback.ts';

/**
 * Whether a request was sent on this computer. Behind a proxy that is not trusted, every visitor seems to have the proxy's
 * address, so forwarded requests do not count. A proxy that sends no forwarding header cannot be distinguished from a
 * client on this computer.
 */
export function isFromLoopback({ ip, ips, headers }: FastifyRequest): boolean {
	// The first address is the connection's; others come from the header, as far as proxies are trusted.
	const isTrusted = ips !== undefined && ips.length > 1;
	const isForwarded = 'x-forwarded-for' in headers || 'forwarded' in headers;
	return isLoopback(ip) && (isTrusted || !isForwarded);
}
