/** A highest price, as filters and names of searches show it. */
export interface PriceLimit {
	/** Whether the limit itself is too much: a band of prices below ₹250 ends at ₹249.99. */
	isBelow: boolean;
	rupees: number;
}

/** The highest price below a limit, as in an address. */
export function priceBelow(rupees: number): string {
	return (rupees - 0.01).toFixed(2);
}

/** @param maxPrice rupees, as in an address */
export function readPriceLimit(maxPrice: string): PriceLimit {
	const isBelow = maxPrice.endsWith('.99');
	return { isBelow, rupees: isBelow ? Math.ceil(Number(maxPrice)) : Number(maxPrice) };
}
