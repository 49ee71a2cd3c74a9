import { expect, test } from 'vitest';
import { createCachedResponse, createResponseCache } from './response-cache.ts';

test('the oldest URLs of a cached response are forgotten when URLs take too much memory', async () => {
	const answers = createResponseCache({
		on: () => undefined,
		isListening: () => true,
		isShared: false,
		sync: async () => true,
		close: async () => undefined,
	});
	const make = async () => createCachedResponse(Buffer.from('[]'), 'application/json');
	for (const _ of ['asked', 'asked again'])
		await answers.getOrCreate('items', { source: 'items' }, make);
	const addresses = Array.from({ length: 100 }, (_, x) => `/items?x=${x}${'x'.repeat(100_000)}`);

	for (const address of addresses) answers.setUrl(address, 'items');

	expect(answers.get(addresses[0] ?? '')).toBeUndefined();
	expect(answers.get(addresses[99] ?? '')).toBeDefined();
});
