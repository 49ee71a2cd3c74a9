import { expect, test } from 'vitest';
import { toCampusTime } from './time-zone.ts';

/** London's: an hour ahead from the end of March until the end of October. */
const SPRING = Date.UTC(2026, 2, 29, 1);
const AUTUMN = Date.UTC(2026, 9, 25, 1);

test.each([
	['before the first change that is known', '2019-07-01T12:00:00Z', 12],
	['in winter', '2026-01-01T12:00:00Z', 12],
	['just before spring', new Date(SPRING - 1).toISOString(), 0],
	['when they are put forward', new Date(SPRING).toISOString(), 2],
	['in summer', '2026-07-01T12:00:00Z', 13],
	['after the last change that is known', '2050-07-01T12:00:00Z', 12],
])('the college’s clocks show their own hour %s', (_, iso, hours) => {
	const shown = toCampusTime(iso, [
		[Date.UTC(2020, 0, 1), 0],
		[SPRING, 60],
		[AUTUMN, 0],
	]);

	expect(shown.getUTCHours()).toBe(hours);
});
