import { expect, test } from 'vitest';
import { isLoopback } from './loopback.ts';

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
