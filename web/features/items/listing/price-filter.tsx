import { X } from 'lucide-react';
import { type FocusEvent, type FormEvent, type RefObject, useId, useRef, useState } from 'react';
import { formatPrice } from '#contract/core/format.ts';
import { LISTING_MESSAGES } from '#contract/items/listing.ts';
import { Button } from '#web/ui/button.tsx';
import { TextInput } from '#web/ui/text-input.tsx';
import { type Prices, usePriceFields } from './use-price-fields.ts';

const FIELDS = [
	{ name: 'minPrice', label: 'Lowest price', placeholder: '₹ from' },
	{ name: 'maxPrice', label: 'Highest price', placeholder: '₹ to' },
] as const;

interface PriceFilterProps {
	/** The prices in the address. */
	choices: Prices;
	onChange: (prices: Prices) => void;
}

/**
 * The filter for lowest and highest price; on phones it opens by a button. A set range is shown as a chip that
 * removes it.
 */
export function PriceFilter({ choices: { minPrice, maxPrice }, onChange }: PriceFilterProps) {
	const id = useId();
	const form = useRef<HTMLFormElement>(null);
	const toggle = useRef<HTMLButtonElement>(null);
	const [isOpen, setIsOpen] = useState(false);
	const fields = usePriceFields(form, { minPrice, maxPrice }, onChange);
	const isSet = minPrice !== '' || maxPrice !== '';

	function handleSubmit(event: FormEvent) {
		event.preventDefault();
		if (!fields.apply() || !isVisible(toggle)) return;
		setIsOpen(false);
		toggle.current?.focus();
	}

	function handleRemove() {
		fields.clear();
		// The chip is removed with the focus. On a phone the button gets it, because a field would open the keyboard.
		const next = isVisible(toggle) ? toggle.current : form.current?.querySelector('input');
		next?.focus();
	}

	return (
		<>
			<Button
				ref={toggle}
				aria-expanded={isOpen}
				aria-controls={id}
				onClick={() => setIsOpen(!isOpen)}
				className="min-h-12 px-3! tablet:hidden"
			>
				Price
			</Button>
			<PriceForm
				ref={form}
				id={id}
				fields={fields}
				onSubmit={handleSubmit}
				className={`order-last w-full tablet:order-none tablet:block tablet:w-auto ${isOpen ? '' : 'hidden'}`}
			/>
			{isSet && (
				<div className="order-last w-full">
					<Button
						size="small"
						onClick={handleRemove}
						className="rounded-full! pr-3! whitespace-nowrap"
					>
						<span className="sr-only">Remove price </span>
						{rangeLabel(minPrice, maxPrice)}
						<X aria-hidden="true" className="size-4" />
					</Button>
				</div>
			)}
		</>
	);
}

/** Whether the button that opens the fields is visible, which is only on phones. */
function isVisible({ current }: RefObject<HTMLElement | null>): boolean {
	return current?.checkVisibility() ?? false;
}

function rangeLabel(minPrice: string, maxPrice: string): string {
	const [min, max] = [minPrice, maxPrice].map((price) => formatPrice(Number(price)));
	if (minPrice === '') return `Up to ${max}`;
	return maxPrice === '' ? `${min} and more` : `${min}–${max}`;
}

interface PriceFormProps {
	ref: RefObject<HTMLFormElement | null>;
	id: string;
	fields: ReturnType<typeof usePriceFields>;
	onSubmit: (event: FormEvent) => void;
	className: string;
}

/** Applies the prices on leaving the fields, on Enter and by its button. */
function PriceForm({ ref, id, fields, onSubmit, className }: PriceFormProps) {
	const { typedPrices, changeField, invalidField, apply, applyBetweenFields } = fields;

	function handleBlur({ relatedTarget }: FocusEvent) {
		const isOtherField = relatedTarget instanceof HTMLInputElement && relatedTarget.form?.id === id;
		if (isOtherField) applyBetweenFields();
		else apply();
	}

	return (
		<form
			ref={ref}
			id={id}
			aria-label="Price"
			onSubmit={onSubmit}
			onBlur={handleBlur}
			className={className}
		>
			<div className="flex flex-wrap items-center gap-2">
				{FIELDS.map(({ name, label, placeholder }) => (
					<div key={name} className="min-w-24 flex-1 tablet:w-27 tablet:flex-none">
						<TextInput
							name={name}
							value={typedPrices[name]}
							onChange={(event) => changeField(name, event.target.value)}
							aria-label={label}
							aria-invalid={invalidField === name || undefined}
							aria-describedby={invalidField === name ? `${id}-error` : undefined}
							placeholder={placeholder}
							inputMode="decimal"
							enterKeyHint="done"
							autoComplete="off"
							maxLength={20}
						/>
					</div>
				))}
				<Button type="submit" className="min-h-12 px-4!">
					Apply
					<span className="sr-only"> prices</span>
				</Button>
			</div>
			{invalidField && (
				<p id={`${id}-error`} role="alert" className="mt-1.5 text-xs text-bad">
					{LISTING_MESSAGES.priceField}
				</p>
			)}
		</form>
	);
}
