import { type SQL, sql } from 'drizzle-orm';
import { PAGING_LIMITS } from '#contract/paging.ts';

interface Place {
	offset: number;
	size: number;
}

interface Found<Entry> {
	/** As `paginationOf` takes it. */
	found: number;
	entries: Entry[];
}

interface Ways<Entry> {
	/** Lists what stands there, and counts no further than to one more than `PAGING_LIMITS.counted`. */
	counted: (place: Place) => Promise<Found<Entry>>;
	/** Only lists what stands there. */
	listed: (place: Place) => Promise<Entry[]>;
}

/**
 * One page of a list. Up to where entries are counted, they are counted with each page; behind that a page only looks whether
 * there is another, so that it costs what it takes to get there and no more (decision 0021).
 */
export async function findPage<Entry>(
	{ page, limit }: { page: number; limit: number },
	{ counted, listed }: Ways<Entry>,
): Promise<Found<Entry>> {
	const offset = (page - 1) * limit;
	if (offset + limit <= PAGING_LIMITS.counted) return counted({ offset, size: limit });
	const entries = await listed({ offset, size: limit + 1 });
	if (entries.length > 0) {
		return { found: offset + entries.length, entries: entries.slice(0, limit) };
	}
	const { found } = await counted({ offset: 0, size: 1 });
	return { found, entries };
}

/**
 * A pattern for `normalize(lower(…)) like`: the words as they were typed, anywhere, in small letters or capitals, and in the one
 * spelling of letters that can be written in two ways, ज़ among them.
 */
export function anywhere(words: string): SQL {
	return sql`normalize(lower(${`%${words.replace(/[\\%_]/g, '\\$&')}%`}))`;
}
