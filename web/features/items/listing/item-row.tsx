import { type ReactNode, type RefObject, useId } from 'react';
import type { Item } from '#contract/items/schemas.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { ItemCard } from './item-card.tsx';

/** Scrolls sideways on phones; a grid on wider screens. */
const ROW =
	'-mx-4 flex snap-x scroll-px-4 gap-3 overflow-x-auto px-4 py-1 [scrollbar-width:none] tablet:mx-0 tablet:grid tablet:grid-cols-4 tablet:gap-x-4.5 tablet:gap-y-8 tablet:overflow-visible tablet:px-0';
const CARD = 'w-44 min-w-0 shrink-0 snap-start tablet:w-auto';

interface ItemRowProps {
	title: string;
	/** Undefined while loading. */
	items: readonly Item[] | undefined;
	/** Number of placeholder cards while loading. */
	expected: number;
	/** Shown at the end of the title's line. */
	aside?: ReactNode;
	/** Element id, if links on this page point here. */
	id?: string;
	ref?: RefObject<HTMLElement | null>;
}

/** A titled row of a few item cards. */
export function ItemRow({ title, items, expected, aside, id, ref }: ItemRowProps) {
	const titleId = useId();

	return (
		<section
			ref={ref}
			id={id}
			tabIndex={id ? -1 : undefined}
			aria-labelledby={titleId}
			aria-busy={items === undefined || undefined}
			className="wrap pt-10 outline-none"
		>
			<div className="mb-3 flex min-h-11 items-center justify-between gap-x-4">
				<h2 id={titleId} className="text-xl">
					{title}
				</h2>
				{aside}
			</div>
			{items ? (
				<ul aria-labelledby={titleId} className={ROW}>
					{items.map((item) => (
						<li key={item.id} className={CARD}>
							<ItemCard item={item} linkLabel="Explore This" />
						</li>
					))}
				</ul>
			) : (
				<div aria-hidden="true" className={ROW}>
					{[...Array(expected).keys()].map((card) => (
						<div key={card} className={CARD}>
							<Skeleton className="aspect-4/3 rounded-card" />
							<Skeleton className="mt-2.5 h-[6.2125rem]" />
						</div>
					))}
				</div>
			)}
		</section>
	);
}
