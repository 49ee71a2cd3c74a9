import type { Spot } from '#contract/catalogue/schemas.ts';
import { isOpenAt } from '#contract/catalogue/spot-hours.ts';
import { DEAL_INPUT_ERRORS } from '#contract/deals/errors.ts';
import { DEAL_LIMITS } from '#contract/deals/facts.ts';
import { campusMinute } from '#web/features/deals/deal-times.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/**
 * The error message for a proposed time; undefined for a valid time.
 * @param others the other proposed times
 */
export function slotFault(
	slot: string,
	spot: Spot,
	others: readonly string[],
	nowMs: number,
): string | undefined {
	const ms = Date.parse(slot);
	if (ms <= nowMs) return DEAL_INPUT_ERRORS.slotPast.message;
	if (ms > nowMs + DEAL_LIMITS.slotDaysMax * DAY_MS) return DEAL_INPUT_ERRORS.slotTooFar.message;
	if (ms % (DEAL_LIMITS.slotStepMinutes * MINUTE_MS) !== 0)
		return DEAL_INPUT_ERRORS.slotStep.message;
	if (!isOpenAt(spot, campusMinute(slot)))
		return DEAL_INPUT_ERRORS.slotHours(spot.name, spot.opens, spot.closes).message;
	return others.includes(slot) ? DEAL_INPUT_ERRORS.slotTwice.message : undefined;
}
