import type { QueryClient } from '@tanstack/react-query';
import type { ItemDetails } from '#contract/items/items.ts';
import { categoryNamed, readListing } from '#contract/items/listing.ts';
import { PICTURE_SIZES, photoAt, photoSrcset } from '#contract/photos/sizes.ts';
import { photosOf } from '#web/lib/photo-list.ts';
import { countsQuery, featuredQuery, itemKeys, itemQuery, listingPagesQuery } from './queries.ts';

/** Fetches what an item's page will show, and the scripts that it leaves for after its first screen. */
export async function warmUpItem(client: QueryClient, id: string): Promise<void> {
	await Promise.all([
		warmUpFirstScreen(client, id),
		import('./page/report-item-button.tsx'),
		import('./listing/item-rows.tsx'),
	]);
}

/** The item, then its first picture in the page's own size. */
async function warmUpFirstScreen(client: QueryClient, id: string): Promise<void> {
	await client.prefetchQuery(itemQuery(id));
	const item = client.getQueryData<ItemDetails>(itemKeys.one(id));
	const cover = item && photosOf(item)[0];
	if (!cover || !/-\d+\.webp/.test(cover.url)) return;
	const image = new Image();
	image.sizes = PICTURE_SIZES.gallery;
	image.srcset = photoSrcset(cover);
	image.src = photoAt(cover.url, 640);
}

/** Fetches the first page of a listing. */
export async function warmUpListing(
	client: QueryClient,
	name: string,
	search: URLSearchParams,
): Promise<void> {
	const category = categoryNamed(name);
	const { q, sort, minPrice, maxPrice } = readListing(search).choices;
	await client.prefetchInfiniteQuery(listingPagesQuery({ category, q, sort, minPrice, maxPrice }));
}

export async function warmUpHome(client: QueryClient): Promise<void> {
	await Promise.all([client.prefetchQuery(featuredQuery()), client.prefetchQuery(countsQuery())]);
}
