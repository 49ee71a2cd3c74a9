import Fastify from 'fastify';
import { expect, test } from 'vitest';
import type { OpenCounter } from '#server/cluster/counter.ts';
import { mountLimits } from './rate-limits.ts';

test.each([
	['an API call counts as a request and as a reading call', true, ['requests', 'calls of reading']],
	['a page or a photo counts as a request only', false, ['requests']],
])('when a response comes from the cache, %s', (_, isCall, expected) => {
	const counted: string[] = [];
	const openCounter: OpenCounter = (name) => ({
		async add() {
			counted.push(name);
			return { count: 1, waitSeconds: 1 };
		},
		refund: async () => undefined,
		reset: async () => undefined,
	});

	const isLetIn = mountLimits(Fastify(), openCounter)('203.0.113.7', isCall);

	expect(isLetIn).toBe(true);
	expect(counted).toEqual(expected);
});
