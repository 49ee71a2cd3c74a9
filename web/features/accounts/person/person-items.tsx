import { useInfiniteQuery } from '@tanstack/react-query';
import { useId } from 'react';
import type { PublicPerson } from '#contract/auth/person-fields.ts';
import { ITEM_LIMITS, ITEM_MESSAGES } from '#contract/items/facts.ts';
import { ItemGridSkeleton } from '#web/features/items/listing/item-grid.tsx';
import { ListingItems } from '#web/features/items/listing/listing-items.tsx';
import { sellerItemsQuery } from '#web/features/items/seller-queries.ts';
import { errorMessageFor } from '#web/lib/api/api-error.ts';
import { categoryPath } from '#web/lib/paths.ts';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { LoadMore } from '#web/ui/load-more.tsx';

const SKELETONS = 4;
/** After this many pages only the button loads more, so that the end of the page can be reached. */
const AUTO_LOADED_PAGES = 6;

/** A seller's items on sale, with more loaded while scrolling. */
export function PersonItems({ person }: { person: PublicPerson }) {
	const id = useId();

	return (
		<section aria-labelledby={id} className="grid min-w-0 gap-4">
			<h2 id={id} className="text-2xl">
				On sale
			</h2>
			<Items person={person} />
		</section>
	);
}

function Items({ person }: { person: PublicPerson }) {
	const listing = useInfiniteQuery(sellerItemsQuery(person.id));
	const items = listing.data?.pages.flatMap((page) => page.items);
	const failure = errorMessageFor(listing.error, ITEM_MESSAGES.failed, ITEM_MESSAGES.noConnection);

	if (!items) {
		return listing.isError ? (
			<ErrorState error={listing.error} message={failure} onRetry={() => void listing.refetch()} />
		) : (
			<ItemGridSkeleton cards={Math.min(person.onSale, SKELETONS) || 1} />
		);
	}
	if (items.length === 0) {
		return (
			<EmptyState
				heading="h3"
				title="Nothing on sale right now"
				action={
					<ButtonLink variant="main" to={categoryPath()}>
						See what others sell
					</ButtonLink>
				}
			>
				<span className="wrap-anywhere">
					What <bdi>{person.userName}</bdi> puts on sale will show up here.
				</span>
			</EmptyState>
		);
	}
	return (
		<>
			<ListingItems
				items={items}
				view="grid"
				isStale={false}
				skeletonCount={listing.isFetchingNextPage ? nextSkeletonCount(person, items.length) : 0}
			/>
			{listing.hasNextPage && (
				<LoadMore
					list={listing}
					failure={failure}
					isAutomatic={(listing.data?.pages.length ?? 0) < AUTO_LOADED_PAGES}
				/>
			)}
		</>
	);
}

/** The number of placeholder cards for the next page. */
function nextSkeletonCount({ onSale }: PublicPerson, shownCount: number): number {
	return Math.max(0, Math.min(ITEM_LIMITS.pageDefault, onSale - shownCount));
}
