import type { Deal } from '#contract/deals/schemas.ts';

/** The longest delay of a browser's timer. */
const LONGEST_MS = 2_147_483_647;
/** The server decides by its own clock, which may be a little behind. */
const MARGIN_MS = 1000;

/**
 * How long until the deal is read again: until the next of its times is over, after which it is another one. Where the
 * server still tells what is over by the clock here, which is fast then, it is asked again after as long as that is over.
 * @returns false if no time is to come
 */
export function nextEndMs(deal: Deal, nowMs = Date.now()): number | false {
	const { offer, reservation, queue, handover, review, actions } = deal;
	/** @param isOpen whether the deal would be another one if the server took the time for over */
	const waitFor = (end: string | null | undefined, isOpen: boolean) => {
		const ms = Date.parse(end ?? '') - nowMs;
		if (ms > 0) return [ms + MARGIN_MS];
		return isOpen && ms <= 0 ? [Math.max(-ms, MARGIN_MS)] : [];
	};
	const waits = [
		...waitFor(offer?.expiresAt, true),
		...waitFor(reservation?.until, true),
		...waitFor(queue?.turnUntil, true),
		...waitFor(handover?.agreedSlot, actions.includes('cancel-handover')),
		...waitFor(review?.until, false),
	];
	return waits.length > 0 && Math.min(...waits, LONGEST_MS);
}
