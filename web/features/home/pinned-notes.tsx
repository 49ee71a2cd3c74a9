import { useQuery } from '@tanstack/react-query';
import { pinnedItems } from '#contract/items/listing.ts';
import type { Item } from '#contract/items/schemas.ts';
import { PICTURE_SIZES } from '#contract/photos/sizes.ts';
import { featuredQuery } from '#web/features/items/queries.ts';
import { itemPath } from '#web/lib/paths.ts';
import { photosOf } from '#web/lib/shown-photo.ts';
import { Link } from '#web/ui/link.tsx';
import { Picture } from '#web/ui/picture.tsx';
import { Price } from '#web/ui/price.tsx';

const NOTE_POSITIONS = [
	'-rotate-2 tablet:mt-8 tablet:-rotate-4',
	'rotate-1 tablet:rotate-2',
	'-rotate-1 tablet:mt-12 tablet:rotate-4',
];

/** Some of the newest items on sale, displayed as notes on a board. */
export function PinnedNotes() {
	const { data: items, isError } = useQuery({ ...featuredQuery(), select: pinnedItems });
	if (items?.length === 0 || (isError && !items)) return null;

	return (
		<ul
			aria-label="Just put on sale"
			className="mx-auto grid w-full max-w-md grid-cols-3 items-start gap-2.5 tablet:max-w-none tablet:gap-3.5"
		>
			{NOTE_POSITIONS.slice(0, items?.length).map((position, index) => (
				<li key={position} className={`min-w-0 ${position}`}>
					<PinnedNote item={items?.[index]} />
				</li>
			))}
		</ul>
	);
}

/** A note; empty while its item is loading. */
function PinnedNote({ item }: { item: Item | undefined }) {
	return (
		<div className="relative h-full rounded-card bg-surface p-1.5 shadow-float transition-transform duration-200 motion-safe:hover:-translate-y-1 tablet:p-2">
			<span
				aria-hidden="true"
				className="pin absolute -top-1.5 left-1/2 -ml-2 size-4 rounded-full"
			/>
			<div className="aspect-4/3 overflow-hidden rounded-field bg-sunken">
				{item && (
					<Picture photo={photosOf(item)[0]} alt="" sizes={PICTURE_SIZES.note} isEager isSmall />
				)}
			</div>
			<div className="mt-1.5 grid min-h-16 content-start px-1 text-xs">
				{item && (
					<>
						<Price rupees={item.price} className="text-lg" />
						<Link
							to={itemPath(item.id)}
							className="line-clamp-2 wrap-anywhere text-ink-soft after:absolute after:inset-0 after:rounded-card"
						>
							{item.title}
						</Link>
					</>
				)}
			</div>
		</div>
	);
}
