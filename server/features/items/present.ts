import type { Category } from '#contract/items/facts.ts';
import type { Item, ItemDetails, Suggestion } from '#contract/items/items.ts';
import type { ItemChanged } from '#contract/items/watching.ts';
import type { Photo } from '#contract/photos/schema.ts';
import type { PhotoUrls } from '#server/storage/create-photo-urls.ts';
import type { ItemPhoto, ItemRow } from './queries.ts';
import { isHidden } from './rules.ts';
import type { SuggestedTitle } from './search/suggestions.ts';
import type { WatchedRow } from './watching-queries.ts';

/** An item as the public sees it in a list. */
export function presentItem(row: ItemRow, photoUrls: PhotoUrls): Item {
	return present(row, (hash) => photoUrls.of(hash));
}

/**
 * An item as its own page shows it. The owner also sees a hidden item, with the ban reason and signed photo addresses.
 */
export function presentItemDetails(
	row: ItemRow,
	photoUrls: PhotoUrls,
	callerId: number | undefined,
): ItemDetails {
	if (!isHidden(row) || row.sellerId !== callerId) return presentItem(row, photoUrls);
	return { ...present(row, (hash) => photoUrls.signed(hash)), banReason: row.banReason };
}

/** A suggested title as the search box shows it while the user types. */
export function presentSuggestion(
	{ title, category, row }: SuggestedTitle,
	photoUrls: PhotoUrls,
): Suggestion {
	if (!row) return { title, category };
	const [photo] = presentPhotos(row.photos.slice(0, 1), (hash) => photoUrls.of(hash));
	return { title, category, item: { id: row.id, price: row.price, photo } };
}

/** An item's photos in their order. */
export function presentPhotos(
	photos: readonly ItemPhoto[],
	urlOf: (hash: string) => string,
): Photo[] {
	return photos.map(({ hash, width, height, thumbhash }) => ({
		url: urlOf(hash),
		width,
		height,
		thumbhash,
	}));
}

function present(row: ItemRow, urlOf: (hash: string) => string): Item {
	const photos = presentPhotos(row.photos, urlOf);
	return {
		id: row.id,
		title: row.title,
		description: row.description,
		price: row.price,
		category: row.category as Category,
		imageUrl: photos.map(({ url }) => url),
		photos,
		isAvailable: statusOf(row) === 'available',
		status: statusOf(row),
		userId: row.sellerId,
		sellerId: row.sellerId,
		createdAt: row.createdAt.toISOString(),
		User: { userName: row.sellerName },
	};
}

/**
 * An item as live updates show it. Every hidden item is `banned`: banned or deleted itself, or with a banned or deleted
 * seller.
 */
export function presentWatched({
	id,
	price,
	soldAt,
	isHidden: isUnavailable,
}: WatchedRow): ItemChanged {
	const status = statusOf({ bannedAt: null, soldAt });
	return { itemId: id, price, reservedUntil: null, status: isUnavailable ? 'banned' : status };
}

/** A banned item is `banned` even when it was sold before. */
export function statusOf({
	bannedAt,
	soldAt,
}: Pick<ItemRow, 'bannedAt' | 'soldAt'>): Item['status'] {
	if (bannedAt) return 'banned';
	return soldAt ? 'sold' : 'available';
}
