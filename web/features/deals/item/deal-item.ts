import type { ItemDetails } from '#contract/items/schemas.ts';

/** The fields of an item that the deals section of its page uses. */
export type DealItem = Pick<
	ItemDetails,
	'id' | 'userId' | 'price' | 'User' | 'reservedUntil' | 'isPriceFixed'
>;

/** URL parameter of an item's page: opens the form of the offer after a visitor has signed in. */
export const DEAL_PARAM = 'deal';
