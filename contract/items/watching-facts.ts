export const WATCHING_LIMITS = {
	/** Items that one connection may watch. */
	itemsMax: 200,
} as const;
