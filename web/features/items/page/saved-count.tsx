import { useQuery } from '@tanstack/react-query';
import { getItem } from '#contract/items/endpoints.ts';
import type { ItemDetails } from '#contract/items/schemas.ts';
import { SAVED_MESSAGES } from '#contract/saved/facts.ts';
import { call } from '#web/lib/api/api.ts';

/**
 * How many people saved the item, shown to its owner. The data embedded in the page is the same for all users and lacks
 * this number, so the item is then requested again.
 */
export function SavedCount({ item }: { item: ItemDetails }) {
	const { data } = useQuery({
		queryKey: ['items', 'one', String(item.id), 'of its owner'],
		queryFn: ({ signal }) => call(getItem, { params: { id: item.id }, signal }),
		enabled: item.savedCount === undefined,
	});
	const count = item.savedCount ?? data?.savedCount;

	return (
		<p className="min-h-6 basis-full text-sm text-ink-soft">
			{count !== undefined && SAVED_MESSAGES.savedBy(count)}
		</p>
	);
}
