const rupees = new Intl.NumberFormat('en-IN', {
	style: 'currency',
	currency: 'INR',
	trailingZeroDisplay: 'stripIfInteger',
});

/** Rupees the Indian way: ₹1,23,456.50 and, without paise, ₹380 (decisions, "Items"). */
export function formatPrice(priceRupees: number): string {
	return rupees.format(priceRupees);
}
