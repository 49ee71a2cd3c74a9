import { type ReactNode, useEffect, useRef } from 'react';

interface OptionListProps<Option> {
	id: string;
	label: string;
	options: readonly Option[];
	keyOf: (option: Option) => string;
	/** Index of the active option; -1 for none. */
	active: number;
	onHighlight: (index: number) => void;
	onChoose: (option: Option) => void;
	/** Size and shape of the box below the field. */
	className: string;
	/** Renders an option. */
	children: (option: Option) => ReactNode;
}

/** The element id of an option, for the field's `aria-activedescendant`. */
export function optionId(listId: string, index: number): string {
	return `${listId}-${index}`;
}

/**
 * The options of a combobox (ARIA Authoring Practices, "Combobox"). The focus stays in the field, which handles the
 * keys; presses on options do not move the focus.
 */
export function OptionList<Option>({
	id,
	label,
	options,
	keyOf,
	active,
	onHighlight,
	onChoose,
	className,
	children,
}: OptionListProps<Option>) {
	const list = useRef<HTMLDivElement>(null);

	useEffect(() => {
		list.current?.children[active]?.scrollIntoView({ block: 'nearest' });
	}, [active]);

	return (
		<div
			ref={list}
			id={id}
			role="listbox"
			aria-label={label}
			className={`absolute inset-x-0 top-full z-30 overflow-y-auto overscroll-contain border-line bg-surface p-1.5 shadow-float ${className}`}
		>
			{options.map((option, index) => (
				<button
					key={keyOf(option)}
					type="button"
					id={optionId(id, index)}
					role="option"
					tabIndex={-1}
					aria-selected={index === active}
					onMouseDown={(event) => event.preventDefault()}
					onMouseMove={() => onHighlight(index)}
					onClick={() => onChoose(option)}
					className="flex min-h-12 w-full cursor-pointer items-center gap-3 rounded-field px-2.5 py-1.5 text-left text-sm -outline-offset-2 aria-selected:bg-sunken aria-selected:outline-2 aria-selected:outline-link"
				>
					{children(option)}
				</button>
			))}
		</div>
	);
}
