import { type ReactNode, useState } from 'react';
import { codePointLength } from '#contract/core/schemas.ts';
import type { ControlProps } from '#web/ui/field.tsx';
import { FormField, type FormFieldProps } from './form-field.tsx';

interface CountedControlProps<F extends string> extends ControlProps {
	name: F;
	defaultValue: string;
	onInput: (event: { currentTarget: { value: string } }) => void;
}

interface CountedFieldProps<F extends string>
	extends Omit<FormFieldProps<F>, 'aside' | 'children'> {
	/** The maximum length in code points. */
	max: number;
	initial?: string;
	/** Shows the counter only near the limit. */
	countsLate?: boolean;
	children: (control: CountedControlProps<F>) => ReactNode;
}

/** The share of the limit from which a late counter is shown. */
const LATE_COUNTER_FROM = 0.8;

/** A text field with a counter of its characters. Spaces at the ends do not count. */
export function CountedField<F extends string>({
	max,
	initial = '',
	countsLate = false,
	children,
	...field
}: CountedFieldProps<F>) {
	const [length, setLength] = useState(() => lengthOf(initial));
	const isCounterShown = !countsLate || length >= max * LATE_COUNTER_FROM;

	return (
		<FormField
			{...field}
			aside={
				isCounterShown && (
					<span className={length > max ? 'font-semibold text-bad' : undefined}>
						{length}/{max}
					</span>
				)
			}
		>
			{(control) =>
				children({
					...control,
					defaultValue: initial,
					onInput: ({ currentTarget }) => setLength(lengthOf(currentTarget.value)),
				})
			}
		</FormField>
	);
}

function lengthOf(text: string): number {
	return codePointLength(text.trim());
}
