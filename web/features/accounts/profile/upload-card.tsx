import { useId } from 'react';
import type { ItemDetails } from '#contract/items/schemas.ts';
import { useIsNew } from '#web/features/items/listing/use-is-new.ts';
import { DaysLeft, PutBackButton, RemoveButton } from '#web/features/items/remove-button.tsx';
import { formatUntil } from '#web/lib/format.ts';
import { itemPath } from '#web/lib/paths.ts';
import { photosOf } from '#web/lib/shown-photo.ts';
import { Link } from '#web/ui/link.tsx';
import { Picture } from '#web/ui/picture.tsx';
import { Price } from '#web/ui/price.tsx';
import { Tag } from '#web/ui/tag.tsx';

const STATUS_LABELS = {
	available: undefined,
	sold: 'Sold',
	banned: 'Taken down',
	removed: 'Removed',
} as const;
const SIZES = '(min-width: 75.5rem) 276px, (min-width: 47.5rem) 24vw, 46vw';

/** One of the user's own items in any status. The whole card is a link. */
export function UploadCard({ item }: { item: ItemDetails }) {
	const id = useId();
	const Action = item.status === 'removed' ? PutBackButton : RemoveButton;
	const isNew = useIsNew(item.createdAt);
	const isOnSale = item.status === 'available';
	const onSaleLabel = item.reservedUntil ? 'Reserved' : isNew && 'New';
	const statusLabel = STATUS_LABELS[item.status] ?? onSaleLabel;

	return (
		<article
			aria-labelledby={`${id}-title`}
			className="group item-card relative flex h-full flex-col"
		>
			<div className="relative aspect-4/3 overflow-hidden rounded-card bg-sunken card-focused:outline-[2.5px] card-focused:outline-offset-2 card-focused:outline-link">
				<Picture
					photo={photosOf(item)[0]}
					alt=""
					sizes={SIZES}
					className={`transition-transform duration-250 ease-out motion-safe:group-hover:scale-[1.045] motion-safe:card-focused:scale-[1.045] ${isOnSale ? '' : 'opacity-60 grayscale'}`}
				/>
				{statusLabel && <Tag className="absolute top-2 left-2">{statusLabel}</Tag>}
			</div>
			<div className="mt-2.5 flex min-w-0 flex-1 flex-col">
				<Price rupees={item.price} agreed={item.soldPrice} className="text-xl wrap-anywhere" />
				<h3
					id={`${id}-title`}
					className="mt-0.5 line-clamp-2 min-h-[2lh] font-text text-sm font-semibold tracking-normal wrap-anywhere"
				>
					{item.title}
				</h3>
				{/* A grid has no room for the description, so only screen readers get it. */}
				<p className="sr-only">{item.description}</p>
				<div className="mt-1 flex flex-wrap items-center justify-between gap-x-2 text-xs text-ink-soft">
					<Link
						id={`${id}-link`}
						to={itemPath(item.id)}
						aria-labelledby={`${id}-link ${id}-title`}
						className="py-1 text-sm font-semibold text-link outline-none after:absolute after:inset-0 after:rounded-card"
					>
						View
					</Link>
					{isOnSale && item.reservedUntil && (
						<time dateTime={item.reservedUntil}>{formatUntil(item.reservedUntil)}</time>
					)}
					{item.keptUntil && <DaysLeft keptUntil={item.keptUntil} />}
					{/* Above the link that covers the card. */}
					{item.status !== 'banned' && (
						<div className="relative z-10">
							<Action item={item} size="small" />
						</div>
					)}
				</div>
			</div>
		</article>
	);
}
