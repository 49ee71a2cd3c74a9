import { expect, test } from 'vitest';
import { chatTime } from './chat-time.ts';

/**
 * A moment in the college's time zone, which is five and a half hours ahead of UTC. `month` counts from 0, as in
 * `Date.UTC`.
 */
const at = (...[year, month, day, hour, minute]: [number, number, number, number, number]) =>
	new Date(Date.UTC(year, month, day, hour - 5, minute - 30));
const now = at(2026, 10, 18, 9, 30);

test.each([
	['hours and minutes for a message of today', at(2026, 10, 18, 9, 5), '09:05'],
	['00:00 for a message at midnight', at(2026, 10, 18, 0, 0), '00:00'],
	['hours and minutes for a message with a time in the future', at(2026, 10, 19, 0, 10), '00:10'],
	['the weekday for a message of late last night', at(2026, 10, 17, 23, 59), 'Tue'],
	['the weekday for a message of six days ago', at(2026, 10, 12, 8, 0), 'Thu'],
	['the date for a message of a week ago', at(2026, 10, 11, 8, 0), '11 Nov'],
	['the date with the year for a message of another year', at(2025, 11, 31, 8, 0), '31 Dec 2025'],
])('the list of chats shows %s', (_, then, expected) => {
	expect(chatTime(then.toISOString(), now)).toBe(expected);
});
