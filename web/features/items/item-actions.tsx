import { Pencil } from 'lucide-react';
import { lazy, Suspense } from 'react';
import type { ItemDetails } from '#contract/items.ts';
import { categoryPath, updateItemPath } from '#web/lib/paths.ts';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { Price } from '#web/ui/price.tsx';
import { ItemShare } from './item-share.tsx';
import { SIMILAR_ID } from './similar-id.ts';

/** For the owner alone, and so in a file of its own. */
const SellButton = lazy(async () => ({ default: (await import('./sell-button.tsx')).SellButton }));

/** What can be done with an item. On phones the price and the main button stay at the bottom of the screen. */
export function ItemActions({ item, isOwner }: { item: ItemDetails; isOwner: boolean }) {
	return (
		<div className="tablet:mt-4.5 tablet:flex tablet:flex-wrap tablet:gap-2.5">
			<div className="fixed inset-x-0 bottom-0 z-20 flex items-center gap-3.5 border-t border-line bg-surface px-4 pt-3 pb-[max(0.875rem,env(safe-area-inset-bottom))] tablet:static tablet:z-0 tablet:flex-1 tablet:border-0 tablet:bg-transparent tablet:p-0">
				<Price rupees={item.price} className="min-w-0 text-xl tablet:hidden" />
				<MainAction item={item} isOwner={isOwner} />
				{item.status !== 'banned' && <ItemShare item={item} />}
			</div>
			{isOwner && item.status === 'available' && (
				<ButtonLink to={updateItemPath(item.id)} className="mt-4 w-full tablet:mt-0 tablet:w-auto">
					<Pencil aria-hidden="true" className="size-4.5" />
					Update Item
				</ButtonLink>
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
			<ButtonLink
				variant="main"
				to={{ hash: SIMILAR_ID }}
				className="min-w-0 flex-1 whitespace-nowrap"
			>
				See similar items
			</ButtonLink>
		);
	}
	return (
		<ButtonLink
			variant="plain"
			to={categoryPath(item.category)}
			className="min-w-0 flex-1 whitespace-nowrap"
		>
			More in {item.category}
		</ButtonLink>
	);
}
