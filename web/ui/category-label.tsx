import type { CategoryIcon as IconName } from '#contract/catalogue/facts.ts';
import { CategoryIcon, tintOf } from './category-icon.tsx';

/** A category's name with its icon and background colour. */
export function CategoryLabel({ name, icon }: { name: string; icon: IconName | undefined }) {
	return (
		<span
			className={`inline-flex items-center gap-1.5 rounded-full px-2.5 py-0.5 text-xs font-semibold ${tintOf(icon)}`}
		>
			{icon && <CategoryIcon icon={icon} className="size-3.5" />}
			<span>{name}</span>
		</span>
	);
}
