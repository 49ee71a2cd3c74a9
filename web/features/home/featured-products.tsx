import { useQuery } from '@tanstack/react-query';
import { ITEM_LIMITS, ITEM_MESSAGES } from '#contract/item-facts.ts';
import type { Item } from '#contract/items.ts';
import { PAGES } from '#contract/pages.ts';
import { ItemCard } from '#web/features/items/item-card.tsx';
import { ItemGrid, ItemGridSkeleton } from '#web/features/items/item-grid.tsx';
import { featuredQuery } from '#web/features/items/queries.ts';
import { wordsFor } from '#web/lib/api-error.ts';
import { actionPath, categoryPath } from '#web/lib/paths.ts';
import { useSession } from '#web/lib/session.ts';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { Link } from '#web/ui/link.tsx';

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
	if (featured.isError) {
		const { failed, noConnection } = ITEM_MESSAGES;
		return (
			<ErrorState
				message={wordsFor(featured.error, failed, noConnection)}
				onRetry={() => featured.refetch()}
			/>
		);
	}
	if (featured.data.length === 0) return <NothingYet />;
	return (
		<ItemGrid label="Featured products">
			{featured.data.map((item: Item, place) => (
				<li key={item.id}>
					<ItemCard item={item} linkLabel="Explore" badge="New" isFirst={place < 2} />
				</li>
			))}
		</ItemGrid>
	);
}

function NothingYet() {
	const { hasToken } = useSession();
	return (
		<EmptyState
			title="The board is still empty"
			heading="h3"
			action={
				<ButtonLink variant="main" to={actionPath(PAGES.post, hasToken)}>
					Be the first to sell
				</ButtonLink>
			}
		>
			The newest things on sale will hang here.
		</EmptyState>
	);
}
