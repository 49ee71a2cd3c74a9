import type { FastifyRequest } from 'fastify';
import { isLoopback } from '#server/lib/loopback.ts';

/**
 * Whether a request was sent on this computer. A proxy that is not trusted gives every visitor its own address, so what
 * it has forwarded does not count. One that sends no header about it cannot be told from a client.
 */
export function isFromLoopback({ ip, ips, headers }: FastifyRequest): boolean {
	// The first address is the connection's; others come from the header, as far as proxies are trusted.
	const isTrusted = ips !== undefined && ips.length > 1;
	const isForwarded = 'x-forwarded-for' in headers || 'forwarded' in headers;
	return isLoopback(ip) && (isTrusted || !isForwarded);
}
