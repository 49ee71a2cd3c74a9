import type { ReactNode } from 'react';

interface FilterOptionProps {
	type: 'checkbox' | 'radio';
	/** The `name` of a group of radio buttons. */
	name?: string;
	isChosen: boolean;
	onChoose: () => void;
	/** The number of items that the choice would leave; undefined if it is unknown. */
	count?: number | undefined;
	children: ReactNode;
}

/** One choice of a filter with the number of its items. */
export function FilterOption(props: FilterOptionProps) {
	const { type, name, isChosen, onChoose, count, children } = props;

	return (
		<label className="flex min-h-11 cursor-pointer items-center gap-2.5 text-sm">
			<input
				type={type}
				name={name}
				checked={isChosen}
				onChange={onChoose}
				className="size-5 shrink-0 cursor-pointer accent-ink"
			/>
			<span className="min-w-0 flex-1 wrap-anywhere">{children}</span>
			{count !== undefined && <OptionCount count={count} />}
		</label>
	);
}

export function OptionCount({ count }: { count: number }) {
	return (
		<span className="text-xs font-normal text-ink-soft tabular-nums">
			{count}
			<span className="sr-only"> {count === 1 ? 'item' : 'items'}</span>
		</span>
	);
}

/** The options of one filter below its title. */
export function FilterGroup({ title, children }: { title: string; children: ReactNode }) {
	return (
		<fieldset className="min-w-0">
			<legend className="mb-1 text-sm font-semibold">{title}</legend>
			{children}
		</fieldset>
	);
}
