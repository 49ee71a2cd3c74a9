import { useState } from 'react';
import { codePointLength } from '#contract/core/common.ts';
import { CATEGORIES, ITEM_LIMITS } from '#contract/items/facts.ts';
import { FormField } from '#web/ui/form/form-field.tsx';
import type { FormError } from '#web/ui/form/use-form-errors.ts';
import { Select } from '#web/ui/select.tsx';
import { TextArea } from '#web/ui/text-area.tsx';
import { TextInput } from '#web/ui/text-input.tsx';
import type { ItemField, ItemFormValues } from './validate.ts';

interface ItemFieldsProps {
	/** Initial values of the fields. */
	initial: ItemFormValues;
	errors: readonly FormError<ItemField>[];
}

/** Title, description, price and category: uncontrolled inputs that the form reads when it is sent. */
export function ItemFields({ initial, errors }: ItemFieldsProps) {
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
							{CATEGORIES.map((category) => (
								<option key={category}>{category}</option>
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
	errors: readonly FormError<ItemField>[];
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
