import { expect, test } from 'vitest';
import { clockChangesOf } from './time-zone.ts';

const now = Temporal.Instant.from('2026-11-20T12:00Z');
const since2020 = Date.UTC(2020, 0, 1);

test('the clocks of India never change', () => {
	expect(clockChangesOf('Asia/Kolkata', now)).toEqual([[since2020, 330]]);
});

test('clocks that are set twice a year are known for ten years ahead', () => {
	const changes = clockChangesOf('Europe/London', now);

	expect(changes.slice(0, 3)).toEqual([
		[since2020, 0],
		[Date.UTC(2020, 2, 29, 1), 60],
		[Date.UTC(2020, 9, 25, 1), 0],
	]);
	expect(changes.at(-1)).toEqual([Date.UTC(2036, 9, 26, 1), 0]);
});

test('a zone may be named by how far it is ahead', () => {
	expect(clockChangesOf('+05:45', now)).toEqual([[since2020, 345]]);
});
