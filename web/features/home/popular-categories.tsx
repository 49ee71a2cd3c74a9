import { useQuery } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import type { Category } from '#contract/items/facts.ts';
import { countsQuery } from '#web/features/items/queries.ts';
import { categoryPath } from '#web/lib/paths.ts';
import type { ArtProps } from '#web/ui/art/art-frame.tsx';
import { BooksArt } from '#web/ui/art/books-art.tsx';
import { InstrumentsArt } from '#web/ui/art/instruments-art.tsx';
import { KettleArt } from '#web/ui/art/kettle-art.tsx';
import { PapersArt } from '#web/ui/art/papers-art.tsx';
import { CATEGORY_STYLES } from '#web/ui/category-styles.ts';
import { Link } from '#web/ui/link.tsx';

/** Element id, the target of 'Deal Now!'. */
export const CATEGORIES_ID = 'categories';

interface Tile {
	category: Category;
	/** Examples of items in the category. */
	text: string;
	Art: ComponentType<ArtProps>;
}

const TILES: readonly Tile[] = [
	{ category: 'Books', text: 'Texts and guides', Art: BooksArt },
	{ category: 'PYQs', text: 'Mid and end sems', Art: PapersArt },
	{ category: 'Instruments', text: 'Drafters, scales', Art: InstrumentsArt },
	{ category: 'Essentials', text: 'For hostel life', Art: KettleArt },
];

export function PopularCategories() {
	const { data: counts = [] } = useQuery(countsQuery());
	const onSaleLabel = (category: Category) => {
		const total = counts.find((counted) => counted.category === category)?.total;
		return total === undefined ? '' : `${total} on sale`;
	};

	return (
		<section
			id={CATEGORIES_ID}
			aria-labelledby={`${CATEGORIES_ID}-title`}
			tabIndex={-1}
			className="outline-none"
		>
			<h2 id={`${CATEGORIES_ID}-title`} className="mt-9 mb-3.5 text-2xl">
				Popular Categories
			</h2>
			<ul className="grid grid-cols-2 gap-2.5 tablet:grid-cols-4 tablet:gap-3.5">
				{TILES.map(({ category, text, Art }) => (
					<li key={category} className="grid">
						<Link
							to={categoryPath(category)}
							className={`group relative flex min-h-34 flex-col gap-0.5 overflow-hidden rounded-card p-3.5 transition-transform duration-200 motion-safe:hover:-translate-y-0.5 tablet:min-h-36 tablet:p-4.5 ${CATEGORY_STYLES[category].tint}`}
						>
							<span className="relative z-1 font-display text-lg font-bold tablet:text-xl">
								{category}
							</span>
							<span className="relative z-1 text-xs text-ink-soft">{text}</span>
							<span className="relative z-1 text-xs font-semibold">{onSaleLabel(category)}</span>
							<Art className="absolute -right-2 -bottom-3 size-20 tablet:size-24 wide:size-31" />
						</Link>
					</li>
				))}
			</ul>
		</section>
	);
}
