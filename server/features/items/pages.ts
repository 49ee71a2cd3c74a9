import * as z from 'zod/mini';
import { callUrl } from '#contract/core/call-url.ts';
import type { Parsed } from '#contract/core/endpoint.ts';
import { formatPrice, isolated } from '#contract/core/format.ts';
import { PAGES } from '#contract/core/pages.ts';
import { byId } from '#contract/core/schemas.ts';
import { countItems, getAllItems, getItemDetails } from '#contract/items/endpoints.ts';
import { ITEM_ERRORS } from '#contract/items/errors.ts';
import { FEATURED_QUERY, pinnedItems } from '#contract/items/listing.ts';
import type { Item } from '#contract/items/schemas.ts';
import type { Photo } from '#contract/photos/schemas.ts';
import { PICTURE_SIZES, photoSrcset, photoUrlAt } from '#contract/photos/sizes.ts';
import type { Catalogue } from '#server/features/catalogue/catalogue.ts';
import type { PageDefinition, PageMeta, PageRequest } from '#server/http/pages/head.ts';
import { html } from '#server/lib/html.ts';
import { JPEG_WIDTH, jpegUrl } from '#server/storage/photo-urls.ts';
import { categoryPage } from './search/pages.ts';
import { isbnOf, productJsonLd } from './structured-data.ts';

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
				return item ? describeItem(item, page, siteName, catalogue) : itemNotFound(siteName);
			},
		},
	};
}

function itemIn(answer: unknown): Item | undefined {
	return (answer as Parsed<(typeof getItemDetails)['reply']> | undefined)?.data;
}

function itemNotFound(siteName: string): PageMeta {
	const message = ITEM_ERRORS.notFound.message;
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
