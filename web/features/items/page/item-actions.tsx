import { Suspense } from 'react';
import type { ItemDetails } from '#contract/items/items.ts';
import { categoryPath } from '#web/lib/paths.ts';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { lazyOptional } from '#web/ui/lazy-optional.ts';
import { Price } from '#web/ui/price.tsx';
import { ActionBar } from './action-bar.tsx';
import { ChatLink } from './chat-link.tsx';
import { ItemShare } from './item-share.tsx';
import { SIMILAR_ID } from './similar-id.ts';

/** For the owner alone, and so in a file of its own. */
const OwnerActions = lazyOptional(async () => (await import('./owner-actions.tsx')).OwnerActions);

/** The owner's buttons: on phones only those below the price are in the page. */
const OWNER_MIN_HEIGHT = {
	available: 'min-h-[3.875rem] tablet:min-h-[10.5rem] wide:min-h-[6.375rem]',
	sold: 'tablet:min-h-[2.875rem]',
};

/** What can be done with an item. On phones the price and the main button stay at the bottom of the screen. */
export function ItemActions({ item, isOwner }: { item: ItemDetails; isOwner: boolean }) {
	return (
		<div className="tablet:mt-4.5">
			{isOwner && item.status !== 'banned' ? (
				<Suspense fallback={<div className={OWNER_MIN_HEIGHT[item.status]} />}>
					<OwnerActions item={item} />
				</Suspense>
			) : (
				<ActionBar>
					{/* It takes what room is left, so that the buttons stay where they are when its own letters come. */}
					<Price rupees={item.price} className="grow-999 text-xl tablet:hidden" />
					<div className="flex min-w-0 flex-auto gap-2.5">
						<MainAction item={item} />
						{item.status !== 'banned' && <ItemShare item={item} />}
					</div>
				</ActionBar>
			)}
		</div>
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
		return <ChatLink item={item} variant="main" className="min-w-0 flex-auto px-3!" />;
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
