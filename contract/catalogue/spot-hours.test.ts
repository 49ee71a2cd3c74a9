import { expect, test } from 'vitest';
import { closesNextDay, isOpenAt } from './spot-hours.ts';

const DAY = { opens: '08:30', closes: '20:00' };
const NIGHT = { opens: '18:00', closes: '01:15' };
const UNTIL_MIDNIGHT = { opens: '22:00', closes: '00:00' };
const minute = (hours: number, minutes = 0) => hours * 60 + minutes;

test.each([
	['before it opens', DAY, minute(8, 29), false],
	['when it opens', DAY, minute(8, 30), true],
	['in the last minute', DAY, minute(19, 59), true],
	['when it closes', DAY, minute(20), false],
	['before it opens in the evening', NIGHT, minute(17, 59), false],
	['in the evening', NIGHT, minute(18), true],
	['in the last minute of the day', NIGHT, minute(23, 59), true],
	['at midnight', NIGHT, minute(0), true],
	['in the last minute of the night', NIGHT, minute(1, 14), true],
	['when the night is over', NIGHT, minute(1, 15), false],
	['before midnight', UNTIL_MIDNIGHT, minute(23, 59), true],
	['when it closes at midnight', UNTIL_MIDNIGHT, minute(0), false],
])(
	'%s: a spot with the hours %o is open in minute %i of the day: %s',
	(_, hours, minuteOfDay, isOpen) => {
		expect(isOpenAt(hours, minuteOfDay)).toBe(isOpen);
	},
);

test('a spot that closes at an earlier time than it opens closes on the next day', () => {
	expect([DAY, NIGHT, UNTIL_MIDNIGHT].map(closesNextDay)).toEqual([false, true, true]);
});
