import { Fragment, useEffect, useRef, useState } from 'react';
import type { View } from '#contract/items/listing.ts';
import type { Item } from '#contract/items/schemas.ts';
import { ItemCard } from './item-card.tsx';
import { ItemCardSkeleton, ItemGrid } from './item-grid.tsx';

/** The number of pictures that are fetched at once; more of them would delay the page's script. */
const EAGER_PICTURES = 2;

export interface ListingItemsProps {
	items: readonly Item[];
	view: View;
	/** Whether the items that name no subject are headed as items for every semester. */
	isOfSemester?: boolean;
	/** The items are those of the previous filters, because the items of the new filters are loading. */
	isStale: boolean;
	/** Number of placeholder cards for the page that is loading. */
	skeletonCount: number;
}

/**
 * The cards of a listing, with placeholders for the page that is loading. When items are added, screen readers read
 * their number.
 */
export function ListingItems({
	items: loadedItems,
	view,
	isOfSemester = false,
	isStale,
	skeletonCount,
}: ListingItemsProps) {
	// An item that moved between two page requests is in both responses: the later copy is shown.
	const items = [...new Map(loadedItems.map((item) => [item.id, item])).values()];
	const firstGeneral = isOfSemester
		? items.find(({ subjects }) => subjects.length === 0)
		: undefined;
	const grid = useRef<HTMLUListElement>(null);
	const firstId = items[0]?.id;
	const count = items.length;
	const shownBefore = useRef({ firstId, count });
	/** The last focused element while the next page was loading. */
	const lastFocused = useRef<Element>(null);
	const [announcement, setAnnouncement] = useState('');

	useEffect(() => {
		if (skeletonCount === 0) return;
		const rememberFocus = () => {
			lastFocused.current = document.activeElement;
		};
		rememberFocus();
		document.addEventListener('focusin', rememberFocus);
		return () => document.removeEventListener('focusin', rememberFocus);
	}, [skeletonCount]);

	// 'Show more' disappears after the last page: the focus moves to the first card of that page.
	useEffect(() => {
		const before = shownBefore.current;
		shownBefore.current = { firstId, count };
		const added = before.firstId === firstId ? count - before.count : 0;
		if (added > 0) setAnnouncement(`${added} more product${added > 1 ? 's' : ''}, ${count} shown`);
		const isFocusLost =
			lastFocused.current?.isConnected === false && document.activeElement === document.body;
		if (added > 0 && isFocusLost) {
			const cards = grid.current?.querySelectorAll(':scope > li:not([data-heading])');
			cards?.[before.count]?.querySelector('a')?.focus({ preventScroll: true });
		}
	}, [firstId, count]);

	return (
		<>
			<ItemGrid ref={grid} label="Products" view={view} isStale={isStale}>
				{items.map((item, index) => (
					<Fragment key={item.id}>
						{item === firstGeneral && (
							<li data-heading className="col-span-full">
								<h3 className="text-xl">Also for every semester</h3>
							</li>
						)}
						<li className="min-w-0">
							<ItemCard
								item={item}
								linkLabel="Explore This"
								view={view}
								isEager={index < EAGER_PICTURES}
							/>
						</li>
					</Fragment>
				))}
				{[...Array(skeletonCount).keys()].map((card) => (
					<li key={`coming ${card}`} aria-hidden="true">
						<ItemCardSkeleton view={view} />
					</li>
				))}
			</ItemGrid>
			<p role="status" className="sr-only">
				{announcement}
			</p>
		</>
	);
}
