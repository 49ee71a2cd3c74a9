/** Limits of what the home page shows for a user's branch and semester. */
export const STUDIES_LIMITS = {
	/** Items that the home page shows for the user's semester. */
	itemsMax: 12,
} as const;
