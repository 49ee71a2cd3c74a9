import type { ReactNode, RefObject } from 'react';
import type { View } from '#contract/items/listing.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';

const GRID_CLASSES: Record<View, string> = {
	grid: 'grid grid-cols-[repeat(auto-fill,minmax(min(8.5rem,100%),1fr))] gap-x-3 gap-y-6 tablet:grid-cols-[repeat(var(--card-columns,4),minmax(0,1fr))] tablet:gap-x-4.5 tablet:gap-y-8',
	list: 'grid gap-5',
};

export interface ItemGridProps {
	children: ReactNode;
	label: string;
	view?: View;
	/** Dims the cards, because other items are loading. */
	isStale?: boolean;
	ref?: RefObject<HTMLUListElement | null>;
}

/** Item cards in a grid or a list. */
export function ItemGrid({ children, label, view = 'grid', isStale = false, ref }: ItemGridProps) {
	return (
		<ul
			ref={ref}
			aria-label={label}
			aria-busy={isStale || undefined}
			className={`${GRID_CLASSES[view]} transition-opacity duration-150 aria-busy:opacity-60`}
		>
			{children}
		</ul>
	);
}

/** Placeholder cards with the size of real ones. */
export function ItemGridSkeleton({ cards, view = 'grid' }: { cards: number; view?: View }) {
	return (
		<div role="status" className={GRID_CLASSES[view]}>
			<span className="sr-only">Loading items…</span>
			{[...Array(cards).keys()].map((card) => (
				<ItemCardSkeleton key={card} view={view} />
			))}
		</div>
	);
}

export function ItemCardSkeleton({ view }: { view: View }) {
	const isRow = view === 'list';
	return (
		<div
			data-skeleton
			className={
				isRow ? 'grid grid-cols-[8rem_1fr] gap-4 tablet:grid-cols-[13rem_1fr] tablet:gap-6' : ''
			}
		>
			<Skeleton className="aspect-4/3 rounded-card" />
			<div className={isRow ? 'self-center' : 'mt-2.5'}>
				<Skeleton className="h-6 w-20" />
				<Skeleton className="mt-1.5 h-4 w-4/5" />
				<Skeleton className="mt-1 h-4 w-3/5" />
				<Skeleton className="mt-3.5 h-5 w-16" />
			</div>
		</div>
	);
}
