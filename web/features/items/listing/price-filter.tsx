import { type FocusEvent, type FormEvent, useId, useRef } from 'react';
import { LISTING_MESSAGES } from '#contract/items/listing-messages.ts';
import { TextInput } from '#web/ui/text-input.tsx';
import { FilterGroup } from './filter-option.tsx';
import type { FiltersProps } from './filter-props.ts';
import { PriceBands } from './price-bands.tsx';
import { type Prices, usePriceFields } from './use-price-fields.ts';

/** The price filter: two fields for the bounds, and buttons for ranges and free items. */
export function PriceFilter(props: FiltersProps) {
	const { choices, onChange } = props;
	const { minPrice, maxPrice } = choices;
	// A price range and the filter for free items exclude each other.
	const applyPrices = (prices: Prices) => onChange({ ...prices, free: '' });

	return (
		<FilterGroup title="Price">
			<PriceForm prices={{ minPrice, maxPrice }} onChange={applyPrices} />
			<PriceBands {...props} />
		</FilterGroup>
	);
}

/** Applies the prices on leaving the fields and on Enter. */
function PriceForm({ prices, onChange }: { prices: Prices; onChange: (prices: Prices) => void }) {
	const id = useId();
	const form = useRef<HTMLFormElement>(null);
	const fields = usePriceFields(form, prices, onChange);
	const { typedPrices, changeField, invalidField, apply, applyBetweenFields } = fields;

	function handleBlur({ relatedTarget }: FocusEvent) {
		const isOtherField = relatedTarget instanceof HTMLInputElement && relatedTarget.form?.id === id;
		// While the other bound is still being typed, bounds are not swapped and errors are not marked.
		if (isOtherField) applyBetweenFields();
		else apply();
	}

	function handleSubmit(event: FormEvent) {
		event.preventDefault();
		apply();
	}

	const fieldProps = (name: keyof Prices) => ({
		name,
		value: typedPrices[name],
		'aria-invalid': invalidField === name || undefined,
		'aria-describedby': invalidField === name ? `${id}-error` : undefined,
		inputMode: 'decimal' as const,
		enterKeyHint: 'done' as const,
		autoComplete: 'off',
		maxLength: 20,
	});

	return (
		<form ref={form} id={id} aria-label="Price" onSubmit={handleSubmit} onBlur={handleBlur}>
			<div className="grid grid-cols-[1fr_auto_1fr] items-center gap-2">
				<TextInput
					{...fieldProps('minPrice')}
					onChange={(event) => changeField('minPrice', event.target.value)}
					aria-label="Lowest price"
					placeholder="₹ from"
				/>
				<span aria-hidden="true" className="text-sm text-ink-soft">
					to
				</span>
				<TextInput
					{...fieldProps('maxPrice')}
					onChange={(event) => changeField('maxPrice', event.target.value)}
					aria-label="Highest price"
					placeholder="₹ to"
				/>
			</div>
			{/* Without a submit button, Enter would not submit a form with two fields. */}
			<button type="submit" hidden>
				Apply
			</button>
			{invalidField && (
				<p id={`${id}-error`} role="alert" className="mt-1.5 text-xs text-bad">
					{LISTING_MESSAGES.priceField}
				</p>
			)}
		</form>
	);
}
