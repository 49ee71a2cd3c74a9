import Fastify from 'fastify';
import { expect, test } from 'vitest';
import type { OpenCounter } from '#server/cluster/counter.ts';
import { mountLimits } from './limits.ts';

test.each([
	['an API call', 'a request and as a reading call', true, ['requests', 'calls of reading']],
	['a page or a photo', 'a request only', false, ['requests']],
])('%s that is answered from the cache counts as %s', (_what, _kinds, isCall, expected) => {
	const counted: string[] = [];
	const openCounter: OpenCounter = (name) => ({
		async add() {
			counted.push(name);
			return { count: 1, waitSeconds: 1 };
		},
		refund: async () => undefined,
		reset: async () => undefined,
	});

	const isAccepted = mountLimits(Fastify(), openCounter)('203.0.113.7', isCall);

	expect(isAccepted).toBe(true);
	expect(counted).toEqual(expected);
});
