import type { FastifyRequest } from 'fastify';
import { isLoopback } from '#server/lib/loopback.ts';

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
