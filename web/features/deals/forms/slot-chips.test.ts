import { expect, test } from 'vitest';
import { DEAL_INPUT_ERRORS } from '#contract/deals/errors.ts';
import { fromCampusInput } from '#web/features/deals/deal-times.ts';
import { byLastUse, dayChips, slotFault, typedSlot } from './slot-chips.ts';

const SPOT = { id: 3, name: 'Library steps', hint: '', opens: '08:00', closes: '21:00' };
const slot = (local: string) => fromCampusInput(local) ?? '';
const NOW_MS = Date.parse(slot('2026-11-24T12:00'));
const EARLIER = [slot('2026-11-26T12:00')];

test.each<[local: string, fault: { message: string } | undefined]>([
	['2026-11-24T12:05', undefined],
	['2026-12-08T12:00', undefined],
	['2026-11-24T12:00', DEAL_INPUT_ERRORS.slotPast],
	['2026-12-08T12:05', DEAL_INPUT_ERRORS.slotTooFar],
	['2026-11-25T20:55', undefined],
	['2026-11-25T21:00', DEAL_INPUT_ERRORS.slotHours('Library steps', '08:00', '21:00')],
	['2026-11-26T12:00', DEAL_INPUT_ERRORS.slotTwice],
])('the time %s is judged as the form for a hand-over does', (local, fault) => {
	expect(slotFault(slot(local), SPOT, EARLIER, NOW_MS)).toBe(fault?.message);
});

test('the next seven days have the half hours within the hours of the spot that are still to come', () => {
	const days = dayChips(SPOT, Date.parse(slot('2026-11-24T20:10')));

	expect(days.map(({ label }) => label)).toEqual([
		'Today',
		'Wed 25',
		'Thu 26',
		'Fri 27',
		'Sat 28',
		'Sun 29',
		'Mon 30',
	]);
	expect(days[0]?.slots).toEqual([slot('2026-11-24T20:30')]);
	expect(days[1]?.slots).toHaveLength(26);
	expect(days[1]?.slots.at(0)).toBe(slot('2026-11-25T08:00'));
});

test('a day without a half hour left is not suggested; a spot open over midnight has hours in the night', () => {
	const nightSpot = { opens: '20:00', closes: '02:00' };

	expect(dayChips(SPOT, Date.parse(slot('2026-11-24T20:30')))[0]?.label).toBe('Wed 25');
	expect(dayChips(nightSpot, NOW_MS)[1]?.slots.slice(0, 5)).toEqual(
		['00:00', '00:30', '01:00', '01:30', '20:00'].map((time) => slot(`2026-11-25T${time}`)),
	);
});

test('a typed time is rounded up to five minutes, and the spots used last come first', () => {
	expect(typedSlot('2026-11-25T12:03')).toBe(slot('2026-11-25T12:05'));
	expect(typedSlot('2026-11-25T12:05')).toBe(slot('2026-11-25T12:05'));
	expect(typedSlot('')).toBeUndefined();
	const spots = [1, 2, 3, 4].map((id) => ({ ...SPOT, id }));
	expect(byLastUse(spots, [3, 9, 2]).map(({ id }) => id)).toEqual([3, 2, 1, 4]);
});
