import * as z from 'zod/mini';

/** The filters of a saved search as they are stored; null where one is not set. */
export const savedFilters = {
	words: z.nullable(z.string()),
	category: z.nullable(z.string()),
	conditions: z.nullable(z.array(z.string())),
	subject: z.nullable(z.string()),
	branch: z.nullable(z.string()),
	semester: z.nullable(z.int()),
	/** Rupees. */
	minPrice: z.nullable(z.number()),
	maxPrice: z.nullable(z.number()),
	isFree: z.boolean(),
	isVerified: z.boolean(),
};
export type SavedFilterName = keyof typeof savedFilters;
export const SAVED_FILTER_NAMES = Object.keys(savedFilters) as SavedFilterName[];
