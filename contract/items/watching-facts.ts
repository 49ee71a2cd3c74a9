/** Limits of the live updates of items. */
export const WATCHING_LIMITS = {
	/** Items of which one socket gets live updates (`watch-items`). */
	itemsMax: 200,
} as const;
