import type { ItemDetails } from '#contract/items/schemas.ts';

/** The fields of an item that the deals section of the item page uses. */
export type DealItem = Pick<
	ItemDetails,
	'id' | 'userId' | 'price' | 'User' | 'reservedUntil' | 'isPriceFixed'
>;

/** Query parameter of the item page: opens the form for an offer when a visitor comes back from signing in. */
export const DEAL_PARAM = 'deal';
