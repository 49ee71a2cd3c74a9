import { LRUCache } from 'lru-cache';
import type { Item } from '#contract/items/schemas.ts';
import type { Invalidation } from '#server/cache/invalidation.ts';
import { createPublicCache } from '#server/cache/public-cache.ts';
import type { Db } from '#server/db/client.ts';
import { FILTER_NAMES } from '#server/features/items/search/conditions.ts';
import type { PhotoUrls } from '#server/storage/create-photo-urls.ts';
import { outdatedAt } from './outdated-at.ts';
import { presentItem } from './present.ts';
import { listOnSaleByIds } from './queries.ts';
import type { Filters, FoundItem, Listing, Total } from './search/listing.ts';
import { countOnSale, type SearchResult } from './search/listing-queries.ts';

/** Cache of items as the public sees them, and of the totals of listings. */
export interface ItemCache {
	/**
	 * The matches as items, in the same order. An item may be newer than its match. Items that are no longer on sale
	 * are left out.
	 */
	list: (db: Db, matches: readonly FoundItem[]) => Promise<Item[]>;
	/**
	 * The total of a listing. Uses the total of the running `search` if it returns one; a search with many matches does
	 * not. If the last search of the listing returned none, counting starts in parallel with `search`.
	 */
	count: (db: Db, listing: Listing, search: Promise<Pick<SearchResult, 'total'>>) => Promise<Total>;
	/** The number of matching items. Cached until an item changes; not cached if the filters leave out reserved items. */
	total: (db: Db, filters: Filters) => Promise<Total>;
}

/** A cached item takes a few thousand bytes. */
const MAX_ITEMS = 5000;
const MAX_COUNT_BYTES = 500_000;
/** An entry takes about a hundred bytes. */
const MAX_UNCOUNTED_LISTINGS = 1000;

interface CachedItem {
	version: string;
	item: Item;
	/**
	 * When the item's reservation ends, in milliseconds since 1970: the cached item is outdated from then on. Infinity if
	 * the item is not reserved.
	 */
	expiresAt: number;
}

/**
 * Caches item contents, not listings: the ids and versions of a listing's items are read from the database each time
 * (bench/RESULTS.md, "uncached reads: rate").
 */
export function createItemCache(changes: Invalidation, photoUrls: PhotoUrls): ItemCache {
	const cachedItems = new LRUCache<number, CachedItem>({ max: MAX_ITEMS });
	const counts = createPublicCache<{ total: Total }>({
		invalidation: changes,
		maxBytes: MAX_COUNT_BYTES,
		bytesOf: () => 200,
	});
	/** Listings whose last search returned no total. Only a prediction for the next search; it may be wrong. */
	const uncounted = new LRUCache<string, true>({ max: MAX_UNCOUNTED_LISTINGS });
	changes.on((change) => {
		// `change` is undefined after a lost connection. The database may then be another server with other transaction
		// ids, which are the versions of the items.
		if (!change) cachedItems.clear();
	});

	async function loadItems(db: Db, ids: readonly number[]): Promise<Map<number, Item>> {
		const loaded = new Map<number, Item>();
		for (const row of await listOnSaleByIds(db, ids)) {
			const item = deepFreeze(presentItem(row, photoUrls));
			const expiresAt = outdatedAt([item]) ?? Number.POSITIVE_INFINITY;
			cachedItems.set(row.id, { version: row.version, item, expiresAt });
			loaded.set(row.id, item);
		}
		return loaded;
	}

	async function countCached(db: Db, filters: Filters): Promise<Total> {
		// No invalidation event reports the end of a reservation.
		if (filters.reserved === false) return countOnSale(db, filters);
		const key = JSON.stringify(FILTER_NAMES.map((name) => filters[name]));
		const work = async () => ({ total: await countOnSale(db, filters) });
		return (await counts.getOrCreate(key, { source: 'items' }, work)).total;
	}

	return {
		async list(db, matches) {
			const now = Date.now();
			const fromCache = matches.map(({ id, version }) => {
				const cached = cachedItems.get(id);
				return cached?.version === version && now < cached.expiresAt ? cached.item : undefined;
			});
			const missing = matches.filter((_, index) => !fromCache[index]).map(({ id }) => id);
			if (missing.length === 0) return fromCache.filter((item) => item !== undefined);
			const loaded = await loadItems(db, missing);
			return matches.flatMap(({ id }, index) => fromCache[index] ?? loaded.get(id) ?? []);
		},
		async count(db, listing, search) {
			const { category, sellerId, query, sort } = listing;
			const searchKey = JSON.stringify([category, sellerId, query, sort]);
			const counting = uncounted.has(searchKey) ? countCached(db, listing) : undefined;
			const [searchResult, countedTotal] = await Promise.all([search, counting]);
			if (searchResult.total === undefined) uncounted.set(searchKey, true);
			else uncounted.delete(searchKey);
			return countedTotal ?? searchResult.total ?? countCached(db, listing);
		},
		total: countCached,
	};
}

/** Many responses share a cached item, so it must not change. The serializer caches the JSON of frozen objects. */
function deepFreeze(item: Item): Item {
	for (const photo of item.photos) Object.freeze(photo);
	Object.freeze(item.photos);
	Object.freeze(item.imageUrl);
	Object.freeze(item.details);
	Object.freeze(item.subjects);
	Object.freeze(item.User);
	return Object.freeze(item);
}
