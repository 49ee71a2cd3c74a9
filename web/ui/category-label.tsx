import type { Category } from '#contract/items/facts.ts';
import { CATEGORY_STYLES } from './category-styles.ts';

/** A category's name with its icon and background colour. */
export function CategoryLabel({ category }: { category: Category }) {
	const { icon: Icon, tint } = CATEGORY_STYLES[category];
	return (
		<span
			className={`inline-flex items-center gap-1.5 rounded-full px-2.5 py-0.5 text-xs font-semibold ${tint}`}
		>
			<Icon aria-hidden="true" className="size-3.5" />
			{category}
		</span>
	);
}
