/** A highest price, as filters and names of searches show it. */
export interface PriceLimit {
	/** Whether prices must be below `rupees`, and not equal to it: the limit ₹249.99 means 'below ₹250'. */
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
