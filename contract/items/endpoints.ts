import * as z from 'zod/mini';
import { endpoint } from '#contract/core/endpoint.ts';
import { byId, filledVersion, id, success } from '#contract/core/schemas.ts';
import { ITEM_ERRORS } from './errors.ts';
import { facetsQuery, facetsReply } from './facets.ts';
import {
	anyCategory,
	itemListQuery,
	itemsByIdQuery,
	listAllQuery,
	listLimit,
	searchText,
} from './list-query.ts';
import { keepExistingImages, photoOrder, uploaded } from './photo-lists.ts';
import { priceGuide, priceGuideQuery } from './price-guide.ts';
import {
	cappedCount,
	changedItemReply,
	editedItemFields,
	editedPrice,
	item,
	itemDetails,
	newItemFields,
	requiringPriceUnlessFree,
	suggestion,
} from './schemas.ts';

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
	params: z.object({ category: anyCategory }),
	query: listAllQuery,
	reply: z.array(item),
});

export const listItems = endpoint({
	method: 'GET',
	path: '/items',
	summary: 'Returns a page of items on sale; nextCursor leads to the next page.',
	auth: 'none',
	query: itemListQuery,
	reply: z.object({
		items: z.array(item),
		nextCursor: z.nullable(z.string()),
		/** Number of all matches; in a listing of a semester, with the items that name no subject, which come last. */
		total: cappedCount,
		/** On an empty first page of a search: the items with most of its words, best first, at most eight. */
		nearest: z.optional(z.array(item)),
		/**
		 * On the first page of a search without matches: its words in a corrected spelling, taken from titles on sale. The
		 * items are matches of these words. Not with `exact`.
		 */
		didYouMean: z.optional(z.string()),
	}),
});

export const getFacets = endpoint({
	method: 'GET',
	path: '/items/facets',
	summary: 'Counts what each choice of the filters would leave of a listing.',
	auth: 'none',
	query: facetsQuery,
	reply: facetsReply,
});

export const countItems = endpoint({
	method: 'GET',
	path: '/items/counts',
	summary: 'Counts the items on sale in each category.',
	auth: 'none',
	reply: z.object({ counts: z.array(z.object({ category: z.string(), total: cappedCount })) }),
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

export const listItemsById = endpoint({
	method: 'GET',
	path: '/items/by-id',
	summary: 'Returns the public ones of these items, sold ones too, in the order of the ids.',
	auth: 'none',
	query: itemsByIdQuery,
	reply: z.object({ success, items: z.array(item) }),
});

export const getSimilarItems = endpoint({
	method: 'GET',
	path: '/item/:id/similar',
	summary: 'Lists up to eight similar items on sale, the most similar first.',
	auth: 'none',
	params: byId,
	reply: z.object({ items: z.array(item) }),
});

export const suggestItems = endpoint({
	method: 'GET',
	path: '/items/suggestions',
	summary: 'Suggests up to eight titles on sale for a search text; none for an empty text.',
	auth: 'none',
	query: z.object({ q: searchText, limit: listLimit }),
	reply: z.object({ suggestions: z.array(suggestion) }),
});

export const getPriceGuide = endpoint({
	method: 'GET',
	path: '/items/price-guide',
	summary: 'Returns what similar items sold for in the last twelve months.',
	auth: 'user',
	query: priceGuideQuery,
	reply: priceGuide,
});

export const addItem = endpoint({
	method: 'POST',
	path: '/item/add-item',
	summary:
		'Puts an item with one to four photos on sale. With an Idempotency-Key (a UUID) the request can be repeated safely.',
	auth: 'user',
	limit: 'posting',
	signInError: ITEM_ERRORS.signInToAdd,
	status: 201,
	body: requiringPriceUnlessFree(z.extend(newItemFields, { uploaded, order: photoOrder })),
	files: 'images',
	reply: changedItemReply,
});

export const removeItem = endpoint({
	method: 'DELETE',
	path: '/item/:id',
	summary:
		'Removes my item from the market; it can be put back for 30 days. Ends what is open in its deals.',
	auth: 'user',
	params: byId,
	reply: changedItemReply,
});

export const putBackItem = endpoint({
	method: 'POST',
	path: '/item/:id/put-back',
	summary: 'Puts an item that I removed back as it was.',
	auth: 'user',
	params: byId,
	reply: changedItemReply,
});

export const updateItem = endpoint({
	method: 'PUT',
	path: '/item/update-item/:itemId',
	summary: 'Changes texts, price and photos of an item on sale.',
	auth: 'user',
	limit: 'posting',
	signInError: ITEM_ERRORS.signInToEdit,
	params: z.object({ itemId: id }),
	body: requiringPriceUnlessFree(
		z.extend(editedItemFields, {
			price: editedPrice,
			keepExistingImages,
			uploaded,
			order: photoOrder,
			version: filledVersion,
		}),
	),
	files: 'images',
	reply: changedItemReply,
});
