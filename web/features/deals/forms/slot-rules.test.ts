import { expect, test } from 'vitest';
import { DEAL_INPUT_ERRORS } from '#contract/deals/errors.ts';
import { fromCampusInput } from '#web/features/deals/deal-times.ts';
import { slotFault } from './slot-rules.ts';

const SPOT = { id: 3, name: 'Library steps', hint: '', opens: '08:00', closes: '21:00' };
const slot = (local: string) => fromCampusInput(local) ?? '';
const NOW_MS = Date.parse(slot('2026-11-24T12:00'));
const EARLIER = [slot('2026-11-26T12:00')];

test.each<[local: string, fault: { message: string } | undefined]>([
	['2026-11-24T12:05', undefined],
	['2026-12-08T12:00', undefined],
	['2026-11-24T12:00', DEAL_INPUT_ERRORS.slotPast],
	['2026-12-08T12:05', DEAL_INPUT_ERRORS.slotTooFar],
	['2026-11-25T12:03', DEAL_INPUT_ERRORS.slotStep],
	['2026-11-25T20:55', undefined],
	['2026-11-25T21:00', DEAL_INPUT_ERRORS.slotHours('Library steps', '08:00', '21:00')],
	['2026-11-26T12:00', DEAL_INPUT_ERRORS.slotTwice],
])('the time %s is judged as the form for a hand-over does', (local, fault) => {
	expect(slotFault(slot(local), SPOT, EARLIER, NOW_MS)).toBe(fault?.message);
});
