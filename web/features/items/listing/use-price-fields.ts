import { type RefObject, useEffect, useState } from 'react';
import { type ListingParams, parsePriceBound, sortBounds } from '#contract/items/listing.ts';
import { parseTypedPrice } from '#web/features/items/typed-price.ts';

export type Prices = Pick<ListingParams, 'minPrice' | 'maxPrice'>;

const NO_BOUNDS: Prices = { minPrice: '', maxPrice: '' };

interface PriceFields {
	/** The text in the fields. */
	typed: Prices;
	changeField: (name: keyof Prices, value: string) => void;
	/** The first field whose text is not a price. */
	invalidField: keyof Prices | undefined;
	/** Applies the typed prices, swapped if the lower bound is larger; returns whether both are valid. */
	apply: () => boolean;
	/** Like `apply` while the user is still filling in the other field: swaps no bounds and marks no error. */
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

/** The bounds as in the address; undefined for text that is not a price. */
function parseFields(form: HTMLFormElement | null) {
	const { minPrice, maxPrice } = readFormPrices(form);
	return {
		minPrice: parsePriceBound(parseTypedPrice(minPrice)),
		maxPrice: parsePriceBound(parseTypedPrice(maxPrice)),
	};
}

/** A bound that changes in the address replaces the text of its field; the other field keeps its text. */
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

	// The user may have typed before hydration.
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
