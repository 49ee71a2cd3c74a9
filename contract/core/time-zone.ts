/** From `fromMs` on, local time is `aheadMinutes` ahead of UTC. */
type UtcOffsetChange = readonly [fromMs: number, aheadMinutes: number];

/**
 * UTC offsets of the college's time zone, the earliest first; the first also applies to all time before it. The server
 * computes them and embeds them in its pages: a browser would need `Intl` for the time zone, whose first use takes a
 * phone 50 ms.
 */
export type UtcOffsetChanges = readonly [UtcOffsetChange, ...UtcOffsetChange[]];
