import { test } from 'vitest';
import { openModelCheck } from '#tests/support/deal-model/check.ts';

const check = await openModelCheck();

test('in 100 random sequences of steps, deals behave like a simple model of the rules', {
	timeout: 900_000,
}, async () => {
	// With a fixed seed (the second argument), each run checks the same sequences.
	await check(100, 7);
});
