/** From a moment on, the college's clocks are so many minutes ahead of UTC. */
type UtcOffsetChange = readonly [fromMs: number, aheadMinutes: number];

/**
 * How the college's clocks go, the earliest change first; what was before it goes by it as well. The server knows it of the
 * college's time zone and writes it into its pages: for the zone's name alone a browser needs `Intl`, whose first use takes a
 * phone 50 ms.
 */
export type UtcOffsetChanges = readonly [UtcOffsetChange, ...UtcOffsetChange[]];
