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
 * @param invalid said for what is no number, and for 0 and below; the other rules have words of their own
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

/** Prices of 0 and below, and those above the range, are refused for that instead. */
function hasWholePaise(rupees: number): boolean {
	const isOutside = rupees <= 0 || rupees > ITEM_LIMITS.priceMax;
	return isOutside || Math.round(rupees * 100) / 100 === rupees;
}

const title = text(1, ITEM_LIMITS.titleMax, ITEM_MESSAGES.title);
const description = text(1, ITEM_LIMITS.descriptionMax, ITEM_MESSAGES.description);
const category = z.enum(CATEGORIES, ITEM_MESSAGES.category);

/** Key order is the order in which the add-item form reports errors (spec 1 §5). */
export const newItemFields = z.object({
	title,
	description,
	price: priceRupees(ITEM_MESSAGES.price),
	category,
});
export type ItemFields = z.output<typeof newItemFields>;

/** The same fields, with the edit form's own words for a price of 0 or below (spec 1 §5). */
export const editedItemFields = z.object({
	title,
	description,
	price: priceRupees(ITEM_MESSAGES.editPrice),
	category,
});

/** A JSON list of photo addresses as they were sent; a list already parsed is taken as it is. */
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
/** Photos that the caller has sent ahead of this form (contract/photos/uploads.ts). */
const uploaded = photoUrlList(PHOTO_MESSAGES.badUploadedList);

/**
 * Where each photo goes: `keep:0` is the first kept address, `up:0` the first one sent ahead, `new:0` the first file sent.
 * Without it, kept photos come first and then the new ones (wire contract), those sent ahead between them.
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
	/** Addresses of the largest size, cover first. */
	imageUrl: z.array(z.string()),
	photos: z.array(photo),
	/** To the public, false means sold (decisions, "Items"). */
	isAvailable: z.boolean(),
	status: z.enum(ITEM_STATUSES),
	userId: z.int(),
	sellerId: z.int(),
	createdAt: z.iso.datetime(),
	User: z.object({ userName: z.string() }),
});
export type Item = z.infer<typeof item>;

/** An item's own page: what only its owner sees is absent for everyone else. */
export const itemDetails = z.extend(item, {
	/** Why an administrator banned it; told to the owner alone. */
	banReason: z.optional(z.nullable(z.string())),
});
export type ItemDetails = z.infer<typeof itemDetails>;

/** Too large is clamped, never refused (wire contract, "`limit` everywhere"). */
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
/** What somebody types to find something: Hindi or English, the last word perhaps unfinished. */
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

/** Whatever is no category, of any length, finds nothing (wire contract). */
const looseCategory = looseWord(50, ITEM_MESSAGES.category);

const listAllQuery = z.object({ q: searchText, sort, limit: listLimit });

export const getAllItems = endpoint({
	method: 'GET',
	path: '/item/get-all-items',
	summary: 'Items on sale, newest first, at most 1,000.',
	auth: 'none',
	query: listAllQuery,
	reply: z.array(item),
});

export const getItemsByCategory = endpoint({
	method: 'GET',
	path: '/item/get-item-by-category/:category',
	summary: 'Items on sale in one category; All is every category, an unknown one is empty.',
	auth: 'none',
	params: z.object({ category: looseCategory }),
	query: listAllQuery,
	reply: z.array(item),
});

export const itemListQuery = z.object({
	category: z.optional(looseCategory),
	q: searchText,
	/** Only what this person has on sale. */
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
	summary: 'A page of items on sale; follow nextCursor for the next.',
	auth: 'none',
	query: itemListQuery,
	reply: z.object({
		items: z.array(item),
		nextCursor: z.nullable(z.string()),
		/** Matches altogether. */
		total: cappedCount,
		/** There where words were given and a first page has nothing: what comes nearest, best first, at most eight. */
		nearest: z.optional(z.array(item)),
		/** There with `nearest` where other words, spelt as in titles on sale, do find something in this very listing. */
		didYouMean: z.optional(z.string()),
	}),
});

export const countItems = endpoint({
	method: 'GET',
	path: '/items/counts',
	summary: 'How many items are on sale in each category.',
	auth: 'none',
	reply: z.object({ counts: z.array(z.object({ category, total: cappedCount })) }),
});

export const getItem = endpoint({
	method: 'GET',
	path: '/item/:id',
	summary: 'One item, at the top level of the answer.',
	auth: 'user',
	params: byId,
	reply: itemDetails,
});

export const getItemDetails = endpoint({
	method: 'GET',
	path: '/item/get-item-details/:id',
	summary: 'One item. Its owner sees it while banned, too.',
	auth: 'on demand',
	params: byId,
	reply: z.object({ success, data: itemDetails }),
});

const changedItemReply = z.object({ success, message: z.string(), item: itemDetails });

export const getSimilarItems = endpoint({
	method: 'GET',
	path: '/item/:id/similar',
	summary: 'Up to eight other items on sale that are like this one, the most alike first.',
	auth: 'none',
	params: byId,
	reply: z.object({ items: z.array(item) }),
});

const suggestion = z.object({
	title: z.string(),
	category,
	/** There where no other item has the title: what to open. */
	item: z.optional(z.object({ id: z.int(), price: z.number(), photo: z.optional(photo) })),
});
export type Suggestion = z.infer<typeof suggestion>;

export const suggestItems = endpoint({
	method: 'GET',
	path: '/items/suggestions',
	summary: 'Titles on sale that fit what is being typed, at most eight; none without words.',
	auth: 'none',
	query: z.object({ q: searchText, limit: listLimit }),
	reply: z.object({ suggestions: z.array(suggestion) }),
});

/**
 * The `Idempotency-Key` of an add-item: a UUID made by the caller for one item. Sent again within a day, it is answered with
 * the item of the first time.
 */
export const idempotencyKey = z.optional(z.uuid(ITEM_MESSAGES.badIdempotencyKey));

export const addItem = endpoint({
	method: 'POST',
	path: '/item/add-item',
	summary:
		'Puts an item with one to four photos on sale. With an Idempotency-Key (a UUID) it can be sent twice without harm.',
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
	summary: 'Changes an item that is on sale: its words, price and photos.',
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
	summary: 'Marks an item as sold. Only an administrator can reverse it.',
	auth: 'user',
	params: byId,
	reply: changedItemReply,
});
