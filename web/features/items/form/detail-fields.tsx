import { useId } from 'react';
import type { Details } from '#contract/catalogue/details.ts';
import { YES_NO } from '#contract/catalogue/facts.ts';
import type { DetailField as Field } from '#contract/catalogue/schemas.ts';
import { detailPath } from '#contract/items/details.ts';
import { ChipChoice } from '#web/ui/form/chip-choice.tsx';
import { FormField } from '#web/ui/form/form-field.tsx';
import type { FormError } from '#web/ui/form/use-form-errors.ts';
import { TextInput } from '#web/ui/text-input.tsx';
import { Unfold } from '#web/ui/unfold.tsx';
import { IsbnField } from './isbn-field.tsx';

interface DetailFieldsProps {
	/** The detail fields of the chosen category. */
	fields: readonly Field[];
	/** The values typed so far, including those in fields of other categories. */
	details: Details;
	errors: readonly FormError<string>[];
	onChange: (key: string, value: string) => void;
}

/**
 * The detail fields of the chosen category. They unfold, so that nothing below moves suddenly. A field that two
 * categories have in common keeps its text when the category changes.
 */
export function DetailFields({ fields, details, errors, onChange }: DetailFieldsProps) {
	const headingId = useId();
	if (fields.length === 0) return null;
	return (
		<Unfold>
			<fieldset
				aria-labelledby={headingId}
				className="grid min-w-0 items-start gap-4 tablet:grid-cols-2"
			>
				<p id={headingId} className="text-sm font-semibold tablet:col-span-2">
					About it <span className="font-normal text-ink-soft">helps people find it</span>
				</p>
				{fields.map((field) => (
					<div key={field.key} className={field.kind === 'text' ? '' : 'tablet:col-span-2'}>
						<DetailField
							field={field}
							value={details[field.key] ?? ''}
							errors={errors}
							onChange={(value) => onChange(field.key, value)}
						/>
					</div>
				))}
			</fieldset>
		</Unfold>
	);
}

interface DetailFieldProps {
	field: Field;
	/** The initial value. */
	value: string;
	errors: readonly FormError<string>[];
	onChange: (value: string) => void;
}

const YES_NO_CHIPS = YES_NO.map((value) => ({ value, label: value === 'yes' ? 'Yes' : 'No' }));

function DetailField({ field, value, errors, onChange }: DetailFieldProps) {
	const { key, label, kind, choices = [] } = field;
	const common = { name: detailPath(key), label, errors };
	if (kind === 'isbn') return <IsbnField {...common} initial={value} onChange={onChange} />;
	if (kind === 'text') {
		return (
			<FormField {...common}>
				{(control) => (
					<TextInput
						{...control}
						defaultValue={value}
						autoComplete="off"
						onInput={(event) => onChange(event.currentTarget.value)}
					/>
				)}
			</FormField>
		);
	}
	const chips =
		kind === 'yes-no' ? YES_NO_CHIPS : choices.map((choice) => ({ value: choice, label: choice }));
	return <ChipChoice {...common} chips={chips} initial={value} onChange={onChange} />;
}
