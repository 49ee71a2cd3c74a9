import type { ItemDetails } from '#contract/items/schemas.ts';
import { MoreFromSeller } from '#web/features/items/page/more-from-seller.tsx';
import { SimilarItems } from '#web/features/items/page/similar-items.tsx';
import { useRecordSeen } from '#web/features/items/seen/use-record-seen.ts';

/**
 * The two sections at the bottom of an item's page: similar items, and more items of the same seller. Also stores that
 * the item was opened.
 */
export function ItemRows({ item }: { item: ItemDetails }) {
	useRecordSeen(item);

	return (
		<>
			<SimilarItems item={item} />
			<MoreFromSeller item={item} />
		</>
	);
}
