import { isIP } from 'node:net';

/** What an address counts as: who has one IPv6 address has its whole network of 64 bits. */
export function networkOf(address: string): string {
	if (isIP(address) !== 6 || address.includes('.')) return address;
	const [start = ''] = address.split('::');
	return `${start.split(':').slice(0, 4).join(':')}::/64`;
}
