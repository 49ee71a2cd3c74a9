import { getCatalogue } from '#contract/catalogue/endpoints.ts';
import { ALL_CATEGORIES } from '#contract/catalogue/facts.ts';
import { callUrl } from '#contract/core/call-url.ts';
import type { Parsed } from '#contract/core/endpoint.ts';
import { formatPrice } from '#contract/core/format.ts';
import { PAGES } from '#contract/core/pages.ts';
import { listItems } from '#contract/items/endpoints.ts';
import { hasCodes, withKnownCodes } from '#contract/items/known-codes.ts';
import {
	listingFilters,
	listingPageTitle,
	listingQuery,
	listingTitle,
	parseListing,
	searchTitle,
} from '#contract/items/listing.ts';
import { LISTING_MESSAGES } from '#contract/items/listing-messages.ts';
import type { Item } from '#contract/items/schemas.ts';
import { PICTURE_SIZES, photoSrcset } from '#contract/photos/sizes.ts';
import { type Catalogue, categoryNameOf } from '#server/features/catalogue/catalogue.ts';
import type { PageDefinition, PageMeta, PageRequest } from '#server/http/pages/head.ts';
import { html } from '#server/lib/html.ts';

/** Cards that a phone shows without scrolling; their pictures are preloaded. */
const VISIBLE_CARDS = 2;

type Listing = Parsed<(typeof listItems)['reply']>;

/** The page of a category, delivered with its first items. */
export function categoryPage(
	siteName: string,
	catalogue: Pick<Catalogue, 'findRenamedCategory' | 'current'>,
): PageDefinition {
	return {
		firstRequests: ({ params, query }) => {
			const parsed = parseListing(query);
			const { params: choices } = withKnownCodes(parsed, catalogue.current());
			const name = params.category ?? ALL_CATEGORIES;
			const filters = listingFilters(categoryNameOf(catalogue, name) ?? name, choices);
			const itemsUrl = callUrl(listItems.path, { query: listingQuery(filters) });
			// The page looks up the codes of a subject and a branch in the catalogue.
			return hasCodes(parsed) ? [itemsUrl, callUrl(getCatalogue.path, {})] : [itemsUrl];
		},
		isShared: true,
		describe: (page, [answer]) => {
			const category = categoryNameOf(catalogue, page.params.category ?? ALL_CATEGORIES);
			if (category === undefined) return categoryNotFound(siteName);
			const listing = answer as Listing | undefined;
			return describeListing(page, category, listing?.items ?? [], siteName);
		},
	};
}

/** The name in the address may be any text, so the page does not repeat it. */
function categoryNotFound(siteName: string): PageMeta {
	const message = LISTING_MESSAGES.noCategory;
	return {
		status: 404,
		title: `${message} · ${siteName}`,
		noscript: html`<h1>${message}</h1>`,
	};
}

function describeListing(
	{ query, origin }: PageRequest,
	category: string,
	items: readonly Item[],
	siteName: string,
): PageMeta {
	const { q, view } = parseListing(query).params;
	const title = listingTitle(category);
	const isRow = view === 'list';
	const sizes = isRow ? PICTURE_SIZES.row : PICTURE_SIZES.card;
	const covers = items.slice(0, VISIBLE_CARDS).flatMap(({ photos }) => photos.slice(0, 1));
	const links = items.map(({ id, title: name, price }) => {
		const itemPath = PAGES.item.replace(':id', String(id));
		return html`<li><a href="${itemPath}">${name}</a> ${formatPrice(price)}</li>`.markup;
	});
	return {
		title: `${listingPageTitle(category, q)} · ${siteName}`,
		description: `${title}: second-hand, from student to student, on ${siteName}.`,
		canonical: `${origin}${PAGES.category.replace(':category', encodeURIComponent(category))}`,
		pictures: covers.map((cover) => ({ srcset: photoSrcset(cover), sizes })),
		noscript: html`<h1>${q ? searchTitle(q) : title}</h1><ul>${{ markup: links.join('') }}</ul>`,
	};
}
