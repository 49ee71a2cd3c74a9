/** An upper limit of the price, as filters and the names of saved searches show it. */
export interface PriceLimit {
	/** Whether prices must be below `rupees`, and not equal to it: the limit ₹249.99 means 'below ₹250'. */
	isBelow: boolean;
	rupees: number;
}

/** The highest price below a limit, as text in rupees for the URL of a listing. */
export function priceBelow(rupees: number): string {
	return (rupees - 0.01).toFixed(2);
}

/**
 * Reads the `maxPrice` of a listing: a price that ends in .99 means 'below the next rupee'.
 * @param maxPrice text in rupees, as in the URL of a listing
 */
export function readPriceLimit(maxPrice: string): PriceLimit {
	const isBelow = maxPrice.endsWith('.99');
	return { isBelow, rupees: isBelow ? Math.ceil(Number(maxPrice)) : Number(maxPrice) };
}
