import { expect, test } from 'vitest';
import { networkOf } from './ip-network.ts';

test.each([
	['203.0.113.7', '203.0.113.7'],
	['::ffff:203.0.113.7', '::ffff:203.0.113.7'],
	['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
	['2001:db8:1:2::9', '2001:db8:1:2::/64'],
	['2001:db8::9', '2001:db8::/64'],
])('the address %s belongs to the network %s', (address, network) => {
	expect(networkOf(address)).toBe(network);
});
