import { Suspense } from 'react';
import type { ItemDetails } from '#contract/items.ts';
import { categoryPath } from '#web/lib/paths.ts';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { lazyExtra } from '#web/ui/lazy-extra.ts';
import { Price } from '#web/ui/price.tsx';
import { ChatLink } from './chat-link.tsx';
import { ItemShare } from './item-share.tsx';
import { SIMILAR_ID } from './similar-id.ts';

/** For the owner alone, and so in files of their own. */
const SellButton = lazyExtra(async () => (await import('./sell-button.tsx')).SellButton);
const OwnerActions = lazyExtra(async () => (await import('./owner-actions.tsx')).OwnerActions);

/** What can be done with an item. On phones the price and the main button stay at the bottom of the screen. */
export function ItemActions({ item, isOwner }: { item: ItemDetails; isOwner: boolean }) {
	return (
		<div className="tablet:mt-4.5 tablet:flex tablet:flex-wrap tablet:gap-2.5">
			<div className="fixed inset-x-0 bottom-0 z-20 flex flex-wrap items-center gap-x-3 gap-y-2 border-t border-line bg-surface px-4 pt-3 pb-[max(0.875rem,env(safe-area-inset-bottom))] tablet:static tablet:z-0 tablet:flex-1 tablet:border-0 tablet:bg-transparent tablet:p-0">
				{/* It takes what room is left, so that the buttons stay where they are when its own letters come. */}
				<Price rupees={item.price} className="grow-999 text-xl tablet:hidden" />
				<div className="flex min-w-0 flex-auto gap-2.5">
					<MainAction item={item} isOwner={isOwner} />
					{item.status !== 'banned' && <ItemShare item={item} />}
				</div>
			</div>
			{isOwner && item.status === 'available' && (
				<div className="mt-4 grid min-h-[6.375rem] gap-2.5 tablet:mt-0 tablet:min-h-[2.875rem] tablet:*:flex-auto tablet:flex tablet:w-full tablet:flex-wrap">
					<Suspense>
						<OwnerActions itemId={item.id} />
					</Suspense>
				</div>
			)}
		</div>
	);
}

function MainAction({ item, isOwner }: { item: ItemDetails; isOwner: boolean }) {
	if (isOwner && item.status !== 'banned') {
		return (
			<Suspense fallback={<div className="min-h-11 flex-1" />}>
				<SellButton item={item} />
			</Suspense>
		);
	}
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
