import type { ReactNode } from 'react';

interface FilterOptionProps {
	type: 'checkbox' | 'radio';
	/** Of radio buttons that belong together. */
	name?: string;
	isChosen: boolean;
	onChoose: () => void;
	/** Items that the choice would leave; undefined where it is not counted. */
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

/** A filter with its name. */
export function FilterGroup({ title, children }: { title: string; children: ReactNode }) {
	return (
		<fieldset className="min-w-0">
			<legend className="mb-1 text-sm font-semibold">{title}</legend>
			{children}
		</fieldset>
	);
}
