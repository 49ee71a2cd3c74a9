import { Search } from 'lucide-react';
import { useCategory } from '#web/features/catalogue/queries.ts';
import { CategoryIcon, tintOf } from '#web/ui/category-icon.tsx';
import { OptionList } from '#web/ui/option-list.tsx';
import { Picture } from '#web/ui/picture.tsx';
import { Price } from '#web/ui/price.tsx';
import type { SearchOption } from './use-suggestions.ts';

export interface SuggestionListProps {
	id: string;
	options: readonly SearchOption[];
	/** Index of the active option; -1 for none. */
	active: number;
	onHighlight: (index: number) => void;
	onChoose: (option: SearchOption) => void;
}

/** The suggestions of a search box. */
export function SuggestionList(list: SuggestionListProps) {
	return (
		<OptionList
			{...list}
			label="Suggestions"
			keyOf={({ query, category }) => `${query} ${category}`}
			className="max-h-[min(30rem,70dvh)] rounded-b-card border-b tablet:mt-1.5 tablet:rounded-card tablet:border"
		>
			{(option) => <Suggestion option={option} />}
		</OptionList>
	);
}

/** A title with its category, or the text as typed, which has no category. */
function Suggestion({ option: { query, category, item } }: { option: SearchOption }) {
	return (
		<>
			<span className="size-11 shrink-0 overflow-hidden rounded-field">
				{item ? (
					<Picture photo={item.photo} alt="" sizes="44px" isSmall />
				) : (
					<SuggestionIcon category={category} />
				)}
			</span>
			<span className="grid min-w-0 flex-1">
				<span className="line-clamp-2 wrap-anywhere">
					{category ? query : `Search for “${query}”`}
				</span>
				{category && <span className="text-xs text-ink-soft">{category}</span>}
			</span>
			{item && <Price rupees={item.price} className="shrink-0 text-base" />}
		</>
	);
}

function SuggestionIcon({ category }: { category: string | undefined }) {
	const icon = useCategory(category)?.icon;
	return (
		<span className={`grid size-full place-items-center ${tintOf(icon)}`}>
			{icon ? (
				<CategoryIcon icon={icon} className="size-4.5" />
			) : (
				<Search aria-hidden="true" className="size-4.5" />
			)}
		</span>
	);
}
