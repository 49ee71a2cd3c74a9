import { DEAL_LIMITS } from '#contract/deals/facts.ts';
import type { Deal } from '#contract/deals/schemas.ts';

/** The longest delay of a browser's timer, in milliseconds. */
const TIMER_MAX_MS = 2_147_483_647;
/** The server decides by its own clock, which may be a little behind. */
const MARGIN_MS = 1000;

/**
 * Milliseconds until the deal is fetched again. This happens when the next deadline of the deal passes, because the
 * deal changes then. If a deadline has passed by this browser's clock and the deal has not changed, the clock is
 * fast. The deal is then fetched again after as much time as has passed since the deadline.
 * @returns false if no deadline is left
 */
export function refetchDelayMs(deal: Deal, nowMs = Date.now()): number | false {
	const { offer, reservation, queue, handover, review, actions } = deal;
	/**
	 * The delay for one deadline as a list, which is empty if the deadline needs no refetch.
	 * @param isOpen whether the deal shows that the deadline has not passed for the server
	 */
	const delaysFor = (end: string | number | null | undefined, isOpen: boolean) => {
		const ms = +new Date(end ?? Number.NaN) - nowMs;
		if (ms > 0) return [ms + MARGIN_MS];
		return isOpen && ms <= 0 ? [Math.max(-ms, MARGIN_MS)] : [];
	};
	const { agreedSlot = null } = handover ?? {};
	const missedFrom = agreedSlot && Date.parse(agreedSlot) + DEAL_LIMITS.missedFromMinutes * 60_000;
	const canOnlySayNoDeal =
		actions.includes('handover-no-deal') && !actions.includes('handover-missed');
	const delays = [
		...delaysFor(offer?.expiresAt, true),
		...delaysFor(reservation?.until, true),
		...delaysFor(queue?.turnUntil, true),
		...delaysFor(agreedSlot, actions.includes('cancel-handover')),
		...delaysFor(missedFrom, canOnlySayNoDeal),
		...delaysFor(review?.until, false),
	];
	return delays.length > 0 && Math.min(...delays, TIMER_MAX_MS);
}
