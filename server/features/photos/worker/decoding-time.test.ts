import { expect, test } from 'vitest';
import { timeoutReason } from './decoding-time.ts';

const NOTHING = { user: 0, system: 0 };

test('a file that used much CPU time without being decoded is unreadable', () => {
	expect(timeoutReason(NOTHING, { user: 19_000_000, system: 500_000 })).toBe('unreadable');
});

test('a file that got little CPU time is reported as busy', () => {
	expect(timeoutReason(NOTHING, { user: 900_000, system: 100_000 })).toBe('busy');
});
