import * as z from 'zod/mini';
import { byId, id, success, text } from './common.ts';
import { endpoint } from './endpoint.ts';
import { PHOTO_MESSAGES, photo } from './photos.ts';

export const CATEGORIES = [
	'Electronics',
	'Books',
	'PYQs',
	'Instruments',
	'Essentials',
	'OTHERS',
] as const;
export type Category = (typeof CATEGORIES)[number];
/** The listing's tabs: every category, after all of them together (spec 1 §2). */
export const LISTING_TABS = ['All', ...CATEGORIES] as const;

export const SORTS = ['newest', 'price-asc', 'price-desc', 'name'] as const;
export type Sort = (typeof SORTS)[number];

export const ITEM_LIMITS = {
	titleMax: 255,
	descriptionMax: 255,
	priceMin: 0.01,
	priceMax: 999_999.99,
	priceStep: 0.01,
	/** Items of get-all-items and get-item-by-category where no `limit` is sent. */
	wholeList: 1000,
	pageDefault: 24,
	pageMax: 100,
	/** Matches are counted up to here, then told as '1000+'. */
	countedTo: 1000,
	featured: 8,
	featuredSkeletons: 4,
} as const;

export const ITEM_MESSAGES = {
	title: 'Title must be between 1 and 255 characters.',
	description: 'Description must be between 1 and 255 characters.',
	price: 'Price must be between ₹0.01 and ₹999,999.99',
	editPrice: 'Please enter a valid price greater than ₹0.',
	category: 'Please select a valid category.',
	signInToAdd: 'Please log in to add an item.',
	signInToEdit: 'Please log in to edit this item.',
	signInToUpdate: 'Please log in to update this item.',
	notFound: 'Item not found.',
	notOwner: "You don't have permission to edit this item.",
	accessDenied: 'Access Denied',
	alreadySold: 'this product is sold',
	notEditable: 'This item can no longer be edited.',
	expectedJson: (received: string) => `Expected JSON, but received: ${received}`,
	addFailed: 'Failed to add item.',
	updateFailed: 'Failed to update item.',
	failed: 'Something went wrong. Please try again.',
	noConnection: 'Error connecting to server.',
	sellConfirmation:
		"This action can't be reversed without admin's request. Do you want to proceed?",
	sellCancelled: 'Action cancelled.',
	sellSucceeded: 'Action completed successfully!',
	added: 'Item added successfully.',
	updated: 'Item updated successfully.',
	sold: 'Item marked as sold.',
	badSort: 'That order is not known.',
	badLimit: 'The number of items must be a whole number above 0.',
	badPriceRange: 'That price range is not valid.',
	badCursor: 'That place in the list is not valid.',
} as const;

/** Rupees with at most two decimals, as typed in a form or sent as a number. */
function priceRupees(message: string) {
	return z.pipe(
		z.union([z.number(), z.string()], message),
		z.pipe(
			z.transform((typed: number | string) =>
				/^\d{1,7}(\.\d{1,2})?$/.test(String(typed).trim()) ? Number(typed) : Number.NaN,
			),
			z
				.number(message)
				.check(z.minimum(ITEM_LIMITS.priceMin, message), z.maximum(ITEM_LIMITS.priceMax, message)),
		),
	);
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

/** The same fields with the edit form's own price message (spec 1 §5). */
export const editedItemFields = z.object({
	title,
	description,
	price: priceRupees(ITEM_MESSAGES.editPrice),
	category,
});

const addressList = z.array(z.string(PHOTO_MESSAGES.badKeepList), PHOTO_MESSAGES.badKeepList);

/** A JSON list of photo addresses as they were sent; a list already parsed is taken as it is. */
const keepExistingImages = z.pipe(
	z.optional(z.union([z.string(), z.array(z.string())], PHOTO_MESSAGES.badKeepList)),
	z.pipe(z.transform(parseList), addressList),
);

function parseList(sent: string | string[] | undefined): unknown {
	if (sent === undefined) return [];
	if (typeof sent !== 'string') return sent;
	try {
		return JSON.parse(sent);
	} catch {
		return null;
	}
}

/**
 * Where each photo goes: `keep:0` is the first kept address, `new:0` the first file sent. Without it, kept photos
 * come first and then the new ones (wire contract).
 */
const photoOrder = z.pipe(
	z.optional(z.string()),
	z.pipe(
		z.transform((sent: string | undefined) => (sent === undefined ? undefined : parseList(sent))),
		z.optional(
			z.array(
				z
					.string(PHOTO_MESSAGES.badKeepList)
					.check(z.regex(/^(keep|new):\d{1,2}$/, PHOTO_MESSAGES.badKeepList)),
				PHOTO_MESSAGES.badKeepList,
			),
		),
	),
);

export const ITEM_STATUSES = ['available', 'sold', 'banned'] as const;

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
const limit = z.pipe(
	z.optional(z.string(ITEM_MESSAGES.badLimit)),
	z.pipe(
		z.transform((sent: string | undefined) => {
			if (sent === undefined) return undefined;
			if (!/^[1-9]\d*$/.test(sent)) return Number.NaN;
			return Math.min(Number(sent), ITEM_LIMITS.pageMax);
		}),
		z.optional(z.int(ITEM_MESSAGES.badLimit)),
	),
);
const words = z.optional(text(0, 200, 'Please search with fewer words.'));
const sort = z._default(z.enum(SORTS, ITEM_MESSAGES.badSort), 'newest');
const priceBound = z.optional(
	z.pipe(
		z.string(ITEM_MESSAGES.badPriceRange),
		z.pipe(
			z.transform((sent: string) =>
				/^\d{1,7}(\.\d{1,2})?$/.test(sent) ? Number(sent) : Number.NaN,
			),
			z.number(ITEM_MESSAGES.badPriceRange),
		),
	),
);

const wholeListQuery = z.object({ q: words, sort, limit });

export const getAllItems = endpoint({
	method: 'GET',
	path: '/item/get-all-items',
	summary: 'Items on sale, newest first, at most 1,000.',
	auth: 'none',
	query: wholeListQuery,
	reply: z.array(item),
});

export const getItemsByCategory = endpoint({
	method: 'GET',
	path: '/item/get-item-by-category/:category',
	summary: 'Items on sale in one category; All is every category, an unknown one is empty.',
	auth: 'none',
	params: z.object({ category: text(1, 50, ITEM_MESSAGES.category) }),
	query: wholeListQuery,
	reply: z.array(item),
});

export const itemListQuery = z.object({
	category: z.optional(text(1, 50, ITEM_MESSAGES.category)),
	q: words,
	sort,
	minPrice: priceBound,
	maxPrice: priceBound,
	limit,
	cursor: z.optional(z.string(ITEM_MESSAGES.badCursor)),
});

export const listItems = endpoint({
	method: 'GET',
	path: '/items',
	summary: 'A page of items on sale; follow nextCursor for the next.',
	auth: 'none',
	query: itemListQuery,
	reply: z.object({
		items: z.array(item),
		nextCursor: z.nullable(z.string()),
		/** Matches altogether: exact up to 1,000, then "1000+". */
		total: z.union([z.int(), z.literal('1000+')]),
	}),
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
	auth: 'optional',
	params: byId,
	reply: z.object({ success, data: itemDetails }),
});

const changedItem = z.object({ success, message: z.string(), item: itemDetails });

export const addItem = endpoint({
	method: 'POST',
	path: '/item/add-item',
	summary: 'Puts an item with one to four photos on sale.',
	auth: 'user',
	signInMessage: ITEM_MESSAGES.signInToAdd,
	status: 201,
	body: newItemFields,
	files: 'images',
	reply: changedItem,
});

export const updateItem = endpoint({
	method: 'PUT',
	path: '/item/update-item/:itemId',
	summary: 'Changes an item that is on sale: its words, price and photos.',
	auth: 'user',
	signInMessage: ITEM_MESSAGES.signInToEdit,
	params: z.object({ itemId: id }),
	body: z.extend(editedItemFields, { keepExistingImages, order: photoOrder }),
	files: 'images',
	reply: changedItem,
});

export const markSold = endpoint({
	method: 'PATCH',
	path: '/item/mark-as-sold/:id',
	summary: 'Marks an item as sold. Only an administrator can reverse it.',
	auth: 'user',
	params: byId,
	reply: changedItem,
});
