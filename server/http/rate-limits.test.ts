import Fastify from 'fastify';
import { expect, test } from 'vitest';
import type { OpenCounter } from '#server/cluster/counter.ts';
import { mountLimits } from './rate-limits.ts';

test.each([
	[
		'a call of the API counts as a request and as a call for reading',
		true,
		['requests', 'calls of reading'],
	],
	['a page or a picture counts as a request only', false, ['requests']],
])('what is answered at once: %s', (_, isCall, expected) => {
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
