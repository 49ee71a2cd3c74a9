import { Search } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { CATEGORY_LOOKS } from '#web/ui/category-look.ts';
import type { SearchOption } from './use-suggestions.ts';

export interface SuggestionListProps {
	id: string;
	options: readonly SearchOption[];
	/** -1 for none. */
	active: number;
	onPoint: (place: number) => void;
	onChoose: (option: SearchOption) => void;
}

export function optionId(listId: string, place: number): string {
	return `${listId}-${place}`;
}

/** What a search box offers. The focus never comes here: keys are the box's, presses leave it where it is. */
export function SuggestionList({ id, options, active, onPoint, onChoose }: SuggestionListProps) {
	const list = useRef<HTMLDivElement>(null);

	useEffect(() => {
		list.current?.children[active]?.scrollIntoView({ block: 'nearest' });
	}, [active]);

	return (
		<div
			ref={list}
			id={id}
			role="listbox"
			aria-label="Suggestions"
			className="absolute inset-x-0 top-full z-30 max-h-[min(30rem,70dvh)] overflow-y-auto overscroll-contain rounded-b-card border-b border-line bg-surface p-1.5 shadow-float tablet:mt-1.5 tablet:rounded-card tablet:border"
		>
			{options.map((option, place) => (
				<Option
					key={`${option.words} ${option.category}`}
					id={optionId(id, place)}
					option={option}
					isActive={place === active}
					onPoint={() => onPoint(place)}
					onChoose={() => onChoose(option)}
				/>
			))}
		</div>
	);
}

interface OptionProps {
	id: string;
	option: SearchOption;
	isActive: boolean;
	onPoint: () => void;
	onChoose: () => void;
}

function Option({ id, option, isActive, onPoint, onChoose }: OptionProps) {
	const { words, category } = option;
	const Icon = category ? CATEGORY_LOOKS[category].icon : Search;
	const tint = category ? CATEGORY_LOOKS[category].tint : 'bg-sunken';

	return (
		<button
			type="button"
			id={id}
			role="option"
			tabIndex={-1}
			aria-selected={isActive}
			onMouseDown={(event) => event.preventDefault()}
			onMouseMove={onPoint}
			onClick={onChoose}
			className="flex min-h-12 w-full cursor-pointer items-center gap-3 rounded-field px-2.5 py-1.5 text-left text-sm outline-offset-[-2px] aria-selected:bg-sunken aria-selected:outline-2 aria-selected:outline-link"
		>
			<span className={`grid size-8 shrink-0 place-items-center rounded-field ${tint}`}>
				<Icon aria-hidden="true" className="size-4" />
			</span>
			<span className="line-clamp-2 min-w-0 flex-1 wrap-anywhere">
				{category ? words : `Search for “${words}”`}
			</span>
			{category && <span className="shrink-0 text-xs text-ink-soft">{category}</span>}
		</button>
	);
}
