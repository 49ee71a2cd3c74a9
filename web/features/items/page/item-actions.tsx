import { Suspense } from 'react';
import type { ItemDetails } from '#contract/items/schemas.ts';
import {
	DEAL_ACTION_SPACE_CLASS,
	type DealItem,
	VisitorAction,
} from '#web/features/deals/item/visitor-action.tsx';
import { categoryPath } from '#web/lib/paths.ts';
import { useSession } from '#web/lib/session/session.ts';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { lazyOptional } from '#web/ui/lazy-optional.ts';
import { ActionBar } from './action-bar.tsx';
import { ChatLink } from './chat-link.tsx';
import { ItemPrice } from './item-price.tsx';
import { ItemShare } from './item-share.tsx';
import { SIMILAR_ID } from './similar-id.ts';

/** Only for the owner, so it is loaded on demand. */
const OwnerActions = lazyOptional(async () => (await import('./owner-actions.tsx')).OwnerActions);

/** A signed-in buyer's action besides chatting, such as making an offer. Loads after the page. */
const BuyerAction = lazyOptional(
	async () => (await import('#web/features/deals/item/buyer-action.tsx')).BuyerAction,
);

/**
 * Space reserved for the owner's buttons while they load; on phones the main buttons are fixed to the screen and need no
 * space.
 */
const OWNER_MIN_HEIGHT = {
	available: 'min-h-24 tablet:min-h-[12.625rem] wide:min-h-[8.5rem]',
	sold: 'tablet:min-h-[2.875rem]',
	removed: 'tablet:min-h-[2.875rem]',
};

/** The buttons of an item's page. On phones the price and the main button are fixed to the bottom of the screen. */
export function ItemActions({ item, isOwner }: { item: ItemDetails; isOwner: boolean }) {
	return (
		<div className="tablet:mt-4.5">
			{isOwner && item.status !== 'banned' ? (
				<Suspense fallback={<div className={OWNER_MIN_HEIGHT[item.status]} />}>
					<OwnerActions item={item} />
				</Suspense>
			) : (
				<ActionBar>
					{/* The price fills the remaining width, so that loading its font does not move the buttons. */}
					<ItemPrice item={item} className="grow-999 text-xl tablet:hidden" />
					<div className="flex min-w-0 flex-auto gap-2.5 tablet:flex-wrap">
						<MainAction item={item} />
						{(item.status === 'available' || item.status === 'sold') && <ItemShare item={item} />}
					</div>
				</ActionBar>
			)}
		</div>
	);
}

/** Whether a buyer can make an offer for the item, or join the queue of a reserved one. */
function hasBuyerAction({
	status,
	price,
	isPriceFixed,
	reservedUntil,
}: ItemDetails & Partial<DealItem>): boolean {
	return status === 'available' && (Boolean(reservedUntil) || (price > 0 && !isPriceFixed));
}

function DealAction({ item }: { item: ItemDetails }) {
	const { hasToken } = useSession();
	if (!hasToken) return <VisitorAction item={item} />;
	return (
		<Suspense fallback={<div className={DEAL_ACTION_SPACE_CLASS} />}>
			<BuyerAction item={item} />
		</Suspense>
	);
}

function MainAction({ item }: { item: ItemDetails }) {
	if (item.status === 'sold') {
		return (
			<ButtonLink variant="main" to={{ hash: SIMILAR_ID }} className="min-w-0 flex-auto px-3!">
				See similar items
			</ButtonLink>
		);
	}
	if (item.status === 'available') {
		const hasDealAction = hasBuyerAction(item);
		return (
			<>
				{hasDealAction && <DealAction item={item} />}
				<ChatLink
					item={item}
					variant={hasDealAction ? 'plain' : 'main'}
					isShort={hasDealAction}
					className={`min-w-0 flex-auto ${hasDealAction ? 'px-2.5! text-sm tablet:px-3! tablet:text-base' : 'px-3!'}`}
				/>
			</>
		);
	}
	return (
		<ButtonLink
			variant="plain"
			to={categoryPath(item.category)}
			className="min-w-0 flex-auto px-3!"
		>
			More in {item.category}
		</ButtonLink>
	);
}
