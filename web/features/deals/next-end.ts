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
	const isBeforeHandover = actions.includes('cancel-handover');
	const open = [offer?.expiresAt, reservation?.until, queue?.turnUntil];
	const others = [handover?.agreedSlot, review?.until];
	const toMs = (end: string | null | undefined) => Date.parse(end ?? '') - nowMs;
	const outdated = [...open, isBeforeHandover ? handover?.agreedSlot : null]
		.map(toMs)
		.filter((ms) => ms <= 0);
	const toCome = [...open, ...others].map(toMs).filter((ms) => ms > 0);
	const waits = [
		...outdated.map((ms) => Math.max(-ms, MARGIN_MS)),
		...toCome.map((ms) => ms + MARGIN_MS),
	];
	return waits.length > 0 && Math.min(...waits, LONGEST_MS);
}
