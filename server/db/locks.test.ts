import { expect, test } from 'vitest';
import { LOCKS } from './locks.ts';

test('every advisory lock has its own number', () => {
	const numbers = Object.values(LOCKS);

	expect(new Set(numbers).size).toBe(numbers.length);
});
