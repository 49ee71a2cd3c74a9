import { type ReactNode, useId } from 'react';

interface Segment<V extends string> {
	value: V;
	label: ReactNode;
}

export interface SegmentedControlProps<V extends string> {
	/** Accessible name of the group. */
	label: string;
	segments: readonly Segment<V>[];
	/** Undefined while nothing is selected. */
	value: V | undefined;
	onChange: (value: V) => void;
	className?: string;
}

/** A choice between a few visible options, built of radio buttons so that the arrow keys work. */
export function SegmentedControl<V extends string>({
	label,
	segments,
	value,
	onChange,
	className = '',
}: SegmentedControlProps<V>) {
	const name = useId();

	return (
		<div
			role="radiogroup"
			aria-label={label}
			className={`flex flex-wrap rounded-field bg-sunken p-1 ${className}`}
		>
			{segments.map((segment) => (
				<label
					key={segment.value}
					className="flex min-h-11 flex-1 cursor-pointer items-center justify-center gap-2 rounded-[0.5rem] border border-transparent px-3 text-sm font-semibold text-ink-soft has-checked:border-edge has-checked:bg-surface has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-link"
				>
					<input
						type="radio"
						name={name}
						value={segment.value}
						checked={segment.value === value}
						onChange={() => onChange(segment.value)}
						className="sr-only"
					/>
					{segment.label}
				</label>
			))}
		</div>
	);
}
