import { expect, test } from 'vitest';
import { keepReadyAnswers, readyAnswer } from './response-cache/response-cache.ts';

test('addresses that lead to one answer are forgotten when they take much room, however few they are', async () => {
	const answers = keepReadyAnswers({
		hear: () => undefined,
		isHearing: () => true,
		isShared: false,
		catchUp: async () => true,
		close: async () => undefined,
	});
	const make = async () => readyAnswer(Buffer.from('[]'), 'application/json');
	for (const _ of ['asked', 'asked again']) await answers.make('items', { of: 'items' }, make);
	const addresses = Array.from({ length: 100 }, (_, x) => `/items?x=${x}${'x'.repeat(100_000)}`);

	for (const address of addresses) answers.note(address, 'items');

	expect(answers.findAt(addresses[0] ?? '')).toBeUndefined();
	expect(answers.findAt(addresses[99] ?? '')).toBeDefined();
});
