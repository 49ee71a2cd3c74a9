import type { ItemDetails } from '#contract/items/schemas.ts';

/** The fields of an item that the deals section of the item page uses. */
export type DealItem = Pick<
	ItemDetails,
	'id' | 'userId' | 'price' | 'User' | 'reservedUntil' | 'isPriceFixed'
>;

/**
 * Classes of the main button (`BuyerAction`, `VisitorAction`), and of the text in its place. On wide screens, the button
 * or text has a row of its own.
 */
export const DEAL_ACTION_CLASS =
	'w-[7.75rem] min-w-0 flex-auto px-2.5! py-0.5! text-sm leading-tight tabular-nums tablet:w-full tablet:text-base';
/** Classes of the placeholder while the button loads. */
export const DEAL_ACTION_SPACE_CLASS = `min-h-[2.875rem] ${DEAL_ACTION_CLASS}`;
