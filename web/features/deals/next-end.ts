import type { Deal } from '#contract/deals/schemas.ts';

/** The longest delay of a browser's timer. */
const LONGEST_MS = 2_147_483_647;
/** The server decides by its own clock, which may be a little behind. */
const MARGIN_MS = 1000;

/**
 * How long until the next of a deal's times is over, after which the deal is another one.
 * @returns false if it has none to come
 */
export function nextEndMs(deal: Deal, nowMs = Date.now()): number | false {
	const { offer, reservation, queue, handover, review } = deal;
	const ends = [
		offer?.expiresAt,
		reservation?.until,
		queue?.turnUntil,
		handover?.agreedSlot,
		review?.until,
	];
	const toCome = ends
		.map((end) => Date.parse(end ?? '') - nowMs)
		.filter((ms) => ms > 0)
		.map((ms) => Math.min(ms + MARGIN_MS, LONGEST_MS));
	return toCome.length > 0 && Math.min(...toCome);
}
