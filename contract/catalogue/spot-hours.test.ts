import { expect, test } from 'vitest';
import { closesNextDay, isOpenAt } from './spot-hours.ts';

const DAY = { opens: '08:30', closes: '20:00' };
const NIGHT = { opens: '18:00', closes: '01:15' };
const UNTIL_MIDNIGHT = { opens: '22:00', closes: '00:00' };
const minute = (hours: number, minutes = 0) => hours * 60 + minutes;

test.each([
	['a spot is closed one minute before it opens', DAY, minute(8, 29), false],
	['a spot is open at its opening time', DAY, minute(8, 30), true],
	['a spot is open in the last minute of its hours', DAY, minute(19, 59), true],
	['a spot is closed at its closing time', DAY, minute(20), false],
	['a spot with evening hours is closed before the evening', NIGHT, minute(17, 59), false],
	['a spot with evening hours is open at its opening time', NIGHT, minute(18), true],
	[
		'a spot that closes after midnight is open in the last minute of the day',
		NIGHT,
		minute(23, 59),
		true,
	],
	['a spot that closes after midnight is open at midnight', NIGHT, minute(0), true],
	[
		'a spot that closes after midnight is open in the last minute of its hours',
		NIGHT,
		minute(1, 14),
		true,
	],
	['a spot that closes after midnight is closed at its closing time', NIGHT, minute(1, 15), false],
	[
		'a spot that closes at midnight is open one minute before',
		UNTIL_MIDNIGHT,
		minute(23, 59),
		true,
	],
	['a spot that closes at midnight is closed at midnight', UNTIL_MIDNIGHT, minute(0), false],
])('%s (hours %o, minute %i of the day)', (_, hours, minuteOfDay, isOpen) => {
	expect(isOpenAt(hours, minuteOfDay)).toBe(isOpen);
});

test('a spot that closes at an earlier time than it opens closes on the next day', () => {
	expect([DAY, NIGHT, UNTIL_MIDNIGHT].map(closesNextDay)).toEqual([false, true, true]);
});
