import { test } from 'vitest';
import { openModelCheck } from '#tests/support/deal-model/check.ts';

const check = await openModelCheck();

test('in 2000 random sequences of steps, deals behave like a simple model of the rules', {
	timeout: 7_200_000,
}, async () => {
	// With a fixed seed (the second argument), each run checks the same sequences.
	await check(2000, 90_000);
});
