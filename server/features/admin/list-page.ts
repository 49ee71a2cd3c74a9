import { type SQL, sql } from 'drizzle-orm';
import { PAGING_LIMITS } from '#contract/paging.ts';

/** Which entries a page shows. No page goes past what is counted, and so no query looks further. */
export function placeOf({ page, limit }: { page: number; limit: number }): {
	offset: number;
	size: number;
} {
	const offset = Math.min((page - 1) * limit, PAGING_LIMITS.counted);
	return { offset, size: Math.min(limit, PAGING_LIMITS.counted - offset) };
}

/**
 * A pattern for `normalize(lower(…)) like`: the words as they were typed, anywhere, in small letters or capitals, and in the one
 * spelling of letters that can be written in two ways, ज़ among them.
 */
export function anywhere(words: string): SQL {
	return sql`normalize(lower(${`%${words.replace(/[\\%_]/g, '\\$&')}%`}))`;
}
