import { expect, test } from 'vitest';
import { nextDailyAlert } from './rules.ts';

test.each([
	['2026-11-25T03:00:00Z', 'Asia/Kolkata', '2026-11-25T12:30:00.000Z'],
	['2026-11-25T12:29:59Z', 'Asia/Kolkata', '2026-11-25T12:30:00.000Z'],
	['2026-11-25T12:30:00Z', 'Asia/Kolkata', '2026-11-26T12:30:00.000Z'],
	['2026-11-25T20:00:00Z', 'Asia/Kolkata', '2026-11-26T12:30:00.000Z'],
	// Daylight saving time ends in the night before the alert.
	['2026-10-24T17:00:00Z', 'Europe/Berlin', '2026-10-25T17:00:00.000Z'],
])('after %s in %s the next daily alert is at %s', (now, timeZone, next) => {
	expect(nextDailyAlert(new Date(now), timeZone).toISOString()).toBe(next);
});
