import { LRUCache } from 'lru-cache';
import type { Item } from '#contract/items/items.ts';
import type { PublicChanges } from '#server/cache/invalidation.ts';
import { keepPublic } from '#server/cache/public-cache.ts';
import type { Db } from '#server/db/client.ts';
import type { PhotoAddresses } from '#server/storage/published-photos.ts';
import { presentItem } from './present.ts';
import { listByNumber } from './queries.ts';
import type { Filters, FoundPlace, Listing, Total } from './search/listing.ts';
import { countOnSale, type Found } from './search/listing-queries.ts';

/** Items as the public sees them: what was read once is not read again before it changes. */
export interface Shelf {
	/** These items in this order, as far as they are still on sale, in their versions or newer. */
	list: (db: Db, places: readonly FoundPlace[]) => Promise<Item[]>;
	/**
	 * How many items a listing has, which are being looked for. What is common is found sooner than it is counted, so where
	 * finding such a listing did not tell the number the last time, it is counted meanwhile.
	 */
	count: (db: Db, listing: Listing, finding: Promise<Pick<Found, 'total'>>) => Promise<Total>;
	/** How many items match, kept until an item changes. */
	total: (db: Db, filters: Filters) => Promise<Total>;
}

/** A few thousand bytes each. */
const MOST_ITEMS = 5000;
const MOST_COUNT_BYTES = 500_000;
/** Mostly a hundred bytes each. */
const MOST_COMMON = 1000;

interface Shelved {
	version: string;
	item: Item;
}

/** Nothing of a listing is trusted to be as it was: which items, in which versions, is asked of the database each time. */
export function openShelf(changes: PublicChanges, addresses: PhotoAddresses): Shelf {
	const shelved = new LRUCache<number, Shelved>({ max: MOST_ITEMS });
	const counts = keepPublic<{ total: Total }>({
		changes,
		mostBytes: MOST_COUNT_BYTES,
		bytesOf: () => 200,
	});
	/** Of which listings finding them told no number. A guess for the next time, so it may be wrong. */
	const uncounted = new LRUCache<string, true>({ max: MOST_COMMON });
	changes.hear((change) => {
		// After a break the database may be another, which counts its transactions for itself.
		if (!change) shelved.clear();
	});

	async function read(db: Db, ids: readonly number[]): Promise<Map<number, Item>> {
		const found = new Map<number, Item>();
		for (const row of await listByNumber(db, ids)) {
			const item = frozen(presentItem(row, addresses));
			shelved.set(row.id, { version: row.version, item });
			found.set(row.id, item);
		}
		return found;
	}

	async function counted(db: Db, filters: Filters): Promise<Total> {
		const { category, sellerId, query, minPrice, maxPrice } = filters;
		const key = JSON.stringify([category, sellerId, query, minPrice, maxPrice]);
		const work = async () => ({ total: await countOnSale(db, filters) });
		return (await counts.make(key, { of: 'items' }, work)).total;
	}

	return {
		async list(db, places) {
			const known = places.map(({ id, version }) => {
				const there = shelved.get(id);
				return there?.version === version ? there.item : undefined;
			});
			const missing = places.filter((_, index) => !known[index]).map(({ id }) => id);
			if (missing.length === 0) return known.filter((item) => item !== undefined);
			const found = await read(db, missing);
			return places.flatMap(({ id }, index) => known[index] ?? found.get(id) ?? []);
		},
		async count(db, listing, finding) {
			const { category, sellerId, query, sort } = listing;
			const kind = JSON.stringify([category, sellerId, query, sort]);
			const counting = uncounted.has(kind) ? counted(db, listing) : undefined;
			const [found, meanwhile] = await Promise.all([finding, counting]);
			if (found.total === undefined) uncounted.set(kind, true);
			else uncounted.delete(kind);
			return meanwhile ?? found.total ?? counted(db, listing);
		},
		total: counted,
	};
}

/** Whoever is given it shares it with others, and it is written into answers once. */
function frozen(item: Item): Item {
	for (const photo of item.photos) Object.freeze(photo);
	Object.freeze(item.photos);
	Object.freeze(item.imageUrl);
	Object.freeze(item.User);
	return Object.freeze(item);
}
