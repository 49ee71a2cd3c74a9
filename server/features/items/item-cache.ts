import { LRUCache } from 'lru-cache';
import type { Item } from '#contract/items/items.ts';
import type { Invalidation } from '#server/cache/invalidation.ts';
import { createPublicCache } from '#server/cache/public-cache.ts';
import type { Db } from '#server/db/client.ts';
import type { PhotoUrls } from '#server/storage/create-photo-urls.ts';
import { presentItem } from './present.ts';
import { listByIds } from './queries.ts';
import type { Filters, FoundItem, Listing, Total } from './search/listing.ts';
import { countOnSale, type SearchResult } from './search/listing-queries.ts';

/** Items as the public sees them: what was read once is not read again before it changes. */
export interface ItemCache {
	/** These items in this order, as far as they are still on sale, in their versions or newer. */
	list: (db: Db, matches: readonly FoundItem[]) => Promise<Item[]>;
	/**
	 * How many items a listing has, which are being looked for. What is common is found sooner than it is counted, so where
	 * finding such a listing did not tell the number the last time, it is counted meanwhile.
	 */
	count: (db: Db, listing: Listing, search: Promise<Pick<SearchResult, 'total'>>) => Promise<Total>;
	/** How many items match, kept until an item changes. */
	total: (db: Db, filters: Filters) => Promise<Total>;
}

/** A few thousand bytes each. */
const MAX_ITEMS = 5000;
const MAX_COUNT_BYTES = 500_000;
/** Mostly a hundred bytes each. */
const MAX_UNCOUNTED = 1000;

interface CachedItem {
	version: string;
	item: Item;
}

/** Nothing of a listing is trusted to be as it was: which items, in which versions, is asked of the database each time. */
export function createItemCache(changes: Invalidation, photoUrls: PhotoUrls): ItemCache {
	const cachedItems = new LRUCache<number, CachedItem>({ max: MAX_ITEMS });
	const counts = createPublicCache<{ total: Total }>({
		invalidation: changes,
		maxBytes: MAX_COUNT_BYTES,
		bytesOf: () => 200,
	});
	/** Of which listings finding them told no number. A guess for the next time, so it may be wrong. */
	const uncounted = new LRUCache<string, true>({ max: MAX_UNCOUNTED });
	changes.on((change) => {
		// After a break the database may be another, which counts its transactions for itself.
		if (!change) cachedItems.clear();
	});

	async function loadItems(db: Db, ids: readonly number[]): Promise<Map<number, Item>> {
		const found = new Map<number, Item>();
		for (const row of await listByIds(db, ids)) {
			const item = deepFreeze(presentItem(row, photoUrls));
			cachedItems.set(row.id, { version: row.version, item });
			found.set(row.id, item);
		}
		return found;
	}

	async function countCached(db: Db, filters: Filters): Promise<Total> {
		const { category, sellerId, query, minPrice, maxPrice } = filters;
		const key = JSON.stringify([category, sellerId, query, minPrice, maxPrice]);
		const work = async () => ({ total: await countOnSale(db, filters) });
		return (await counts.getOrCreate(key, { source: 'items' }, work)).total;
	}

	return {
		async list(db, matches) {
			const known = matches.map(({ id, version }) => {
				const cached = cachedItems.get(id);
				return cached?.version === version ? cached.item : undefined;
			});
			const missing = matches.filter((_, index) => !known[index]).map(({ id }) => id);
			if (missing.length === 0) return known.filter((item) => item !== undefined);
			const found = await loadItems(db, missing);
			return matches.flatMap(({ id }, index) => known[index] ?? found.get(id) ?? []);
		},
		async count(db, listing, search) {
			const { category, sellerId, query, sort } = listing;
			const searchKey = JSON.stringify([category, sellerId, query, sort]);
			const counting = uncounted.has(searchKey) ? countCached(db, listing) : undefined;
			const [found, countedTotal] = await Promise.all([search, counting]);
			if (found.total === undefined) uncounted.set(searchKey, true);
			else uncounted.delete(searchKey);
			return countedTotal ?? found.total ?? countCached(db, listing);
		},
		total: countCached,
	};
}

/** Whoever is given it shares it with others, and it is written into answers once. */
function deepFreeze(item: Item): Item {
	for (const photo of item.photos) Object.freeze(photo);
	Object.freeze(item.photos);
	Object.freeze(item.imageUrl);
	Object.freeze(item.User);
	return Object.freeze(item);
}
