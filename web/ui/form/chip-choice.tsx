import { type ReactNode, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { FormAlert } from '#web/ui/form-alert.tsx';
import { Chip } from './chip.tsx';
import type { FormError } from './use-form-errors.ts';

interface ChipOption {
	value: string;
	label: string;
}

interface ChipChoiceProps {
	name: string;
	label: string;
	chips: readonly ChipOption[];
	/** The value chosen at first; '' for none. */
	initial: string;
	/** All errors of the form. */
	errors: readonly FormError<string>[];
	onChange?: (value: string) => void;
	/** Shown below the chips for the chosen value. */
	hint?: (value: string) => ReactNode;
}

/** An optional choice, shown as chips: radio buttons, and a button that clears the choice. */
export function ChipChoice({ name, label, chips, initial, errors, ...props }: ChipChoiceProps) {
	const id = useId();
	const group = useRef<HTMLFieldSetElement>(null);
	const [value, setValue] = useState(initial);
	const error = errors.find(({ field }) => field === name);
	const describedBy = [props.hint && `${id}-hint`, error && `${id}-alert`]
		.filter(Boolean)
		.join(' ');

	function choose(chosen: string) {
		setValue(chosen);
		props.onChange?.(chosen);
	}

	function clear() {
		flushSync(() => choose(''));
		const first = group.current?.querySelector('input');
		// A button fires no input event, but the form stores its draft and clears the error only on such an event.
		first?.dispatchEvent(new Event('input', { bubbles: true }));
		first?.focus();
	}

	return (
		<fieldset ref={group} className="min-w-0">
			<legend className="float-left text-sm font-semibold">{label}</legend>
			{/* The space of the button is always reserved, so that nothing moves when it appears. */}
			<div className="flex min-h-6 justify-end">
				{value !== '' && (
					<button
						type="button"
						onClick={clear}
						aria-label={`Clear ${label}`}
						className="-my-3 min-h-11 cursor-pointer px-2 text-xs font-semibold text-link"
					>
						Clear
					</button>
				)}
			</div>
			<div className="clear-both flex flex-wrap gap-2 pt-1.5">
				{chips.map((chip) => (
					<Chip
						key={chip.value}
						type="radio"
						name={name}
						value={chip.value}
						checked={chip.value === value}
						onChange={() => choose(chip.value)}
						aria-describedby={describedBy || undefined}
					>
						{chip.label}
					</Chip>
				))}
			</div>
			{props.hint && (
				<p id={`${id}-hint`} className="min-h-[1.4em] pt-1.5 text-xs text-ink-soft">
					{props.hint(value)}
				</p>
			)}
			{error && (
				<div className="pt-1.5">
					<FormAlert id={`${id}-alert`}>{error.message}</FormAlert>
				</div>
			)}
		</fieldset>
	);
}
