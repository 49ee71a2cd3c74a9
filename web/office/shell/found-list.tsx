import { Package, UserRound } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { Found } from './use-found.ts';

interface FoundListProps {
	id: string;
	options: readonly Found[];
	active: number;
	onPoint: (place: number) => void;
	onChoose: (option: Found) => void;
}

export function optionId(listId: string, place: number): string {
	return `${listId}-${place}`;
}

/** What the search offers. The focus never comes here: keys are the field's, presses leave it where it is. */
export function FoundList({ id, options, active, onPoint, onChoose }: FoundListProps) {
	const list = useRef<HTMLDivElement>(null);

	useEffect(() => {
		list.current?.children[active]?.scrollIntoView({ block: 'nearest' });
	}, [active]);

	return (
		<div
			ref={list}
			id={id}
			role="listbox"
			aria-label="Found"
			className="absolute inset-x-0 top-full z-30 mt-1.5 grid max-h-[min(36rem,70dvh)] overflow-y-auto overscroll-contain rounded-card border border-line bg-surface p-1.5 shadow-float"
		>
			{options.map((option, place) => (
				<Option
					key={option.to}
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
	option: Found;
	isActive: boolean;
	onPoint: () => void;
	onChoose: () => void;
}

function Option({ id, option, isActive, onPoint, onChoose }: OptionProps) {
	const { kind, name, more } = option;
	const Icon = kind === 'user' ? UserRound : Package;

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
			<Icon aria-hidden="true" className="size-5 shrink-0 text-ink-soft" />
			<span className="min-w-0 flex-1">
				<span className="line-clamp-1 font-semibold wrap-anywhere">
					{name}
					<span className="sr-only">{kind === 'user' ? ', user' : ', item'}</span>
				</span>
				<span className="line-clamp-1 text-xs text-ink-soft wrap-anywhere">{more}</span>
			</span>
		</button>
	);
}
