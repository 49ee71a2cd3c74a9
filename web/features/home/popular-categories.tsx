import { useQuery } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import type { CategoryIcon as IconName } from '#contract/catalogue/facts.ts';
import type { Category } from '#contract/catalogue/schemas.ts';
import { useVisibleCategories } from '#web/features/catalogue/queries.ts';
import { countsQuery } from '#web/features/items/queries.ts';
import { categoryPath } from '#web/lib/paths.ts';
import type { ArtProps } from '#web/ui/art/art-frame.tsx';
import { BooksArt } from '#web/ui/art/books-art.tsx';
import { InstrumentsArt } from '#web/ui/art/instruments-art.tsx';
import { KettleArt } from '#web/ui/art/kettle-art.tsx';
import { PapersArt } from '#web/ui/art/papers-art.tsx';
import { CategoryIcon, tintOf } from '#web/ui/category-icon.tsx';
import { Link } from '#web/ui/link.tsx';

/** Element id, the target of 'Deal Now!'. */
export const CATEGORIES_ID = 'categories';

interface Drawing {
	/** Examples of items in such a category. */
	text: string;
	Art: ComponentType<ArtProps>;
}

/** Drawings of categories, by their icon. */
const DRAWINGS: Partial<Record<IconName, Drawing>> = {
	'book-open': { text: 'Texts and guides', Art: BooksArt },
	'scroll-text': { text: 'Mid and end sems', Art: PapersArt },
	'drafting-compass': { text: 'Drafters, scales', Art: InstrumentsArt },
	'shopping-bag': { text: 'For hostel life', Art: KettleArt },
};
const MAX_TILES = 4;

/** Up to four categories in the catalogue's order: first those with a drawing, then others. */
function popularOf(categories: readonly Category[]): readonly Category[] {
	const isDrawn = ({ icon }: Category) => DRAWINGS[icon] !== undefined;
	const sorted = [...categories.filter(isDrawn), ...categories.filter((one) => !isDrawn(one))];
	return sorted.slice(0, MAX_TILES);
}

/** The drawing is below the text, so that a long name makes the tile taller, and extends into the tile's padding. */
const ART_CLASS =
	'mt-auto -mr-5.5 -mb-6.5 size-20 shrink-0 self-end tablet:-mr-6.5 tablet:-mb-7.5 tablet:size-24 wide:size-31';

/** The home page's tiles for up to four categories, each with its number of items on sale. */
export function PopularCategories() {
	const { data: counts = [] } = useQuery(countsQuery());
	const categories = useVisibleCategories();
	const onSaleLabel = (category: string) => {
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
				{popularOf(categories).map(({ name, icon }) => {
					const drawing = DRAWINGS[icon];
					return (
						<li key={name} className="grid">
							<Link
								to={categoryPath(name)}
								className={`group flex min-h-34 flex-col overflow-hidden rounded-card p-3.5 transition-transform duration-200 motion-safe:hover:-translate-y-0.5 tablet:min-h-36 tablet:p-4.5 ${tintOf(icon)}`}
							>
								{/* The negative margins put the drawing beside the last line of text, on wide screens the last two. */}
								<span className="relative z-1 -mb-2.5 flex flex-col gap-0.5 tablet:-mb-5.5 wide:-mb-12.5">
									<span className="font-display text-lg font-bold wrap-anywhere hyphens-auto tablet:text-xl">
										{name}
									</span>
									<span className="text-xs text-ink-soft">{drawing?.text}</span>
									<span className="min-h-[1lh] text-xs font-semibold">{onSaleLabel(name)}</span>
								</span>
								{drawing ? (
									<drawing.Art className={ART_CLASS} />
								) : (
									<CategoryIcon icon={icon} className={`${ART_CLASS} p-3 opacity-60`} />
								)}
							</Link>
						</li>
					);
				})}
			</ul>
		</section>
	);
}
