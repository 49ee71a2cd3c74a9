import { type ReactNode, useId } from 'react';
import type { Item } from '#contract/items/schemas.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { ItemCard } from './item-card.tsx';

/**
 * The height fits cards whose last line wraps, and a scroll bar. `styles/theme.css` reserves this height plus that of
 * the title's line and the spacing.
 */
const STRIP = '-mx-4 flex min-h-72 gap-3 px-4 pt-1 pb-3 tablet:min-h-79 tablet:gap-4.5';
const CARD = 'w-44 shrink-0 snap-start tablet:w-51.5';
const SKELETON_CARDS = 4;

interface ItemStripProps {
	title: string;
	items: readonly Item[];
	/** Shown at the end of the title's line. */
	aside?: ReactNode;
}

/** A titled row of item cards. It scrolls sideways on all screens, so that any number of cards has the same height. */
export function ItemStrip({ title, items, aside }: ItemStripProps) {
	const id = useId();

	return (
		<section aria-labelledby={id} className="pt-9">
			<div className="mb-2 flex min-h-11 items-center justify-between gap-4">
				<h2 id={id} className="truncate text-xl tablet:text-2xl">
					{title}
				</h2>
				{aside}
			</div>
			<ul
				aria-labelledby={id}
				className={`${STRIP} snap-x scroll-px-4 overflow-x-auto [scrollbar-width:thin]`}
			>
				{items.map((item) => (
					<li key={item.id} className={CARD}>
						<ItemCard item={item} linkLabel="Explore" />
					</li>
				))}
			</ul>
		</section>
	);
}

/** A placeholder of the same height, shown only where the page has reserved space for the strip (styles/theme.css). */
export function AwaitedItemStrip({ title }: { title: string }) {
	return (
		<div aria-hidden="true" className="awaited hidden pt-9">
			<p className="mb-2 flex min-h-11 items-center font-display text-xl font-bold tablet:text-2xl">
				{title}
			</p>
			<div className={`${STRIP} overflow-hidden`}>
				{[...Array(SKELETON_CARDS).keys()].map((card) => (
					<div key={card} className={CARD}>
						<Skeleton className="aspect-4/3 rounded-card" />
						<Skeleton className="mt-2.5 h-[6.2125rem]" />
					</div>
				))}
			</div>
		</div>
	);
}
