import { test } from 'vitest';
import { openModelCheck } from '#tests/support/deal-model/check.ts';

const check = await openModelCheck();

test(
	'in random sequences of steps, deals behave like a simple model of the rules',
	{
		timeout: 7_200_000,
	},
	check,
);
