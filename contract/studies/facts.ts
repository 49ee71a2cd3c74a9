/** Limits of what the home page shows for a user's branch and semester. */
export const STUDIES_LIMITS = {
	/** Items for the semester, on the home page. */
	itemsMax: 12,
} as const;
