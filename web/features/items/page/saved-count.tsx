import { useQuery } from '@tanstack/react-query';
import type { ItemDetails } from '#contract/items/schemas.ts';
import { SAVED_MESSAGES } from '#contract/saved/facts.ts';
import { ownItemQuery } from '#web/features/items/queries.ts';

/** How many people saved the item, shown to its owner. */
export function SavedCount({ item }: { item: ItemDetails }) {
	const { data } = useQuery({ ...ownItemQuery(item.id), enabled: item.savedCount === undefined });
	const count = item.savedCount ?? data?.savedCount;

	return (
		<p className="min-h-6 basis-full text-sm text-ink-soft">
			{count !== undefined && SAVED_MESSAGES.savedBy(count)}
		</p>
	);
}
