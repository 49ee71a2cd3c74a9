import { useId, useState } from 'react';
import { ITEM_LIMITS } from '#contract/items/facts.ts';
import { normalizeCategory } from '#contract/items/listing.ts';
import { useCategories } from '#web/features/catalogue/queries.ts';
import { CountedField } from '#web/ui/form/counted-field.tsx';
import { FormField } from '#web/ui/form/form-field.tsx';
import type { FormError } from '#web/ui/form/use-form-errors.ts';
import { Select } from '#web/ui/select.tsx';
import { TextArea } from '#web/ui/text-area.tsx';
import { TextInput } from '#web/ui/text-input.tsx';
import { ConditionField } from './condition-field.tsx';
import { DetailFields } from './detail-fields.tsx';
import { detailsOf, type FormFieldName, type ItemFormValues, subjectsOf } from './field-values.ts';
import type { ItemFormKind } from './photo-list.ts';
import { PriceField } from './price-field.tsx';
import { SubjectPicker } from './subjects/subject-picker.tsx';

interface ItemFieldsProps {
	form: ItemFormKind;
	/** Initial values of the fields. */
	initial: ItemFormValues;
	errors: readonly FormError<FormFieldName>[];
}

/**
 * The fields of an item, except its photos. Uncontrolled: the form reads them when it is sent. Condition and details
 * depend on the category. Their values are kept while a category without them is chosen.
 */
export function ItemFields({ form, initial, errors }: ItemFieldsProps) {
	const categories = useCategories();
	// An existing item keeps its category when the category is hidden. A new item cannot be posted in a hidden category.
	const isInitialHidden = categories.some((one) => one.name === initial.category && !one.isVisible);
	const initialCategory = form === 'add' && isInitialHidden ? '' : initial.category;
	const [chosen, setCategory] = useState(initialCategory);
	// A category that is renamed or hidden while the form is open stays chosen; the server decides whether it is valid.
	const category = normalizeCategory(chosen, categories);
	const [condition, setCondition] = useState(initial.condition);
	const [details, setDetails] = useState(detailsOf(initial));
	const { asksCondition = true, fields = [] } =
		categories.find(({ name }) => name === category) ?? {};

	return (
		<>
			<CountedField
				name="title"
				label="Title"
				hint="What it is, with its edition or model"
				max={ITEM_LIMITS.titleMax}
				initial={initial.title}
				errors={errors}
			>
				{(control) => <TextInput {...control} autoComplete="off" />}
			</CountedField>
			<CountedField
				name="description"
				label="Description"
				hint="What comes with it, where it can be seen"
				max={ITEM_LIMITS.descriptionMax}
				initial={initial.description}
				errors={errors}
			>
				{(control) => <TextArea {...control} className="min-h-28" />}
			</CountedField>
			<div className="grid items-start gap-4 tablet:grid-cols-2">
				<div className="price-fields grid gap-1">
					<PriceField initial={initial.price} errors={errors} />
					<PriceSwitch name="isFree" initial={initial.isFree} label="Give it away for free" />
					{/* Hidden by CSS while the box above is ticked, because there are no offers for free items. */}
					<div className="given-away:hidden">
						<PriceSwitch
							name="isPriceFixed"
							initial={initial.isPriceFixed}
							label="Price fixed"
							hint="Nobody can offer less."
						/>
					</div>
				</div>
				<FormField name="category" label="Category" errors={errors}>
					{(control) => (
						<Select
							{...control}
							value={category}
							onChange={(event) => setCategory(event.currentTarget.value)}
						>
							<option value="">Choose one</option>
							{categories
								.filter(
									({ name, isVisible }) =>
										isVisible || name === initialCategory || name === category,
								)
								.map(({ name }) => (
									<option key={name}>{name}</option>
								))}
						</Select>
					)}
				</FormField>
			</div>
			{asksCondition && (
				<ConditionField value={condition} errors={errors} onChange={setCondition} />
			)}
			<DetailFields
				fields={fields}
				details={details}
				errors={errors}
				onChange={(key, value) => setDetails((typed) => ({ ...typed, [key]: value }))}
			/>
			<SubjectPicker initial={subjectsOf(initial)} errors={errors} />
		</>
	);
}

interface PriceSwitchProps {
	name: 'isFree' | 'isPriceFixed';
	initial: string;
	label: string;
	hint?: string;
}

function PriceSwitch({ name, initial, label, hint }: PriceSwitchProps) {
	const hintId = useId();
	return (
		<label className="flex min-h-11 items-center gap-3 text-sm">
			<input
				type="checkbox"
				name={name}
				value="true"
				defaultChecked={initial === 'true'}
				aria-describedby={hint && hintId}
				className="size-5 accent-ink"
			/>
			<span>
				{label}
				{hint && (
					<span id={hintId} className="block text-xs text-ink-soft">
						{hint}
					</span>
				)}
			</span>
		</label>
	);
}
