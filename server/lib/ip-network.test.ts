import { expect, test } from 'vitest';
import { isLoopback, networkOf } from './ip-network.ts';

test.each([
	['203.0.113.7', '203.0.113.7'],
	['::ffff:203.0.113.7', '::ffff:203.0.113.7'],
	['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
	['2001:db8:1:2::9', '2001:db8:1:2::/64'],
	['2001:db8::9', '2001:db8::/64'],
])('the address %s belongs to the network %s', (address, network) => {
	expect(networkOf(address)).toBe(network);
});

test.each([
	['localhost', true],
	['127.0.0.1', true],
	['127.8.9.10', true],
	['::1', true],
	['::ffff:127.0.0.1', true],
	['10.0.0.1', false],
	['::ffff:10.0.0.1', false],
	['127.0.0.1.example', false],
	['', false],
])('%s counts as loopback: %s', (host, expected) => {
	expect(isLoopback(host)).toBe(expected);
});
