import {
	type FocusEvent,
	type FormEvent,
	type RefObject,
	useEffect,
	useId,
	useRef,
	useState,
} from 'react';
import {
	inOrder,
	LISTING_MESSAGES,
	type ListingChoices,
	readPriceBound,
} from '#contract/listing.ts';
import { readTypedPrice } from '#web/features/item-form/typed-price.ts';
import { Button } from '#web/ui/button.tsx';
import { TextInput } from '#web/ui/text-input.tsx';

const NO_BOUNDS = { minPrice: '', maxPrice: '' } as const;
const FIELDS = [
	{ name: 'minPrice', label: 'Lowest price', placeholder: '₹ from' },
	{ name: 'maxPrice', label: 'Highest price', placeholder: '₹ to' },
] as const;

type Prices = Pick<ListingChoices, 'minPrice' | 'maxPrice'>;

export interface PriceFilterProps {
	/** As the address has them. */
	prices: Prices;
	onChange: (prices: Prices) => void;
}

/** From and to which price; on phones behind a button. */
export function PriceFilter({ prices: { minPrice, maxPrice }, onChange }: PriceFilterProps) {
	const id = useId();
	const form = useRef<HTMLFormElement>(null);
	const isSet = minPrice !== '' || maxPrice !== '';
	const [isOpen, setIsOpen] = useState(isSet);

	function clear() {
		onChange(NO_BOUNDS);
		// The button goes with what it cleared.
		form.current?.querySelector('input')?.focus();
	}

	return (
		<>
			<Button
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
				prices={{ minPrice, maxPrice }}
				onChange={onChange}
				onClear={isSet ? clear : undefined}
				className={`order-last w-full tablet:order-none tablet:block tablet:w-auto ${isOpen ? '' : 'hidden'}`}
			/>
		</>
	);
}

interface PriceFormProps extends PriceFilterProps {
	ref: RefObject<HTMLFormElement | null>;
	id: string;
	/** Absent while there is nothing to clear. */
	onClear: (() => void) | undefined;
	className: string;
}

/** Counts on Enter and when it is left; bounds the wrong way round are turned. */
function PriceForm({ ref, id, prices, onChange, onClear, className }: PriceFormProps) {
	const [typed, setTyped] = useTypedPrices(prices, ref);
	const [wrong, setWrong] = useState<keyof Prices>();

	function apply(form: HTMLFormElement) {
		const typed = typedInto(form);
		const [minPrice, maxPrice] = [typed.minPrice, typed.maxPrice].map((price) =>
			readPriceBound(readTypedPrice(price)),
		);
		if (minPrice === undefined || maxPrice === undefined) {
			return setWrong(minPrice === undefined ? 'minPrice' : 'maxPrice');
		}
		setWrong(undefined);
		const asked = inOrder(minPrice, maxPrice);
		setTyped(asked);
		const isOther = asked.minPrice !== prices.minPrice || asked.maxPrice !== prices.maxPrice;
		if (isOther) onChange(asked);
	}

	function handleSubmit(event: FormEvent<HTMLFormElement>) {
		event.preventDefault();
		apply(event.currentTarget);
	}

	/** At once, and not only when the address has followed. */
	function handleClear() {
		setWrong(undefined);
		setTyped(NO_BOUNDS);
		onClear?.();
	}

	/** From one field to the other one is still typing. */
	function handleBlur(event: FocusEvent<HTMLFormElement>) {
		if (!event.currentTarget.contains(event.relatedTarget)) apply(event.currentTarget);
	}

	return (
		<form
			ref={ref}
			id={id}
			aria-label="Price"
			onSubmit={handleSubmit}
			onBlur={handleBlur}
			className={className}
		>
			<div className="flex flex-wrap items-center gap-2">
				{FIELDS.map(({ name, label, placeholder }) => (
					<div key={name} className="min-w-24 flex-1 tablet:w-27 tablet:flex-none">
						<TextInput
							name={name}
							value={typed[name]}
							onChange={(event) => setTyped({ ...typed, [name]: event.target.value })}
							aria-label={label}
							aria-invalid={wrong === name || undefined}
							aria-describedby={wrong === name ? `${id}-error` : undefined}
							placeholder={placeholder}
							inputMode="decimal"
							enterKeyHint="done"
							autoComplete="off"
							maxLength={20}
						/>
					</div>
				))}
				{onClear && (
					<Button variant="quiet" size="small" onClick={handleClear} className="min-h-12">
						Clear
						<span className="sr-only"> prices</span>
					</Button>
				)}
				{/* Two fields submit on Enter only where there is a button to do it. */}
				<button type="submit" className="hidden">
					Show
				</button>
			</div>
			{wrong && (
				<p id={`${id}-error`} role="alert" className="mt-1.5 text-xs text-bad">
					{LISTING_MESSAGES.priceField}
				</p>
			)}
		</form>
	);
}

/** What stands in the fields; where the address changes by itself, they say what that says. */
function useTypedPrices(
	prices: Prices,
	form: RefObject<HTMLFormElement | null>,
): [Prices, (typed: Prices) => void] {
	const [typed, setTyped] = useState(prices);
	const [known, setKnown] = useState(prices);
	if (prices.minPrice !== known.minPrice || prices.maxPrice !== known.maxPrice) {
		setKnown(prices);
		setTyped(prices);
	}

	// Whoever began before the script had come has typed it already.
	useEffect(() => {
		if (form.current) setTyped(typedInto(form.current));
	}, [form]);

	return [typed, setTyped];
}

function typedInto(form: HTMLFormElement): Prices {
	const fields = new FormData(form);
	const read = (name: keyof Prices) => String(fields.get(name) ?? '');
	return { minPrice: read('minPrice'), maxPrice: read('maxPrice') };
}
