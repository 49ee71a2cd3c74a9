import { expect, test } from 'vitest';
import { utcOffsetChangesOf } from './config.ts';

const now = Temporal.Instant.from('2026-11-20T12:00Z');
const since2020 = Date.UTC(2020, 0, 1);

test('the time zone of India has one UTC offset', () => {
	expect(utcOffsetChangesOf('Asia/Kolkata', now)).toEqual([[since2020, 330]]);
});

test('daylight saving changes are listed from 2020 until ten years from now', () => {
	const changes = utcOffsetChangesOf('Europe/London', now);

	expect(changes.slice(0, 3)).toEqual([
		[since2020, 0],
		[Date.UTC(2020, 2, 29, 1), 60],
		[Date.UTC(2020, 9, 25, 1), 0],
	]);
	expect(changes.at(-1)).toEqual([Date.UTC(2036, 9, 26, 1), 0]);
});

test('a UTC offset is accepted as a time zone', () => {
	expect(utcOffsetChangesOf('+05:45', now)).toEqual([[since2020, 345]]);
});
