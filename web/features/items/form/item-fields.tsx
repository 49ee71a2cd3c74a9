import { useState } from 'react';
import { codePointLength } from '#contract/core/schemas.ts';
import { CONDITION_LABELS, CONDITIONS, ITEM_LIMITS } from '#contract/items/facts.ts';
import { useCategories } from '#web/features/catalogue/queries.ts';
import { FormField } from '#web/ui/form/form-field.tsx';
import type { FormError } from '#web/ui/form/use-form-errors.ts';
import { Select } from '#web/ui/select.tsx';
import { TextArea } from '#web/ui/text-area.tsx';
import { TextInput } from '#web/ui/text-input.tsx';
import type { FormFieldName, ItemFormValues } from './field-values.ts';

interface ItemFieldsProps {
	/** Initial values of the fields. */
	initial: ItemFormValues;
	errors: readonly FormError<FormFieldName>[];
}

/** Title, description, price, category and condition: uncontrolled inputs that the form reads when it is sent. */
export function ItemFields({ initial, errors }: ItemFieldsProps) {
	const categories = useCategories().filter(
		({ name, isVisible }) => isVisible || name === initial.category,
	);
	return (
		<>
			<CountedField
				name="title"
				label="Title"
				hint="What it is, with its edition or model"
				max={ITEM_LIMITS.titleMax}
				initial={initial.title}
				errors={errors}
			/>
			<CountedField
				name="description"
				label="Description"
				hint="Its condition, what comes with it, where it can be seen"
				max={ITEM_LIMITS.descriptionMax}
				initial={initial.description}
				errors={errors}
				isLong
			/>
			<div className="grid items-start gap-4 tablet:grid-cols-2">
				<FormField name="price" label="Price in ₹" errors={errors}>
					{(control) => (
						<TextInput
							{...control}
							inputMode="decimal"
							defaultValue={initial.price}
							autoComplete="off"
							className="tabular-nums"
						/>
					)}
				</FormField>
				<FormField name="category" label="Category" errors={errors}>
					{(control) => (
						<Select {...control} defaultValue={initial.category}>
							<option value="">Choose one</option>
							{categories.map(({ name }) => (
								<option key={name}>{name}</option>
							))}
						</Select>
					)}
				</FormField>
				<label className="flex min-h-11 items-center gap-3 text-sm">
					<input
						type="checkbox"
						name="isFree"
						value="true"
						defaultChecked={initial.isFree === 'true'}
						className="size-5 accent-ink"
					/>
					Give it away for free
				</label>
				<FormField name="condition" label="Condition" errors={errors}>
					{(control) => (
						<Select {...control} defaultValue={initial.condition}>
							<option value="">Not said</option>
							{CONDITIONS.map((condition) => (
								<option key={condition} value={condition}>
									{CONDITION_LABELS[condition].name}: {CONDITION_LABELS[condition].meaning}
								</option>
							))}
						</Select>
					)}
				</FormField>
			</div>
		</>
	);
}

interface CountedFieldProps {
	name: 'title' | 'description';
	label: string;
	hint: string;
	/** In code points. */
	max: number;
	initial: string;
	errors: readonly FormError<FormFieldName>[];
	isLong?: boolean;
}

function CountedField({ max, initial, isLong = false, ...field }: CountedFieldProps) {
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
