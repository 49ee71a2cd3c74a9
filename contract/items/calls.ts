import type * as people from '#contract/auth/person-fields.ts';
import type { CallOf } from '#contract/core/endpoint.ts';
import type * as items from './items.ts';

/*
 * The item endpoints without their schemas, which are larger than the pages that make these calls. `CallOf` keeps them
 * equal to the endpoints.
 */

export const GET_ALL_ITEMS: CallOf<typeof items.getAllItems> = {
	method: 'GET',
	path: '/item/get-all-items',
	auth: 'none',
};

export const LIST_ITEMS: CallOf<typeof items.listItems> = {
	method: 'GET',
	path: '/items',
	auth: 'none',
};

export const COUNT_ITEMS: CallOf<typeof items.countItems> = {
	method: 'GET',
	path: '/items/counts',
	auth: 'none',
};

export const SUGGEST_ITEMS: CallOf<typeof items.suggestItems> = {
	method: 'GET',
	path: '/items/suggestions',
	auth: 'none',
};

export const GET_ITEM_DETAILS: CallOf<typeof items.getItemDetails> = {
	method: 'GET',
	path: '/item/get-item-details/:id',
	auth: 'on demand',
};

export const GET_SIMILAR_ITEMS: CallOf<typeof items.getSimilarItems> = {
	method: 'GET',
	path: '/item/:id/similar',
	auth: 'none',
};

/** A seller, as an item's page tells of them. */
export const GET_PERSON: CallOf<typeof people.getPerson> = {
	method: 'GET',
	path: '/people/:id',
	auth: 'none',
};

export const MARK_SOLD: CallOf<typeof items.markSold> = {
	method: 'PATCH',
	path: '/item/mark-as-sold/:id',
	auth: 'user',
};
