import { Search } from 'lucide-react';
import { CATEGORY_LOOKS } from '#web/ui/category-look.ts';
import { OptionList } from '#web/ui/option-list.tsx';
import type { SearchOption } from './use-suggestions.ts';

export interface SuggestionListProps {
	id: string;
	options: readonly SearchOption[];
	/** -1 for none. */
	active: number;
	onPoint: (place: number) => void;
	onChoose: (option: SearchOption) => void;
}

/** What a search box offers. */
export function SuggestionList(list: SuggestionListProps) {
	return (
		<OptionList
			{...list}
			label="Suggestions"
			keyOf={({ words, category }) => `${words} ${category}`}
			className="max-h-[min(30rem,70dvh)] rounded-b-card border-b tablet:mt-1.5 tablet:rounded-card tablet:border"
		>
			{(option) => <Suggestion option={option} />}
		</OptionList>
	);
}

function Suggestion({ option: { words, category } }: { option: SearchOption }) {
	const Icon = category ? CATEGORY_LOOKS[category].icon : Search;
	const tint = category ? CATEGORY_LOOKS[category].tint : 'bg-sunken';

	return (
		<>
			<span className={`grid size-8 shrink-0 place-items-center rounded-field ${tint}`}>
				<Icon aria-hidden="true" className="size-4" />
			</span>
			<span className="line-clamp-2 min-w-0 flex-1 wrap-anywhere">
				{category ? words : `Search for “${words}”`}
			</span>
			{category && <span className="shrink-0 text-xs text-ink-soft">{category}</span>}
		</>
	);
}
