import { memo, Suspense, useId, useState, ViewTransition } from 'react';
import { CONDITION_LABELS } from '#contract/items/facts.ts';
import type { View } from '#contract/items/listing.ts';
import type { Item } from '#contract/items/schemas.ts';
import { PICTURE_SIZES } from '#contract/photos/sizes.ts';
import { photoTransition } from '#web/features/items/gallery/photo-transition.ts';
import { formatUntil, timeAgo } from '#web/lib/format.ts';
import { itemPath } from '#web/lib/paths.ts';
import { photosOf } from '#web/lib/shown-photo.ts';
import { lazyHydrated } from '#web/ui/lazy-hydrated.ts';
import { Link } from '#web/ui/link.tsx';
import { Picture } from '#web/ui/picture.tsx';
import { Price } from '#web/ui/price.tsx';
import { Tag } from '#web/ui/tag.tsx';
import { useIsNew } from './use-is-new.ts';

const SaveButton = lazyHydrated(
	async () => (await import('#web/features/saved/save-button.tsx')).SaveButton,
);

export interface ItemCardProps {
	item: Item;
	/** The link's text: 'Explore' or 'Explore This'. */
	linkLabel: string;
	view?: View;
	/** For a card that is visible at the start: its picture is fetched at once, before others. */
	isEager?: boolean;
}

/** Labels for items that went off sale after the list was loaded. */
const STATUS_LABELS: Partial<Record<Item['status'], string>> = {
	sold: 'Sold',
	banned: 'Taken down',
};

/**
 * One item of a list. The whole card is a link to the item's page. `memo` prevents rendering the card again with its
 * list. React would then discard the server's HTML of a heart whose script has not loaded, and lose a press on it.
 */
export const ItemCard = memo(function ItemCard(props: ItemCardProps) {
	const { item, linkLabel, view = 'grid', isEager } = props;
	const id = useId();
	const isRow = view === 'list';
	// Only the pressed card's picture has the transition name: another list may show the same item.
	const [isPressed, setIsPressed] = useState(false);

	return (
		<article
			aria-labelledby={`${id}-title`}
			className={`group item-card relative ${isRow ? 'grid grid-cols-[8rem_1fr] gap-4 tablet:grid-cols-[13rem_1fr] tablet:gap-6' : 'flex h-full flex-col'}`}
		>
			<div className="relative aspect-4/3 overflow-hidden rounded-card bg-sunken card-focused:outline-[2.5px] card-focused:outline-offset-2 card-focused:outline-link">
				<ViewTransition
					name={isPressed ? photoTransition(item.id) : 'auto'}
					share="grow"
					default="none"
				>
					<Picture
						photo={photosOf(item)[0]}
						alt=""
						sizes={isRow ? PICTURE_SIZES.row : PICTURE_SIZES.card}
						isEager={isEager}
						className={`transition-transform duration-250 ease-out motion-safe:group-hover:scale-[1.045] motion-safe:card-focused:scale-[1.045] ${item.status === 'available' ? '' : 'opacity-60 grayscale'}`}
					/>
				</ViewTransition>
				<StatusTag item={item} />
				<Suspense>
					<SaveButton item={item} className="top-0.5 right-0.5" />
				</Suspense>
			</div>
			<div className={`flex min-w-0 flex-1 flex-col ${isRow ? 'justify-center' : 'mt-2.5'}`}>
				<Price rupees={item.price} />
				<h3
					id={`${id}-title`}
					className={`mt-0.5 line-clamp-2 font-text text-sm font-semibold tracking-normal wrap-anywhere ${isRow ? '' : 'min-h-[2lh]'}`}
				>
					{item.title}
				</h3>
				{/* A grid has no room for the description, so only screen readers get it. */}
				<p className={isRow ? 'max-w-prose text-xs wrap-anywhere text-ink-soft' : 'sr-only'}>
					{item.description}
				</p>
				<div className="mt-1 flex flex-wrap items-center justify-between gap-x-2 text-xs text-ink-soft">
					<Link
						id={`${id}-link`}
						to={itemPath(item.id)}
						onClick={() => setIsPressed(true)}
						aria-labelledby={`${id}-link ${id}-title`}
						className="py-1 text-xs font-semibold text-link tablet:text-sm outline-none after:absolute after:inset-0 after:rounded-card data-followed:after:bg-ink/10"
					>
						{linkLabel}
					</Link>
					<CardNote item={item} />
				</div>
			</div>
		</article>
	);
});

/** A separate component, so that 'New', which appears after hydration, does not render the whole card again. */
function StatusTag({ item }: Pick<ItemCardProps, 'item'>) {
	const isNew = useIsNew(item.createdAt);
	const onSaleLabel = item.reservedUntil ? 'Reserved' : isNew && 'New';
	const label = STATUS_LABELS[item.status] ?? onSaleLabel;
	return label && <Tag className="absolute top-2 left-2">{label}</Tag>;
}

/** The item's condition, and the end of its reservation or, if it is not reserved, its age. */
function CardNote({ item: { condition, createdAt, reservedUntil } }: Pick<ItemCardProps, 'item'>) {
	return (
		<span>
			{condition && <span>{`${CONDITION_LABELS[condition].name} · `}</span>}
			<time dateTime={reservedUntil ?? createdAt} suppressHydrationWarning>
				{reservedUntil ? formatUntil(reservedUntil) : timeAgo(createdAt, 'short')}
			</time>
		</span>
	);
}
