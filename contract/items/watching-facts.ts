export const WATCHING_LIMITS = {
	/** Items that one connection may watch. */
	itemsMax: 200,
} as const;

export const WATCHING_MESSAGES = {
	itemIds: 'Please name at most 200 items by their numbers.',
} as const;
