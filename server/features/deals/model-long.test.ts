import { test } from 'vitest';
import { openModelCheck } from '#tests/support/deal-model/check.ts';

const check = await openModelCheck();

test('deals follow the plain model of their rules in two thousand sequences', {
	timeout: 7_200_000,
}, async () => {
	await check(2000, 90_000);
});
