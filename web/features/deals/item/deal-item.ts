import type { ItemDetails } from '#contract/items/schemas.ts';

/** The fields of an item that the deals section of the item page uses. */
export type DealItem = Pick<
	ItemDetails,
	'id' | 'userId' | 'price' | 'User' | 'reservedUntil' | 'isPriceFixed'
>;

/** Query parameter of the item page: opens the form for an offer when a visitor comes back from signing in. */
export const DEAL_PARAM = 'deal';

/** The buyer's button: on wide screens a row of its own. */
export const BUYER_BUTTON_CLASS =
	'w-[7.75rem] min-w-0 flex-auto px-2.5! py-0.5! text-sm leading-tight tabular-nums tablet:w-full tablet:text-base';
/** The space of that button while it loads. */
export const BUYER_BUTTON_SPACE_CLASS = `min-h-[2.875rem] ${BUYER_BUTTON_CLASS}`;
