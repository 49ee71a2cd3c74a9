import { expect, onTestFinished, test } from 'vitest';
import { daysSince } from './short-dates.ts';
import { site } from './site.ts';
import { toCampusTime } from './time-zone.ts';

/** Like London: one hour ahead of UTC from the end of March until the end of October. */
const SPRING = Date.UTC(2026, 2, 29, 1);
const AUTUMN = Date.UTC(2026, 9, 25, 1);
const LONDON: typeof site.utcOffsetChanges = [
	[Date.UTC(2020, 0, 1), 0],
	[SPRING, 60],
	[AUTUMN, 0],
];

test.each([
	['before the first known UTC offset change', '2019-07-01T12:00:00Z', 12],
	['in winter', '2026-01-01T12:00:00Z', 12],
	['just before the start of summer time', new Date(SPRING - 1).toISOString(), 0],
	['at the start of summer time', new Date(SPRING).toISOString(), 2],
	['in summer', '2026-07-01T12:00:00Z', 13],
	['after the last known UTC offset change', '2050-07-01T12:00:00Z', 12],
])('the local hour at the college is correct %s', (_, iso, hours) => {
	expect(toCampusTime(iso, LONDON).getUTCHours()).toBe(hours);
});

test.each([
	['within one day', '2026-03-30T00:30+01:00', '2026-03-30T23:30+01:00', 0],
	[
		'from the day before a day of 23 hours to the day after',
		'2026-03-28T23:30Z',
		'2026-03-30T00:10+01:00',
		2,
	],
	['from a day of 23 hours to the next day', '2026-03-29T00:10Z', '2026-03-30T00:10+01:00', 1],
	[
		'from the start to the end of a day of 25 hours',
		'2026-10-25T00:10+01:00',
		'2026-10-25T23:50Z',
		0,
	],
	['for a day in the future', '2026-03-31T12:00+01:00', '2026-03-30T12:00+01:00', -1],
])('the number of calendar days is correct %s', (_, then, now, days) => {
	const { utcOffsetChanges } = site;
	onTestFinished(() => void Object.assign(site, { utcOffsetChanges }));
	Object.assign(site, { utcOffsetChanges: LONDON });

	expect(daysSince(then, Date.parse(now))).toBe(days);
});
