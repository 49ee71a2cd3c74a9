import { expect, test } from 'vitest';
import { timeoutReason } from './decoding-time.ts';

const START = { user: 0, system: 0 };

test('when decoding a file times out after much CPU time, the file is reported as unreadable', () => {
	expect(timeoutReason(START, { user: 19_000_000, system: 500_000 })).toBe('unreadable');
});

test('when decoding a file times out after little CPU time, the server is reported as busy', () => {
	expect(timeoutReason(START, { user: 900_000, system: 100_000 })).toBe('busy');
});
