import { expect, test } from 'vitest';
import { turnEnd } from './turn.ts';

test.each([
	['10:00', '16:00'],
	['16:00', '22:00'],
	['16:05', '+1 08:05'],
	['21:59', '+1 13:59'],
	['22:00', '+1 14:00'],
	['23:30', '+1 14:00'],
	['03:00', '14:00'],
	['08:00', '14:00'],
])('a turn that begins at %s by the college’s clock ends at %s', (start, end) => {
	const at = (time: string) => {
		const isNextDay = time.startsWith('+1 ');
		return new Date(`2026-11-2${isNextDay ? 6 : 5}T${time.slice(-5)}:00+05:30`).toISOString();
	};

	expect(turnEnd(at(start), 'Asia/Kolkata')).toBe(at(end));
});

test('the hours of a turn are counted right over a change of the clocks', () => {
	// On 25 October, Berlin's clocks go back in the night, which is not counted.
	expect(turnEnd('2026-10-24T19:00:00.000Z', 'Europe/Berlin')).toBe('2026-10-25T12:00:00.000Z');
});
