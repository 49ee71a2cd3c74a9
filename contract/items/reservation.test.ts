import { expect, test } from 'vitest';
import { reservationEnd } from './reservation.ts';

const at = (time: string) => new Date(`2026-11-25T${time}:00.000Z`);

test.each([
	[null, 0, '12:00', null],
	['12:30', 0, '12:00', '12:30'],
	['12:00', 0, '12:00', null],
	['12:00', 1, '12:00', '18:00'],
	['06:00', 1, '11:59', '12:00'],
	['06:00', 1, '12:00', null],
	['06:00', 3, '13:00', '18:00'],
])(
	'an item reserved until %s, with %i buyers in the queue, is at %s reserved until %s',
	(until, waitingCount, now, end) => {
		const stored = { reservedUntil: until === null ? null : at(until), waitingCount };

		expect(reservationEnd(stored, at(now))).toEqual(end === null ? null : at(end));
	},
);
