import { useState } from 'react';
import { lengthOf } from '#contract/core/common.ts';
import { CATEGORIES, ITEM_LIMITS } from '#contract/items/facts.ts';
import { CheckedField } from '#web/ui/form/form-field.tsx';
import type { BrokenRule } from '#web/ui/form/use-form-errors.ts';
import { Select } from '#web/ui/select.tsx';
import { TextArea } from '#web/ui/text-area.tsx';
import { TextInput } from '#web/ui/text-input.tsx';
import type { ItemField, TypedFields } from './validate.ts';

interface ItemFieldsProps {
	/** What the fields show at first. */
	initial: TypedFields;
	broken: readonly BrokenRule<ItemField>[];
}

/** Title, description, price and category; the form reads them when it is sent. */
export function ItemFields({ initial, broken }: ItemFieldsProps) {
	return (
		<>
			<CountedField
				name="title"
				label="Title"
				hint="What it is, with its edition or model"
				max={ITEM_LIMITS.titleMax}
				initial={initial.title}
				broken={broken}
			/>
			<CountedField
				name="description"
				label="Description"
				hint="Its condition, what comes with it, where it can be seen"
				max={ITEM_LIMITS.descriptionMax}
				initial={initial.description}
				broken={broken}
				isLong
			/>
			<div className="grid items-start gap-4 tablet:grid-cols-2">
				<CheckedField name="price" label="Price in ₹" broken={broken}>
					{(control) => (
						<TextInput
							{...control}
							inputMode="decimal"
							defaultValue={initial.price}
							autoComplete="off"
							className="tabular-nums"
						/>
					)}
				</CheckedField>
				<CheckedField name="category" label="Category" broken={broken}>
					{(control) => (
						<Select {...control} defaultValue={initial.category}>
							<option value="">Choose one</option>
							{CATEGORIES.map((category) => (
								<option key={category}>{category}</option>
							))}
						</Select>
					)}
				</CheckedField>
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
	broken: readonly BrokenRule<ItemField>[];
	isLong?: boolean;
}

function CountedField({ max, initial, isLong = false, ...field }: CountedFieldProps) {
	const [length, setLength] = useState(lengthOf(initial.trim()));
	const count = (typed: string) => setLength(lengthOf(typed.trim()));

	return (
		<CheckedField
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
						onInput={(event) => count(event.currentTarget.value)}
					/>
				) : (
					<TextInput
						{...control}
						defaultValue={initial}
						autoComplete="off"
						onInput={(event) => count(event.currentTarget.value)}
					/>
				)
			}
		</CheckedField>
	);
}
