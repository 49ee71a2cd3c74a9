import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { ItemDetails } from '#contract/items/schemas.ts';
import { ItemRow } from '#web/features/items/listing/item-row.tsx';
import { sellerItemsQuery, sellerQuery } from '#web/features/items/seller-queries.ts';
import { personPath } from '#web/lib/paths.ts';
import { Link } from '#web/ui/link.tsx';
import { useNearView } from '#web/ui/use-near-view.ts';

const SHOWN_COUNT = 4;

/** The seller's other items, if there are any. Their number is known from the seller's details before the items load. */
export function MoreFromSeller({ item }: { item: ItemDetails }) {
	const seller = useQuery(sellerQuery(item.userId));
	const onSale = seller.data?.onSale ?? 0;
	const others = onSale - (item.status === 'available' ? 1 : 0);

	return others > 0 ? (
		<OtherItems key={item.id} item={item} others={others} onSale={onSale} />
	) : null;
}

interface OtherItemsProps {
	item: ItemDetails;
	others: number;
	/** The number of the seller's items on sale, including this item if it is on sale. */
	onSale: number;
}

function OtherItems({ item, others, onSale }: OtherItemsProps) {
	const [sectionRef, isNear] = useNearView<HTMLElement>();
	const listing = useInfiniteQuery({ ...sellerItemsQuery(item.userId), enabled: isNear });
	const items = listing.data?.pages
		.flatMap((page) => page.items)
		.filter(({ id }) => id !== item.id)
		.slice(0, SHOWN_COUNT);

	if ((listing.isError && !items) || items?.length === 0) return null;
	return (
		<ItemRow
			ref={sectionRef}
			title={`More from ${item.User?.userName || 'this seller'}`}
			items={items}
			expected={Math.min(others, SHOWN_COUNT)}
			aside={
				others > SHOWN_COUNT && (
					<Link
						to={personPath(item.userId)}
						className="inline-flex min-h-11 shrink-0 items-center text-sm font-semibold text-link underline underline-offset-4"
					>
						See all {onSale}
					</Link>
				)
			}
		/>
	);
}
