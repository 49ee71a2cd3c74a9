import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { getCatalogue } from '#contract/catalogue/endpoints.ts';
import { ALL_CATEGORIES } from '#contract/catalogue/facts.ts';
import { parseIsbn } from '#contract/catalogue/isbn.ts';
import { callUrl } from '#contract/core/call-url.ts';
import type { Parsed } from '#contract/core/endpoint.ts';
import { formatPrice, isolated } from '#contract/core/format.ts';
import { PAGE_TABLE, PAGES } from '#contract/core/pages.ts';
import { byId, LARGEST_ID } from '#contract/core/schemas.ts';
import { countItems, getAllItems, getItemDetails, listItems } from '#contract/items/endpoints.ts';
import { ITEM_ERRORS } from '#contract/items/errors.ts';
import type { Condition } from '#contract/items/facts.ts';
import { hasCodes, withKnownCodes } from '#contract/items/known-codes.ts';
import {
	FEATURED_QUERY,
	listingFilters,
	listingPageTitle,
	listingQuery,
	listingTitle,
	parseListing,
	pinnedItems,
	searchTitle,
} from '#contract/items/listing.ts';
import { LISTING_MESSAGES } from '#contract/items/listing-messages.ts';
import type { Item } from '#contract/items/schemas.ts';
import type { Photo } from '#contract/photos/schemas.ts';
import { PICTURE_SIZES, photoSrcset, photoUrlAt } from '#contract/photos/sizes.ts';
import type { Db } from '#server/db/client.ts';
import { type Catalogue, categoryNameOf } from '#server/features/catalogue/catalogue.ts';
import type { PageDefinition, PageMeta, PageRequest } from '#server/http/pages/head.ts';
import { originOf } from '#server/http/request-headers.ts';
import { escapeHtml, html } from '#server/lib/html.ts';
import { JPEG_WIDTH, jpegUrl } from '#server/storage/photo-urls.ts';
import { findHighestItemId, listOnSaleIds } from './queries.ts';

/** The HTML head, preloaded API answers and no-script content of the pages about items. */
export function itemPages(
	siteName: string,
	catalogue: Pick<Catalogue, 'findCategory' | 'findRenamedCategory' | 'current'>,
): Record<string, PageDefinition> {
	return {
		[PAGES.home]: {
			firstRequests: () => [
				callUrl(getAllItems.path, { query: FEATURED_QUERY }),
				callUrl(countItems.path, {}),
			],
			isShared: true,
			describe: (_page, [answer]) => {
				const covers = pinnedItems((answer as Item[] | undefined) ?? []).flatMap(({ photos }) =>
					photos.slice(0, 1),
				);
				return {
					pictures: covers.map((cover) => ({
						srcset: photoSrcset(cover),
						sizes: PICTURE_SIZES.note,
					})),
				};
			},
		},
		[PAGES.category]: categoryPage(siteName, catalogue),
		[PAGES.item]: {
			firstRequests: ({ params }) => {
				const parsed = z.safeParse(byId, params);
				return parsed.success ? [callUrl(getItemDetails.path, { params: parsed.data })] : [];
			},
			isShared: true,
			describe: (page, [answer]) => {
				const item = itemIn(answer);
				return item
					? describeItem(item, page, siteName, catalogue)
					: notFound(ITEM_ERRORS.notFound.message, siteName);
			},
		},
	};
}

function itemIn(answer: unknown): Item | undefined {
	return (answer as Parsed<(typeof getItemDetails)['reply']> | undefined)?.data;
}

function notFound(message: string, siteName: string): PageMeta {
	return {
		status: 404,
		title: `${message} · ${siteName}`,
		noscript: html`<h1>${message}</h1>`,
	};
}

function describeItem(
	item: Item,
	{ origin }: PageRequest,
	siteName: string,
	catalogue: Pick<Catalogue, 'findCategory'>,
): PageMeta {
	const itemUrl = `${origin}${PAGES.item.replace(':id', String(item.id))}`;
	const price = formatPrice(item.price);
	const availability = item.isAvailable ? 'On sale' : 'Sold';
	const title = `${isolated(item.title)} · ${price}`;
	const [cover] = item.photos;
	return {
		title: `${title} · ${siteName}`,
		description: item.description,
		canonical: itemUrl,
		properties: [
			['og:type', 'product'],
			['og:site_name', siteName],
			['og:title', title],
			['og:description', `${availability}. ${item.description}`],
			['og:url', itemUrl],
			...(cover ? openGraphImage(cover, origin) : []),
			['product:price:amount', item.price.toFixed(2)],
			['product:price:currency', 'INR'],
			['product:availability', item.isAvailable ? 'in stock' : 'out of stock'],
		],
		...(cover && { pictures: [{ srcset: photoSrcset(cover), sizes: PICTURE_SIZES.gallery }] }),
		structuredData: productJsonLd(item, { itemUrl, origin, isbn: isbnOf(item, catalogue) }),
		noscript: html`<article><h1>${item.title}</h1><p>${price} · ${availability}</p>${
			cover
				? html`<img src="${photoUrlAt(cover.url, 640)}" alt="${item.title}" width="${String(cover.width)}" height="${String(cover.height)}">`
				: ''
		}<p>${item.description}</p><p>${item.category} · ${item.User.userName}</p></article>`,
	};
}

function openGraphImage(cover: Photo, origin: string): [string, string][] {
	const width = Math.min(cover.width, JPEG_WIDTH);
	return [
		['og:image', new URL(jpegUrl(cover.url), origin).href],
		['og:image:type', 'image/jpeg'],
		['og:image:width', String(width)],
		['og:image:height', String(Math.round((cover.height * width) / cover.width))],
	];
}

/** Cards that a phone shows without scrolling; their pictures are preloaded. */
const VISIBLE_CARDS = 2;

type Listing = Parsed<(typeof listItems)['reply']>;

/** The page of a category, delivered with its first items. */
function categoryPage(
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
			// The name in the address may be any text, so the page does not repeat it.
			if (category === undefined) return notFound(LISTING_MESSAGES.noCategory, siteName);
			const listing = answer as Listing | undefined;
			return describeListing(page, category, listing?.items ?? [], siteName);
		},
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

/**
 * The schema.org name of each condition (https://schema.org/OfferItemCondition). An item without a condition counts as
 * used.
 */
const SCHEMA_ORG_CONDITION: Record<Condition, string> = {
	new: 'NewCondition',
	'like-new': 'UsedCondition',
	good: 'UsedCondition',
	fair: 'UsedCondition',
	'for-parts': 'DamagedCondition',
};

interface ProductContext {
	itemUrl: string;
	/** The site's origin. */
	origin: string;
	isbn: string | undefined;
}

/**
 * The item as a schema.org Product for search engines (https://schema.org/Product;
 * https://developers.google.com/search/docs/appearance/structured-data/merchant-listing for the ISBN).
 */
function productJsonLd(item: Item, { itemUrl, origin, isbn }: ProductContext): object {
	return {
		'@context': 'https://schema.org',
		'@type': 'Product',
		name: item.title,
		description: item.description,
		category: item.category,
		image: item.imageUrl.map((url) => new URL(url, origin).href),
		...(isbn && { isbn }),
		offers: {
			'@type': 'Offer',
			url: itemUrl,
			price: item.price.toFixed(2),
			priceCurrency: 'INR',
			itemCondition: `https://schema.org/${SCHEMA_ORG_CONDITION[item.condition ?? 'good']}`,
			availability: `https://schema.org/${item.isAvailable ? 'InStock' : 'SoldOut'}`,
			seller: { '@type': 'Person', name: item.User.userName },
		},
	};
}

/** The ISBN in the item's details, if the category still has a field for it. */
function isbnOf(
	{ category, details }: Item,
	{ findCategory }: Pick<Catalogue, 'findCategory'>,
): string | undefined {
	const field = findCategory(category)?.fields.find(({ kind }) => kind === 'isbn');
	return field && parseIsbn(details[field.key] ?? '');
}

/** A sitemap may have 50,000 URLs (https://www.sitemaps.org/protocol.html); a range of this many ids never has more. */
const IDS_PER_PART = 50_000;
/** The ids of further parts would exceed the integer type of PostgreSQL. */
const MAX_PARTS = Math.floor(LARGEST_ID / IDS_PER_PART);
/** Pages for search engines, besides listings and items. */
const INDEXED_PATHS = Object.values(PAGE_TABLE)
	.filter(({ path, index }) => index && !path.includes(':'))
	.map(({ path }) => path);
const CACHE_ONE_DAY = 'public, max-age=86400';

interface SitemapDeps {
	db: Db;
	publicUrl: string | undefined;
	catalogue: Pick<Catalogue, 'current'>;
}

/**
 * Serves `/robots.txt` and `/sitemap.xml` for search engines. The sitemap is an index of parts; each part has the items
 * of a range of ids, so that reading it is one range scan of an index.
 */
export function sitemapRoutes(
	app: FastifyInstance,
	{ db, publicUrl, catalogue }: SitemapDeps,
): void {
	const origin = (request: FastifyRequest) => originOf(request, publicUrl);

	app.get('/robots.txt', (request, reply) =>
		reply
			.type('text/plain; charset=utf-8')
			.header('cache-control', CACHE_ONE_DAY)
			.send(`User-agent: *\nDisallow: /api/\nSitemap: ${origin(request)}/sitemap.xml\n`),
	);

	app.get('/sitemap.xml', async (request, reply) => {
		const parts = Math.floor((await findHighestItemId(db)) / IDS_PER_PART) + 1;
		const names = ['pages', ...Array.from({ length: parts }, (_, part) => String(part))];
		const urls = names.map((name) => `${origin(request)}/sitemap/${name}.xml`);
		return reply
			.type('application/xml; charset=utf-8')
			.send(renderXml('sitemapindex', 'sitemap', urls));
	});

	app.get('/sitemap/pages.xml', (request, reply) => {
		const names = [ALL_CATEGORIES, ...catalogue.current().categories.map(({ name }) => name)];
		const listings = names.map((name) =>
			PAGES.category.replace(':category', encodeURIComponent(name)),
		);
		const urls = [...INDEXED_PATHS, ...listings].map((path) => origin(request) + path);
		return reply.type('application/xml; charset=utf-8').send(renderXml('urlset', 'url', urls));
	});

	app.get<{ Params: { part: string } }>('/sitemap/:part(^\\d{1,5}).xml', async (request, reply) => {
		const part = Number(request.params.part);
		if (part >= MAX_PARTS) return reply.callNotFound();
		const from = part * IDS_PER_PART;
		const itemIds = await listOnSaleIds(db, from, from + IDS_PER_PART);
		const urls = itemIds.map((id) => origin(request) + PAGES.item.replace(':id', String(id)));
		return reply
			.type('application/xml; charset=utf-8')
			.header('cache-control', 'public, max-age=3600')
			.send(renderXml('urlset', 'url', urls));
	});
}

function renderXml(root: string, entry: string, urls: readonly string[]): string {
	const entries = urls.map((url) => `<${entry}><loc>${escapeHtml(url)}</loc></${entry}>`);
	const opening = `<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">`;
	return `<?xml version="1.0" encoding="UTF-8"?>\n${opening}${entries.join('')}</${root}>`;
}
