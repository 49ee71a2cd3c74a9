import type { QueryClient } from '@tanstack/react-query';
import { hasCodes, withKnownCodes } from '#contract/items/known-codes.ts';
import { listingFilters, normalizeCategory, parseListing } from '#contract/items/listing.ts';
import { PICTURE_SIZES, photoSrcset, photoUrlAt } from '#contract/photos/sizes.ts';
import { catalogueQuery, categoriesQuery } from '#web/features/catalogue/queries.ts';
import { photosOf } from '#web/lib/shown-photo.ts';
import { countsQuery, featuredQuery, itemQuery, listingPagesQuery } from './queries.ts';

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
	const query = itemQuery(id);
	await client.prefetchQuery(query);
	const item = client.getQueryData(query.queryKey);
	const cover = item && photosOf(item)[0];
	// Only photos stored by our server exist in several widths.
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
	const categories = await client.ensureQueryData(categoriesQuery());
	const category = normalizeCategory(name, categories);
	const parsed = parseListing(search);
	const validated = hasCodes(parsed)
		? withKnownCodes(parsed, await client.ensureQueryData(catalogueQuery()))
		: parsed;
	const filters = listingFilters(category, validated.params);
	await client.prefetchInfiniteQuery(listingPagesQuery(filters));
}

export async function prefetchHome(client: QueryClient): Promise<void> {
	await Promise.all([client.prefetchQuery(featuredQuery()), client.prefetchQuery(countsQuery())]);
}
