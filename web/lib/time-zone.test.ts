import { expect, test } from 'vitest';
import { toCampusTime } from './time-zone.ts';

/** Like London: one hour ahead of UTC from the end of March until the end of October. */
const SPRING = Date.UTC(2026, 2, 29, 1);
const AUTUMN = Date.UTC(2026, 9, 25, 1);

test.each([
	['before the first known change', '2019-07-01T12:00:00Z', 12],
	['in winter', '2026-01-01T12:00:00Z', 12],
	['just before the start of summer time', new Date(SPRING - 1).toISOString(), 0],
	['at the start of summer time', new Date(SPRING).toISOString(), 2],
	['in summer', '2026-07-01T12:00:00Z', 13],
	['after the last known change', '2050-07-01T12:00:00Z', 12],
])('the local hour at the college is correct %s', (_, iso, hours) => {
	const shown = toCampusTime(iso, [
		[Date.UTC(2020, 0, 1), 0],
		[SPRING, 60],
		[AUTUMN, 0],
	]);

	expect(shown.getUTCHours()).toBe(hours);
});
