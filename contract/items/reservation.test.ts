import { expect, test } from 'vitest';
import { reservationEnd } from './reservation.ts';

const at = (time: string | null) => time && new Date(`2026-11-25T${time}:00.000Z`);

test.each([
	[null, null, '12:00', null],
	['12:30', null, '12:00', '12:30'],
	['12:00', null, '12:00', null],
	['12:30', '18:30', '12:00', '12:30'],
	['12:00', '18:00', '12:00', '18:00'],
	['06:00', '12:00', '12:00', null],
])(
	'an item reserved until %s, and then for a turn until %s, is at %s reserved until %s',
	(until, turn, now, end) => {
		const stored = { reservedUntil: at(until) || null, nextTurnUntil: at(turn) || null };

		expect(reservationEnd(stored, at(now) as Date)).toEqual(at(end));
	},
);
