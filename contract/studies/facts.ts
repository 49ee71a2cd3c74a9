export const STUDIES_LIMITS = {
	/** Items for the semester, on the home page. */
	itemsMax: 12,
} as const;
