import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { ITEM_LIMITS, ITEM_MESSAGES } from '#contract/items/facts.ts';
import type { Item } from '#contract/items/schemas.ts';
import { ItemCard } from '#web/features/items/listing/item-card.tsx';
import { ItemGrid, ItemGridSkeleton } from '#web/features/items/listing/item-grid.tsx';
import { featuredQuery } from '#web/features/items/queries.ts';
import { errorMessageFor } from '#web/lib/api/api-error.ts';
import { categoryPath } from '#web/lib/paths.ts';
import { ErrorState } from '#web/ui/error-state.tsx';
import { lazyOptional } from '#web/ui/lazy-optional.ts';
import { Link } from '#web/ui/link.tsx';

/** Loaded only while no item is on sale. */
const NoItemsYet = lazyOptional(async () => (await import('./no-items-yet.tsx')).NoItemsYet);

/** The home page's section with the newest items on sale. */
export function FeaturedProducts() {
	return (
		<section aria-labelledby="featured-title">
			<div className="mt-9 mb-2 flex items-center justify-between gap-4">
				<h2 id="featured-title" className="text-2xl">
					Featured Products
				</h2>
				<Link
					to={categoryPath()}
					className="flex min-h-11 shrink-0 items-center text-sm font-semibold text-link hover:underline"
				>
					View All
				</Link>
			</div>
			<Products />
		</section>
	);
}

function Products() {
	const featured = useQuery(featuredQuery());

	if (featured.isPending) return <ItemGridSkeleton cards={ITEM_LIMITS.featuredSkeletons} />;
	if (featured.isError && !featured.data) {
		const { failed, noConnection } = ITEM_MESSAGES;
		return (
			<ErrorState
				error={featured.error}
				message={errorMessageFor(featured.error, failed, noConnection)}
				onRetry={() => featured.refetch()}
			/>
		);
	}
	if (featured.data.length === 0) {
		return (
			<Suspense fallback={<div className="min-h-96" />}>
				<NoItemsYet />
			</Suspense>
		);
	}
	return (
		<ItemGrid label="Featured products">
			{featured.data.map((item: Item) => (
				<li key={item.id}>
					<ItemCard item={item} linkLabel="Explore" />
				</li>
			))}
		</ItemGrid>
	);
}
