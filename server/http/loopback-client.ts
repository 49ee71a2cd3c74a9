import type { FastifyRequest } from 'fastify';
import { isLoopback } from '#server/lib/loopback.ts';

/**
 * Whether a request was sent on this computer. One that a proxy has forwarded was not, unless the proxy is trusted and
 * names a loopback address: without TRUST_PROXY every visitor has the proxy's own address.
 */
export function isFromLoopback({ ip, ips, headers }: FastifyRequest): boolean {
	const isTrusted = ips !== undefined;
	const isForwarded = 'x-forwarded-for' in headers || 'forwarded' in headers;
	return isLoopback(ip) && (isTrusted || !isForwarded);
}
