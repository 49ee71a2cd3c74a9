import type { Spot } from '#contract/catalogue/schemas.ts';
import { isOpenAt } from '#contract/catalogue/spot-hours.ts';
import { DEAL_INPUT_ERRORS } from '#contract/deals/errors.ts';
import { DEAL_LIMITS } from '#contract/deals/facts.ts';
import { campusMinute } from '#web/features/deals/deal-times.ts';

/** Proposed times are multiples of this duration. */
export const SLOT_STEP_MS = DEAL_LIMITS.slotStepMinutes * 60_000;
/** How far ahead a proposed time may be. */
export const SLOT_RANGE_MS = DEAL_LIMITS.slotDaysMax * 86_400_000;

/**
 * The error message for a proposed time; undefined for a valid time.
 * @param earlierSlots the times in the fields before this one
 */
export function slotFault(
	slot: string,
	spot: Spot,
	earlierSlots: readonly string[],
	nowMs: number,
): string | undefined {
	const ms = Date.parse(slot);
	if (ms <= nowMs) return DEAL_INPUT_ERRORS.slotPast.message;
	if (ms > nowMs + SLOT_RANGE_MS) return DEAL_INPUT_ERRORS.slotTooFar.message;
	if (ms % SLOT_STEP_MS !== 0) return DEAL_INPUT_ERRORS.slotStep.message;
	if (!isOpenAt(spot, campusMinute(slot)))
		return DEAL_INPUT_ERRORS.slotHours(spot.name, spot.opens, spot.closes).message;
	return earlierSlots.includes(slot) ? DEAL_INPUT_ERRORS.slotTwice.message : undefined;
}
