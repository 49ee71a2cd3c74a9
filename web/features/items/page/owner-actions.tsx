import { useQuery } from '@tanstack/react-query';
import { MessagesSquare, Pencil } from 'lucide-react';
import type { ItemDetails } from '#contract/items/schemas.ts';
import { useRefetchOnChatChange } from '#web/features/chat/inbox/use-refetch-on-chat-change.ts';
import { WaitingPeople } from '#web/features/deals/item/waiting-people.tsx';
import { PutBackButton, RemoveButton } from '#web/features/items/remove-button.tsx';
import { availableBuyersPath, postFromTemplatePath, updateItemPath } from '#web/lib/paths.ts';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { ActionBar } from './action-bar.tsx';
import { buyerCountQuery } from './buyer-count-query.ts';
import { ItemShare } from './item-share.tsx';
import { SavedCount } from './saved-count.tsx';
import { SellButton } from './sell-button.tsx';

/**
 * The owner's actions on an item. While the item is on sale, two main actions are in the action bar and the
 * others below the price. When the item is sold, all actions are in the action bar. A removed item can be put back.
 */
export function OwnerActions({ item }: { item: ItemDetails }) {
	const isSold = item.status === 'sold';
	if (item.status === 'removed') {
		return (
			<ActionBar>
				<PutBackButton item={item} className="grow" />
			</ActionBar>
		);
	}

	return (
		<div className="tablet:flex tablet:flex-wrap tablet:gap-2.5">
			<ActionBar className="gap-x-2 tablet:contents">
				{isSold ? (
					<ButtonLink
						variant="main"
						to={postFromTemplatePath(item.id)}
						className="grow basis-36 px-3!"
					>
						Post one like it
					</ButtonLink>
				) : (
					<BuyersLink itemId={item.id} />
				)}
				<SellButton item={item} />
				{isSold && <ItemShare item={item} />}
				{isSold && <RemoveButton item={item} />}
			</ActionBar>
			{!isSold && (
				<div className="mt-4 flex flex-wrap gap-2.5 tablet:contents">
					<ButtonLink to={updateItemPath(item.id)} className="flex-auto px-3! whitespace-nowrap">
						<Pencil aria-hidden="true" className="size-4.5" />
						Update Item
					</ButtonLink>
					<ItemShare item={item} />
					<SavedCount item={item} />
					<RemoveButton item={item} />
				</div>
			)}
			{!isSold && <WaitingPeople item={item} />}
		</div>
	);
}

/** A link to the item's buyers; their number is updated with every message. */
function BuyersLink({ itemId }: { itemId: number }) {
	const query = buyerCountQuery(itemId);
	const { data } = useQuery(query);
	useRefetchOnChatChange(query.queryKey);

	return (
		<ButtonLink
			variant="main"
			to={availableBuyersPath(itemId)}
			className="min-h-14 min-w-0 grow basis-36 px-2! text-[0.875rem] leading-tight tablet:basis-full tablet:text-sm wide:min-h-[2.875rem] wide:text-base"
		>
			<MessagesSquare aria-hidden="true" className="hidden size-4.5 shrink-0 wide:block" />
			<span>
				See Interested Buyers
				{data && data.buyers > 0 && (
					<span>
						{/* The no-break space keeps the dot on the first line if the number wraps. */}
						{'\u00a0· '}
						<span className="whitespace-nowrap tabular-nums">{countLabel(data)}</span>
					</span>
				)}
			</span>
		</ButtonLink>
	);
}

function countLabel({ buyers, unread }: { buyers: number; unread: number }): string {
	return unread > 0 ? `${buyers} (${unread} unread)` : `${buyers}`;
}
