import * as z from 'zod/mini';
import { byId, id, looseWord, success, text } from '#contract/core/common.ts';
import { endpoint } from '#contract/core/endpoint.ts';
import { pageCursor } from '#contract/core/paging.ts';
import { PHOTO_MESSAGES } from '#contract/photos/photos.ts';
import { photo } from '#contract/photos/schema.ts';
import {
	CATEGORIES,
	ITEM_LIMITS,
	ITEM_MESSAGES,
	ITEM_STATUSES,
	PRICE_INPUT_PATTERN,
	SORTS,
	UNSIGNED_DECIMAL_PATTERN,
} from './facts.ts';
import { LISTING_LIMITS } from './listing.ts';

/**
 * Rupees, as typed in a form or sent as a number.
 * @param invalid message for a value that is not a number or not above 0; the other rules have fixed messages
 */
function priceRupees(invalid: string) {
	return z.pipe(
		z.union([z.number(), z.string()], invalid),
		z.pipe(
			z.transform(parsePrice),
			z
				.number(invalid)
				.check(
					z.refine(hasWholePaise, { message: ITEM_MESSAGES.priceDecimals, abort: true }),
					z.minimum(ITEM_LIMITS.priceMin, invalid),
					z.maximum(ITEM_LIMITS.priceMax, ITEM_MESSAGES.price),
				),
		),
	);
}

function parsePrice(value: number | string): number {
	if (typeof value === 'number') return value;
	return UNSIGNED_DECIMAL_PATTERN.test(value.trim()) ? Number(value) : Number.NaN;
}

/** True for prices outside the range, which another rule refuses with its own message. */
function hasWholePaise(rupees: number): boolean {
	const isOutside = rupees <= 0 || rupees > ITEM_LIMITS.priceMax;
	return isOutside || Math.round(rupees * 100) / 100 === rupees;
}

const title = text(1, ITEM_LIMITS.titleMax, ITEM_MESSAGES.title);
const description = text(1, ITEM_LIMITS.descriptionMax, ITEM_MESSAGES.description);
const category = z.enum(CATEGORIES, ITEM_MESSAGES.category);

/** The order of the keys is the order in which the add-item form reports errors (spec 1 §5). */
export const newItemFields = z.object({
	title,
	description,
	price: priceRupees(ITEM_MESSAGES.price),
	category,
});
export type ItemFields = z.output<typeof newItemFields>;

/** The same fields, with the edit form's message for an invalid price (spec 1 §5). */
export const editedItemFields = z.object({
	title,
	description,
	price: priceRupees(ITEM_MESSAGES.editPrice),
	category,
});

/** A list of photo URLs as JSON text, or already parsed. */
function photoUrlList(message: string) {
	return z.pipe(
		z.optional(z.union([z.string(), z.array(z.string())], message)),
		z.pipe(z.transform(parseJsonList), z.array(z.string(message), message)),
	);
}

function parseJsonList(value: string | string[] | undefined): unknown {
	if (value === undefined) return [];
	if (typeof value !== 'string') return value;
	try {
		return JSON.parse(value);
	} catch {
		return null;
	}
}

const keepExistingImages = photoUrlList(PHOTO_MESSAGES.badKeepList);
/** Photos that the caller uploaded before sending this form (contract/photos/uploads.ts). */
const uploaded = photoUrlList(PHOTO_MESSAGES.badUploadedList);

/**
 * Order of the photos: `keep:0` is the first kept URL, `up:0` the first photo uploaded before, `new:0` the first file
 * in this request. By default kept photos come first, then those uploaded before, then new files (wire contract).
 */
const photoOrder = z.pipe(
	z.optional(z.string(PHOTO_MESSAGES.badKeepList)),
	z.pipe(
		z.transform((value: string | undefined) =>
			value === undefined ? undefined : parseJsonList(value),
		),
		z.optional(
			z.array(
				z
					.string(PHOTO_MESSAGES.badKeepList)
					.check(z.regex(/^(keep|up|new):\d{1,2}$/, PHOTO_MESSAGES.badKeepList)),
				PHOTO_MESSAGES.badKeepList,
			),
		),
	),
);

export const item = z.object({
	id: z.int(),
	title: z.string(),
	description: z.string(),
	/** Rupees. */
	price: z.number(),
	category,
	/** URLs of the largest size, cover first. */
	imageUrl: z.array(z.string()),
	photos: z.array(photo),
	/** False means sold, for the public (decisions, "Items"). */
	isAvailable: z.boolean(),
	status: z.enum(ITEM_STATUSES),
	userId: z.int(),
	sellerId: z.int(),
	createdAt: z.iso.datetime(),
	User: z.object({ userName: z.string() }),
});
export type Item = z.infer<typeof item>;

/** Item for its own page; `banReason` is sent to its owner only. */
export const itemDetails = z.extend(item, {
	/** The reason that an administrator gave for the ban. */
	banReason: z.optional(z.nullable(z.string())),
});
export type ItemDetails = z.infer<typeof itemDetails>;

/** Too large a value is clamped, never refused (wire contract, "`limit` everywhere"). */
export const listLimit = z.pipe(
	z.optional(z.string(ITEM_MESSAGES.badLimit)),
	z.pipe(
		z.transform((value: string | undefined) => {
			if (value === undefined) return undefined;
			if (!/^[1-9]\d*$/.test(value)) return Number.NaN;
			return Math.min(Number(value), ITEM_LIMITS.pageMax);
		}),
		z.optional(z.int(ITEM_MESSAGES.badLimit)),
	),
);
/** Search text in Hindi or English; the last word may be unfinished. */
export const searchText = z.optional(
	text(0, LISTING_LIMITS.queryMax, 'Please search with fewer words.'),
);
const sort = z._default(z.enum(SORTS, ITEM_MESSAGES.badSort), 'newest');
const priceBound = z.optional(
	z.pipe(
		z.string(ITEM_MESSAGES.badPriceRange),
		z.pipe(
			z.transform((value: string) =>
				PRICE_INPUT_PATTERN.test(value) ? Number(value) : Number.NaN,
			),
			z.number(ITEM_MESSAGES.badPriceRange),
		),
	),
);

/** An unknown category of any length matches nothing (wire contract). */
const looseCategory = looseWord(50, ITEM_MESSAGES.category);

const listAllQuery = z.object({ q: searchText, sort, limit: listLimit });

export const getAllItems = endpoint({
	method: 'GET',
	path: '/item/get-all-items',
	summary: 'Lists items on sale, newest first, at most 1,000.',
	auth: 'none',
	query: listAllQuery,
	reply: z.array(item),
});

export const getItemsByCategory = endpoint({
	method: 'GET',
	path: '/item/get-item-by-category/:category',
	summary:
		'Lists items on sale in one category; All means every category, an unknown category is empty.',
	auth: 'none',
	params: z.object({ category: looseCategory }),
	query: listAllQuery,
	reply: z.array(item),
});

export const itemListQuery = z.object({
	category: z.optional(looseCategory),
	q: searchText,
	/** Only items of this seller. */
	seller: z.optional(id),
	sort,
	minPrice: priceBound,
	maxPrice: priceBound,
	limit: listLimit,
	cursor: pageCursor,
});

/** Exact up to 1,000, then "1000+". */
const cappedCount = z.union([z.int(), z.literal('1000+')]);

export const listItems = endpoint({
	method: 'GET',
	path: '/items',
	summary: 'Returns a page of items on sale; nextCursor leads to the next page.',
	auth: 'none',
	query: itemListQuery,
	reply: z.object({
		items: z.array(item),
		nextCursor: z.nullable(z.string()),
		/** Number of all matches. */
		total: cappedCount,
		/** On an empty first page of a search: the most similar items, best first, at most eight. */
		nearest: z.optional(z.array(item)),
		/** Set with `nearest` if a corrected spelling, taken from titles on sale, has matches in this listing. */
		didYouMean: z.optional(z.string()),
	}),
});

export const countItems = endpoint({
	method: 'GET',
	path: '/items/counts',
	summary: 'Counts the items on sale in each category.',
	auth: 'none',
	reply: z.object({ counts: z.array(z.object({ category, total: cappedCount })) }),
});

export const getItem = endpoint({
	method: 'GET',
	path: '/item/:id',
	summary: 'Returns an item as the reply itself, without a wrapper.',
	auth: 'user',
	params: byId,
	reply: itemDetails,
});

export const getItemDetails = endpoint({
	method: 'GET',
	path: '/item/get-item-details/:id',
	summary: 'Returns an item; its owner sees it even while it is banned.',
	auth: 'on demand',
	params: byId,
	reply: z.object({ success, data: itemDetails }),
});

const changedItemReply = z.object({ success, message: z.string(), item: itemDetails });

export const getSimilarItems = endpoint({
	method: 'GET',
	path: '/item/:id/similar',
	summary: 'Lists up to eight similar items on sale, the most similar first.',
	auth: 'none',
	params: byId,
	reply: z.object({ items: z.array(item) }),
});

const suggestion = z.object({
	title: z.string(),
	category,
	/** Set if exactly one item has this title: the suggestion opens it. */
	item: z.optional(z.object({ id: z.int(), price: z.number(), photo: z.optional(photo) })),
});
export type Suggestion = z.infer<typeof suggestion>;

export const suggestItems = endpoint({
	method: 'GET',
	path: '/items/suggestions',
	summary: 'Suggests up to eight titles on sale for a search text; none for an empty text.',
	auth: 'none',
	query: z.object({ q: searchText, limit: listLimit }),
	reply: z.object({ suggestions: z.array(suggestion) }),
});

/**
 * The `Idempotency-Key` of add-item: a UUID that the caller creates per item. A repeated request within a day returns
 * the item created first.
 */
export const idempotencyKey = z.optional(z.uuid(ITEM_MESSAGES.badIdempotencyKey));

export const addItem = endpoint({
	method: 'POST',
	path: '/item/add-item',
	summary:
		'Puts an item with one to four photos on sale. With an Idempotency-Key (a UUID) the request can be repeated safely.',
	auth: 'user',
	limit: 'posting',
	signInMessage: ITEM_MESSAGES.signInToAdd,
	status: 201,
	body: z.extend(newItemFields, { uploaded, order: photoOrder }),
	files: 'images',
	reply: changedItemReply,
});

export const updateItem = endpoint({
	method: 'PUT',
	path: '/item/update-item/:itemId',
	summary: 'Changes texts, price and photos of an item on sale.',
	auth: 'user',
	limit: 'posting',
	signInMessage: ITEM_MESSAGES.signInToEdit,
	params: z.object({ itemId: id }),
	body: z.extend(editedItemFields, { keepExistingImages, uploaded, order: photoOrder }),
	files: 'images',
	reply: changedItemReply,
});

export const markSold = endpoint({
	method: 'PATCH',
	path: '/item/mark-as-sold/:id',
	summary: 'Marks an item as sold; only an administrator can reverse this.',
	auth: 'user',
	params: byId,
	reply: changedItemReply,
});
