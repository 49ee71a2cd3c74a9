import { callUrl } from '#contract/core/call-url.ts';
import type { Parsed } from '#contract/core/endpoint.ts';
import { formatPrice } from '#contract/core/format.ts';
import { PAGES } from '#contract/core/pages.ts';
import { LISTING_TABS } from '#contract/items/facts.ts';
import { type Item, listItems } from '#contract/items/items.ts';
import {
	LISTING_MESSAGES,
	listingPageTitle,
	listingQuery,
	listingTitle,
	normalizeCategory,
	parseListing,
	searchTitle,
} from '#contract/items/listing.ts';
import { PICTURE_SIZES, photoSrcset } from '#contract/photos/sizes.ts';
import type { PageDefinition, PageMeta, PageRequest } from '#server/http/pages/head.ts';
import { html } from '#server/lib/html.ts';

/** Cards that a phone shows without scrolling; their pictures are preloaded. */
const VISIBLE_CARDS = 2;

/** The page of a category, delivered with its first items. */
export function listingPage(siteName: string): PageDefinition {
	return {
		answers: ({ params, query }) => {
			const { params: choices } = parseListing(query);
			const filters = { ...choices, category: categoryOf(params) };
			return [callUrl(listItems.path, { query: listingQuery(filters) })];
		},
		dependsOn: () => ({ source: 'items' }),
		describe: (page, [answer]) => {
			if (!isTab(categoryOf(page.params))) return categoryNotFound(siteName);
			const reply = answer as Parsed<(typeof listItems)['reply']> | undefined;
			return describeListing(page, reply?.items ?? [], siteName);
		},
	};
}

const categoryOf = ({ category = LISTING_TABS[0] }: PageRequest['params']) =>
	normalizeCategory(category);
const isTab = (category: string) => LISTING_TABS.some((tab) => tab === category);

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
	{ params, query, origin }: PageRequest,
	items: readonly Item[],
	siteName: string,
): PageMeta {
	const category = categoryOf(params);
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
