import { formatPrice } from '#contract/core/format.ts';
import type { WantedPost } from '#contract/wanted/schemas.ts';
import { useCategories } from '#web/features/catalogue/queries.ts';
import { CategoryLabel } from '#web/ui/category-label.tsx';

/** The maximum price, the category and the subject of a post, as far as they are given. */
export function WantedFacts({ post }: { post: WantedPost }) {
	const { maxPrice, category, subject } = post;
	const icon = useCategories().find(({ name }) => name === category)?.icon;
	if (maxPrice === null && category === null && subject === null) return null;
	return (
		<p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
			{maxPrice !== null && (
				<span className="font-display font-bold tabular-nums">Up to {formatPrice(maxPrice)}</span>
			)}
			{category !== null && <CategoryLabel name={category} icon={icon} />}
			{subject !== null && <span className="font-semibold">{subject}</span>}
		</p>
	);
}
