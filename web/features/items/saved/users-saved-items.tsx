import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { PAGE_TABLE } from '#contract/core/pages.ts';
import { ITEM_MESSAGES } from '#contract/items/facts.ts';
import { SAVED_LIMITS, SAVED_MESSAGES } from '#contract/saved/facts.ts';
import type { SavedItem } from '#contract/saved/schemas.ts';
import { ItemCard } from '#web/features/items/listing/item-card.tsx';
import { ItemGrid, ItemGridSkeleton } from '#web/features/items/listing/item-grid.tsx';
import { savedItemsQuery } from '#web/features/saved/queries.ts';
import { savedIdsQuery } from '#web/features/saved/saved-ids-query.ts';
import { errorMessageFor } from '#web/lib/api/api-error.ts';
import { ErrorState } from '#web/ui/error-state.tsx';
import { LoadMore } from '#web/ui/load-more.tsx';
import { NothingSaved } from './nothing-saved.tsx';
import { RemovedItem } from './removed-item.tsx';

/**
 * The user's saved items. An item that the user takes off the saved items stays visible until the page is opened again,
 * so that it can be saved again.
 */
export function UsersSavedItems() {
	const saved = useInfiniteQuery(savedItemsQuery());
	const { data: savedIds } = useQuery(savedIdsQuery());
	const { data, error, isPending, hasNextPage } = saved;

	if (isPending) return <ItemGridSkeleton cards={SAVED_LIMITS.visitorPage} />;
	if (!data) {
		return (
			<ErrorState error={error} message={failureMessage(error)} onRetry={() => saved.refetch()} />
		);
	}
	const items = data.pages
		.flatMap((page) => page.items)
		// An item that is no longer public cannot be saved again, so it disappears when the user takes it off.
		.filter(({ id, status }) => status !== 'removed' || savedIds?.includes(id) !== false);
	if (items.length === 0 && !hasNextPage) return <NothingSaved />;
	return (
		<>
			<ItemGrid label={PAGE_TABLE.saved.label}>
				{items.map((item) => (
					<li key={item.id} className="min-w-0">
						<SavedCard item={item} />
					</li>
				))}
			</ItemGrid>
			{hasNextPage && <LoadMore list={saved} failure={failureMessage(error)} />}
		</>
	);
}

function SavedCard({ item }: { item: SavedItem }) {
	if (item.status === 'removed') return <RemovedItem id={item.id} title={item.title} />;
	const hasOtherPrice = item.status === 'available' && item.price !== item.savedPrice;
	return (
		<>
			<ItemCard item={item} linkLabel="Explore This" />
			{hasOtherPrice && (
				<p className="text-xs text-ink-soft tabular-nums">
					{SAVED_MESSAGES.priceWas(item.savedPrice)}
				</p>
			)}
		</>
	);
}

function failureMessage(error: Error | null): string {
	return errorMessageFor(error, SAVED_MESSAGES.loadFailed, ITEM_MESSAGES.noConnection);
}
