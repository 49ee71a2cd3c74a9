import { useEffect, useRef, useState } from 'react';
import type { Item } from '#contract/items/items.ts';
import type { View } from '#contract/items/listing.ts';
import { ItemCard } from './item-card.tsx';
import { ItemCardSkeleton, ItemGrid } from './item-grid.tsx';

/** More would compete with the script that draws them. */
const FIRST_IN_SIGHT = 2;

export interface ListingItemsProps {
	items: readonly Item[];
	view: View;
	isStale: boolean;
	/** How many are on their way: as many empty cards stand for them. */
	coming: number;
}

export function ListingItems({ items: listed, view, isStale, coming }: ListingItemsProps) {
	// One whose place has changed between two pages stands in both: what the later one says of it counts.
	const items = [...new Map(listed.map((item) => [item.id, item])).values()];
	const grid = useRef<HTMLUListElement>(null);
	const firstId = items[0]?.id;
	const count = items.length;
	const known = useRef({ firstId, count });
	/** What had the focus last while more was awaited. */
	const asker = useRef<Element>(null);
	const [news, setNews] = useState('');

	useEffect(() => {
		if (coming === 0) return;
		const note = () => {
			asker.current = document.activeElement;
		};
		note();
		document.addEventListener('focusin', note);
		return () => document.removeEventListener('focusin', note);
	}, [coming]);

	// 'Show more' goes away with the last page: the keyboard then goes on at the first card it brought.
	useEffect(() => {
		const before = known.current;
		known.current = { firstId, count };
		const more = before.firstId === firstId ? count - before.count : 0;
		if (more > 0) setNews(`${more} more product${more > 1 ? 's' : ''}, ${count} shown`);
		const isLost = asker.current?.isConnected === false && document.activeElement === document.body;
		if (more > 0 && isLost) {
			grid.current?.children[before.count]?.querySelector('a')?.focus({ preventScroll: true });
		}
	}, [firstId, count]);

	return (
		<>
			<ItemGrid ref={grid} label="Products" view={view} isStale={isStale}>
				{items.map((item, place) => (
					<li key={item.id} className="min-w-0">
						<ItemCard
							item={item}
							linkLabel="Explore This"
							view={view}
							isFirst={place < FIRST_IN_SIGHT}
						/>
					</li>
				))}
				{[...Array(coming).keys()].map((card) => (
					<li key={`coming ${card}`} aria-hidden="true">
						<ItemCardSkeleton view={view} />
					</li>
				))}
			</ItemGrid>
			<p role="status" className="sr-only">
				{news}
			</p>
		</>
	);
}
