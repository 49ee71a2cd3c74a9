import type { QueryClient } from '@tanstack/react-query';
import type { ItemDetails } from '#contract/items/items.ts';
import { normalizeCategory, parseListing } from '#contract/items/listing.ts';
import { PICTURE_SIZES, photoSrcset, photoUrlAt } from '#contract/photos/sizes.ts';
import { photosOf } from '#web/lib/photo-list.ts';
import { countsQuery, featuredQuery, itemKeys, itemQuery, listingPagesQuery } from './queries.ts';

/** Prefetches an item's page: its data, first picture and late-loaded scripts. */
export async function prefetchItem(client: QueryClient, id: string): Promise<void> {
	await Promise.all([
		prefetchFirstScreen(client, id),
		import('./page/report-item-button.tsx'),
		import('./listing/item-rows.tsx'),
	]);
}

/** Fetches the item, then its first picture in the size used on the page. */
async function prefetchFirstScreen(client: QueryClient, id: string): Promise<void> {
	await client.prefetchQuery(itemQuery(id));
	const item = client.getQueryData<ItemDetails>(itemKeys.one(id));
	const cover = item && photosOf(item)[0];
	if (!cover || !/-\d+\.webp/.test(cover.url)) return;
	const image = new Image();
	image.sizes = PICTURE_SIZES.gallery;
	image.srcset = photoSrcset(cover);
	image.src = photoUrlAt(cover.url, 640);
}

/** Fetches the first page of a listing. */
export async function prefetchListing(
	client: QueryClient,
	name: string,
	search: URLSearchParams,
): Promise<void> {
	const category = normalizeCategory(name);
	const { q, sort, minPrice, maxPrice } = parseListing(search).params;
	await client.prefetchInfiniteQuery(listingPagesQuery({ category, q, sort, minPrice, maxPrice }));
}

export async function prefetchHome(client: QueryClient): Promise<void> {
	await Promise.all([client.prefetchQuery(featuredQuery()), client.prefetchQuery(countsQuery())]);
}
