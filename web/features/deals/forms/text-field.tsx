import { CountedField } from '#web/ui/form/counted-field.tsx';
import type { FormError } from '#web/ui/form/use-form-errors.ts';
import { TextArea } from '#web/ui/text-area.tsx';

interface TextFieldProps {
	label: string;
	hint?: string;
	/** In code points. */
	max: number;
	/** The values of a draft, by field name; empty without a draft. */
	typed: URLSearchParams;
	errors: readonly FormError<string>[];
}

/** A text of several lines. A counter appears near the limit. */
export function TextField({ typed, ...props }: TextFieldProps) {
	return (
		<CountedField {...props} name="text" initial={typed.get('text') ?? ''} countsLate>
			{(control) => <TextArea {...control} rows={3} className="max-h-64 min-h-24" />}
		</CountedField>
	);
}

/** The trimmed text, as it is sent. */
export function readText(data: FormData): string {
	return String(data.get('text') ?? '').trim();
}
