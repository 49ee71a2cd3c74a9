import { type RefObject, useEffect, useState } from 'react';
import { inOrder, type ListingChoices, readPriceBound } from '#contract/items/listing.ts';
import { readTypedPrice } from '#web/features/items/typed-price.ts';

export type Prices = Pick<ListingChoices, 'minPrice' | 'maxPrice'>;

const NO_BOUNDS: Prices = { minPrice: '', maxPrice: '' };

interface PriceFields {
	/** What stands in the fields. */
	typed: Prices;
	type: (name: keyof Prices, value: string) => void;
	/** The field whose text is no price. */
	wrong: keyof Prices | undefined;
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
	const [wrong, setWrong] = useState<keyof Prices>();

	function ask(asked: Prices) {
		setWrong(undefined);
		setTyped(asked);
		const isOther = asked.minPrice !== prices.minPrice || asked.maxPrice !== prices.maxPrice;
		if (isOther) onChange(asked);
	}

	return {
		typed,
		type: (name, value) => setTyped({ ...typed, [name]: value }),
		wrong,
		apply() {
			const { minPrice, maxPrice } = readTyped(form.current);
			if (minPrice === undefined || maxPrice === undefined) {
				setWrong(minPrice === undefined ? 'minPrice' : 'maxPrice');
				return false;
			}
			ask(inOrder(minPrice, maxPrice));
			return true;
		},
		applyWhileTyping() {
			const { minPrice, maxPrice } = readTyped(form.current);
			if (minPrice === undefined || maxPrice === undefined) return;
			if (inOrder(minPrice, maxPrice).minPrice === minPrice) ask({ minPrice, maxPrice });
		},
		clear() {
			setWrong(undefined);
			setTyped(NO_BOUNDS);
			onChange(NO_BOUNDS);
		},
	};
}

/** Bounds as an address has them; undefined for what is no price. */
function readTyped(form: HTMLFormElement | null) {
	const { minPrice, maxPrice } = typedInto(form);
	return {
		minPrice: readPriceBound(readTypedPrice(minPrice)),
		maxPrice: readPriceBound(readTypedPrice(maxPrice)),
	};
}

/** A bound that changes in the address replaces what stands in its field, and leaves the other field alone. */
function useTypedPrices(
	prices: Prices,
	form: RefObject<HTMLFormElement | null>,
): [Prices, (typed: Prices) => void] {
	const [typed, setTyped] = useState(prices);
	const [known, setKnown] = useState(prices);
	const isMinNew = prices.minPrice !== known.minPrice;
	const isMaxNew = prices.maxPrice !== known.maxPrice;
	if (isMinNew || isMaxNew) {
		setKnown(prices);
		setTyped({
			minPrice: isMinNew ? prices.minPrice : typed.minPrice,
			maxPrice: isMaxNew ? prices.maxPrice : typed.maxPrice,
		});
	}

	// Somebody may have typed before this script was there.
	useEffect(() => {
		if (form.current) setTyped(typedInto(form.current));
	}, [form]);

	return [typed, setTyped];
}

function typedInto(form: HTMLFormElement | null): Prices {
	const fields = new FormData(form ?? undefined);
	const read = (name: keyof Prices) => String(fields.get(name) ?? '');
	return { minPrice: read('minPrice'), maxPrice: read('maxPrice') };
}
