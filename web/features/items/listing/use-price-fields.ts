import { type RefObject, useState } from 'react';
import { type ListingParams, parsePriceBound, sortBounds } from '#contract/items/listing.ts';
import { parseTypedPrice } from '#web/lib/typed-price.ts';

export type Prices = Pick<ListingParams, 'minPrice' | 'maxPrice'>;

interface PriceFields {
	/** The text in the fields. */
	typedPrices: Prices;
	changeField: (name: keyof Prices, value: string) => void;
	/** The first field whose text is not a price. */
	invalidField: keyof Prices | undefined;
	/** Applies the typed prices, swapped if the lower bound is larger; returns whether both are valid. */
	apply: () => boolean;
	/** Like `apply` while the user is still filling in the other field: swaps no bounds and marks no error. */
	applyBetweenFields: () => void;
}

/**
 * The two price fields of a listing.
 * @param applied the bounds in the address of the page
 */
export function usePriceFields(
	form: RefObject<HTMLFormElement | null>,
	applied: Prices,
	onChange: (prices: Prices) => void,
): PriceFields {
	const [typedPrices, setTypedPrices] = useTypedPrices(applied);
	const [invalidField, setInvalidField] = useState<keyof Prices>();

	function applyBounds(bounds: Prices) {
		setInvalidField(undefined);
		setTypedPrices(bounds);
		const isChanged = bounds.minPrice !== applied.minPrice || bounds.maxPrice !== applied.maxPrice;
		if (isChanged) onChange(bounds);
	}

	return {
		typedPrices,
		changeField: (name, value) => setTypedPrices({ ...typedPrices, [name]: value }),
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
		applyBetweenFields() {
			const { minPrice, maxPrice } = parseFields(form.current);
			if (minPrice === undefined || maxPrice === undefined) return;
			if (sortBounds(minPrice, maxPrice).minPrice === minPrice) applyBounds({ minPrice, maxPrice });
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
function useTypedPrices(applied: Prices): [Prices, (typed: Prices) => void] {
	const [typedPrices, setTypedPrices] = useState(applied);
	const [lastApplied, setLastApplied] = useState(applied);
	const isMinNew = applied.minPrice !== lastApplied.minPrice;
	const isMaxNew = applied.maxPrice !== lastApplied.maxPrice;
	if (isMinNew || isMaxNew) {
		setLastApplied(applied);
		setTypedPrices({
			minPrice: isMinNew ? applied.minPrice : typedPrices.minPrice,
			maxPrice: isMaxNew ? applied.maxPrice : typedPrices.maxPrice,
		});
	}

	return [typedPrices, setTypedPrices];
}

function readFormPrices(form: HTMLFormElement | null): Prices {
	const fields = new FormData(form ?? undefined);
	const read = (name: keyof Prices) => String(fields.get(name) ?? '');
	return { minPrice: read('minPrice'), maxPrice: read('maxPrice') };
}
