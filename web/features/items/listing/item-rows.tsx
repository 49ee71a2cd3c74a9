import type { ItemDetails } from '#contract/items/items.ts';
import { ItemMoreFrom } from '#web/features/items/page/item-more-from.tsx';
import { ItemSimilar } from '#web/features/items/page/item-similar.tsx';

/** Where to go on from an item. */
export function ItemRows({ item }: { item: ItemDetails }) {
	return (
		<>
			<ItemSimilar item={item} />
			<ItemMoreFrom item={item} />
		</>
	);
}
