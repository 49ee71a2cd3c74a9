import { isIP } from 'node:net';

/**
 * Key of an IP address for rate limits: an IPv6 address counts as its /64 network, because one client can use all of
 * it. IPv4 addresses stay as they are, also in IPv6 form (`::ffff:192.0.2.1`).
 */
export function networkOf(address: string): string {
	if (isIP(address) !== 6 || address.includes('.')) return address;
	const [start = ''] = address.split('::');
	return `${start.split(':').slice(0, 4).join(':')}::/64`;
}

/** Whether a host name or address is a loopback address of this computer. */
export function isLoopback(host: string): boolean {
	return /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?|::ffff:127(\.\d{1,3}){3})$/.test(host);
}
