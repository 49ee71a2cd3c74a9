import { type RefObject, useEffect, useState } from 'react';
import { type ListingParams, parsePriceBound, sortBounds } from '#contract/items/listing.ts';
import { parseTypedPrice } from '#web/features/items/typed-price.ts';

export type Prices = Pick<ListingParams, 'minPrice' | 'maxPrice'>;

const NO_BOUNDS: Prices = { minPrice: '', maxPrice: '' };

interface PriceFields {
	/** What stands in the fields. */
	typed: Prices;
	changeField: (name: keyof Prices, value: string) => void;
	/** The field whose text is no price. */
	invalidField: keyof Prices | undefined;
	/** Filters by what is typed, the lower bound first; returns whether both are prices. */
	apply: () => boolean;
	/** The same while the other field is still to be filled in: bounds are never swapped, and nothing is marked. */
	applyWhileTyping: () => void;
	clear: () => void;
}

/** The two price fields of a listing. */
export function usePriceFields(
	form: RefObject<HTMLFormElement | null>,
	prices: Prices,
	onChange: (prices: Prices) => void,
): PriceFields {
	const [typed, setTyped] = useTypedPrices(prices, form);
	const [invalidField, setInvalidField] = useState<keyof Prices>();

	function applyBounds(bounds: Prices) {
		setInvalidField(undefined);
		setTyped(bounds);
		const isChanged = bounds.minPrice !== prices.minPrice || bounds.maxPrice !== prices.maxPrice;
		if (isChanged) onChange(bounds);
	}

	return {
		typed,
		changeField: (name, value) => setTyped({ ...typed, [name]: value }),
		invalidField,
		apply() {
			const { minPrice, maxPrice } = parseFields(form.current);
			if (minPrice === undefined || maxPrice === undefined) {
				setInvalidField(minPrice === undefined ? 'minPrice' : 'maxPrice');
				return false;
			}
			applyBounds(sortBounds(minPrice, maxPrice));
			return true;
		},
		applyWhileTyping() {
			const { minPrice, maxPrice } = parseFields(form.current);
			if (minPrice === undefined || maxPrice === undefined) return;
			if (sortBounds(minPrice, maxPrice).minPrice === minPrice) applyBounds({ minPrice, maxPrice });
		},
		clear() {
			setInvalidField(undefined);
			setTyped(NO_BOUNDS);
			onChange(NO_BOUNDS);
		},
	};
}

/** Bounds as an address has them; undefined for what is no price. */
function parseFields(form: HTMLFormElement | null) {
	const { minPrice, maxPrice } = readFormPrices(form);
	return {
		minPrice: parsePriceBound(parseTypedPrice(minPrice)),
		maxPrice: parsePriceBound(parseTypedPrice(maxPrice)),
	};
}

/** A bound that changes in the address replaces what stands in its field, and leaves the other field alone. */
function useTypedPrices(
	prices: Prices,
	form: RefObject<HTMLFormElement | null>,
): [Prices, (typed: Prices) => void] {
	const [typed, setTyped] = useState(prices);
	const [lastPrices, setLastPrices] = useState(prices);
	const isMinNew = prices.minPrice !== lastPrices.minPrice;
	const isMaxNew = prices.maxPrice !== lastPrices.maxPrice;
	if (isMinNew || isMaxNew) {
		setLastPrices(prices);
		setTyped({
			minPrice: isMinNew ? prices.minPrice : typed.minPrice,
			maxPrice: isMaxNew ? prices.maxPrice : typed.maxPrice,
		});
	}

	// Somebody may have typed before this script was there.
	useEffect(() => {
		if (form.current) setTyped(readFormPrices(form.current));
	}, [form]);

	return [typed, setTyped];
}

function readFormPrices(form: HTMLFormElement | null): Prices {
	const fields = new FormData(form ?? undefined);
	const read = (name: keyof Prices) => String(fields.get(name) ?? '');
	return { minPrice: read('minPrice'), maxPrice: read('maxPrice') };
}
