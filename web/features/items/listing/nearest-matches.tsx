import type { View } from '#contract/items/listing.ts';
import type { Item } from '#contract/items/schemas.ts';
import { ItemCard } from './item-card.tsx';
import { ItemGrid } from './item-grid.tsx';

/** Items that nearly match a search without results. */
export function NearestMatches({ items, view }: { items: readonly Item[]; view: View }) {
	return (
		<section aria-labelledby="nearest-title">
			<h2 id="nearest-title" className="mt-4 mb-4 text-2xl">
				Closest
			</h2>
			<ItemGrid label="Closest" view={view}>
				{items.map((item) => (
					<li key={item.id} className="min-w-0">
						<ItemCard item={item} linkLabel="Explore This" view={view} />
					</li>
				))}
			</ItemGrid>
		</section>
	);
}
