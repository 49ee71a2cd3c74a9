import { expect, test } from 'vitest';
import { LOCKS } from './locks.ts';

test('nobody waits for what is done under another lock', () => {
	const numbers = Object.values(LOCKS);

	expect(new Set(numbers).size).toBe(numbers.length);
});
