import { useState } from 'react';
import { codePointLength } from '#contract/core/schemas.ts';
import { FormField } from '#web/ui/form/form-field.tsx';
import type { FormError } from '#web/ui/form/use-form-errors.ts';
import { TextArea } from '#web/ui/text-area.tsx';
import { TextInput } from '#web/ui/text-input.tsx';

interface CountedFieldProps {
	name: 'title' | 'description';
	label: string;
	hint: string;
	/** In code points. */
	max: number;
	initial: string;
	errors: readonly FormError<string>[];
	isLong?: boolean;
}

/** A text field that counts its characters. */
export function CountedField({ max, initial, isLong = false, ...field }: CountedFieldProps) {
	const [length, setLength] = useState(codePointLength(initial.trim()));
	const updateLength = (typed: string) => setLength(codePointLength(typed.trim()));

	return (
		<FormField
			{...field}
			aside={
				<span className={length > max ? 'font-semibold text-bad' : undefined}>
					{length}/{max}
				</span>
			}
		>
			{(control) =>
				isLong ? (
					<TextArea
						{...control}
						className="min-h-28"
						defaultValue={initial}
						onInput={(event) => updateLength(event.currentTarget.value)}
					/>
				) : (
					<TextInput
						{...control}
						defaultValue={initial}
						autoComplete="off"
						onInput={(event) => updateLength(event.currentTarget.value)}
					/>
				)
			}
		</FormField>
	);
}
