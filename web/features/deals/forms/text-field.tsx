import { useState } from 'react';
import { codePointLength } from '#contract/core/schemas.ts';
import { FormField } from '#web/ui/form/form-field.tsx';
import type { FormError } from '#web/ui/form/use-form-errors.ts';
import { TextArea } from '#web/ui/text-area.tsx';

interface TextFieldProps {
	label: string;
	hint?: string;
	/** Characters. */
	max: number;
	errors: readonly FormError<string>[];
}

/** The counter is shown from this share of the limit on. */
const COUNTER_FROM = 0.8;

/** A few lines of text with a counter near the limit. */
export function TextField({ label, hint, max, errors }: TextFieldProps) {
	const [length, setLength] = useState(0);
	return (
		<FormField
			name="text"
			label={label}
			hint={hint}
			aside={length >= max * COUNTER_FROM ? `${length}/${max}` : undefined}
			errors={errors}
		>
			{(control) => (
				<TextArea
					{...control}
					rows={3}
					onInput={({ currentTarget }) => setLength(codePointLength(currentTarget.value.trim()))}
					className="max-h-64 min-h-24"
				/>
			)}
		</FormField>
	);
}

/** The text as it is sent. */
export function readText(data: FormData): string {
	return String(data.get('text') ?? '').trim();
}
