import { useQuery } from '@tanstack/react-query';
import { ItemCard } from '#web/features/items/listing/item-card.tsx';
import { ItemGrid, ItemGridSkeleton } from '#web/features/items/listing/item-grid.tsx';
import { featuredQuery } from '#web/features/items/queries.ts';

const SHOWN_COUNT = 4;

/** The newest items on sale, shown on a "not found" page. Renders nothing if they cannot be loaded. */
export function NewestItems() {
	const { data, isPending } = useQuery(featuredQuery());

	if (!isPending && !data?.length) return null;
	return (
		<section aria-labelledby="just-posted-title">
			<h2 id="just-posted-title" className="mb-4 text-2xl">
				Just put on sale
			</h2>
			{data ? (
				<ItemGrid label="Just put on sale">
					{data.slice(0, SHOWN_COUNT).map((item) => (
						<li key={item.id} className="min-w-0">
							<ItemCard item={item} linkLabel="Explore This" />
						</li>
					))}
				</ItemGrid>
			) : (
				<ItemGridSkeleton cards={SHOWN_COUNT} />
			)}
		</section>
	);
}
