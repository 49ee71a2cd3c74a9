import { DEAL_START_LABELS } from '#contract/deals/start-labels.ts';
import type { ItemDetails } from '#contract/items/schemas.ts';
import { DEAL_PARAM, itemPath, loginPath } from '#web/lib/paths.ts';
import { ButtonLink } from '#web/ui/button-link.tsx';

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

/** A visitor's main button on the page of an item. It leads to the login page, and from there back to the item. */
export function VisitorAction({ item }: { item: DealItem }) {
	return (
		<ButtonLink
			variant="main"
			to={loginPath(`${itemPath(item.id)}?${DEAL_PARAM}=1`)}
			className={DEAL_ACTION_CLASS}
		>
			{DEAL_START_LABELS[item.reservedUntil ? 'join-queue' : 'offer']}
		</ButtonLink>
	);
}
