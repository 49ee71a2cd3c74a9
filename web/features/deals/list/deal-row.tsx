import { agreedPrice } from '#contract/deals/amounts.ts';
import type { Deal } from '#contract/deals/schemas.ts';
import type { Item } from '#contract/items/schemas.ts';
import { describeDeal } from '#web/features/deals/describe-deal.ts';
import { StateLabel } from '#web/features/deals/strip/state-label.tsx';
import { buyerChatPath, sellerChatPath } from '#web/lib/paths.ts';
import { Link } from '#web/ui/link.tsx';
import { Picture } from '#web/ui/picture.tsx';
import { Price } from '#web/ui/price.tsx';

export interface ListedDeal extends Deal {
	item: Item;
	other: { id: number; userName: string };
}

/** One deal as a link to its chat: the item, the other person, the state and its details. */
export function DealRow({ deal }: { deal: ListedDeal }) {
	const { item, other } = deal;
	const { state, tone, line } = describeDeal(deal, {
		name: other.userName,
		itemStatus: item.status,
	});

	return (
		<li>
			<Link
				to={chatPathOf(deal)}
				className="grid min-h-26 grid-cols-[4.5rem_minmax(0,1fr)] items-start gap-x-3 rounded-card border border-line bg-surface p-3 hover:bg-sunken"
			>
				<span className="block aspect-4/3 overflow-hidden rounded-field bg-sunken">
					<Picture photo={item.photos[0]} alt="" sizes="72px" isSmall />
				</span>
				<span className="grid min-w-0 gap-0.5">
					<span className="truncate font-semibold">{item.title}</span>
					<span className="flex min-w-0 items-baseline gap-x-2">
						<Price rupees={item.price} agreed={agreedPrice(deal)} className="shrink-0 text-sm" />
						<span className="truncate text-xs text-ink-soft">
							<bdi>{other.userName}</bdi>
						</span>
					</span>
					<span>
						<StateLabel tone={tone}>{state}</StateLabel>
					</span>
					<span className="text-sm text-ink-soft wrap-anywhere">{line}</span>
				</span>
			</Link>
		</li>
	);
}

function chatPathOf({ role, itemId, buyerId, sellerId }: ListedDeal): string {
	return role === 'seller' ? sellerChatPath(itemId, buyerId) : buyerChatPath(sellerId, itemId);
}
