import type { ItemDetails } from '#contract/items/schemas.ts';

/** The fields of an item that the deals section of the item page uses. */
export type DealItem = Pick<
	ItemDetails,
	'id' | 'userId' | 'price' | 'User' | 'reservedUntil' | 'isPriceFixed'
>;

/** Query parameter of the item page: opens the form for an offer when a visitor comes back from signing in. */
export const DEAL_PARAM = 'deal';

/** The buyer's button, and its space while it loads: on wide screens a row of its own. */
export const BUYER_BUTTON_CLASS =
	'w-[7.75rem] min-w-0 flex-auto px-2.5! py-0.5! text-sm leading-tight tabular-nums tablet:w-full tablet:text-base';
