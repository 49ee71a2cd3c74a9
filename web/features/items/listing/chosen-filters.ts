import { formatPrice } from '#contract/core/format.ts';
import { CONDITION_LABELS, CONDITIONS, type Condition } from '#contract/items/facts.ts';
import type { ListingFilterValues } from '#contract/items/listing.ts';
import { readPriceLimit } from '#contract/items/price-limit.ts';

/** An active filter, and the change that removes it. */
export interface ChosenFilter {
	label: string;
	change: Partial<ListingFilterValues>;
}

/** The active filters. Each chosen condition counts as a filter of its own. */
export function chosenFilters(choices: ListingFilterValues): ChosenFilter[] {
	const { minPrice, maxPrice, free, subject, branch, semester, verified, reserved } = choices;
	const conditions = chosenConditions(choices.condition);
	const filters = conditions.map((condition): ChosenFilter => {
		const change = { condition: toggleCondition(choices.condition, condition) };
		return { label: CONDITION_LABELS[condition].name, change };
	});
	const price = priceRangeLabel(minPrice, maxPrice);
	if (price) filters.push({ label: price, change: { minPrice: '', maxPrice: '' } });
	if (free) filters.push({ label: 'Free', change: { free: '' } });
	if (branch) filters.push({ label: `Branch ${branch}`, change: { branch: '' } });
	if (semester) filters.push({ label: `Semester ${semester}`, change: { semester: '' } });
	if (subject) filters.push({ label: subject, change: { subject: '' } });
	if (verified) filters.push({ label: 'Verified sellers', change: { verified: '' } });
	if (reserved) filters.push({ label: 'Hide reserved', change: { reserved: '' } });
	return filters;
}

/** The conditions in a URL parameter such as 'like-new,good'; unknown words are left out. */
export function chosenConditions(condition: string): Condition[] {
	const chosen = condition.split(',');
	return CONDITIONS.filter((known) => chosen.includes(known));
}

/** Adds a condition or removes it. Both texts are in the form of the URL parameter. */
export function toggleCondition(chosen: string, condition: Condition): string {
	const before = chosenConditions(chosen);
	return CONDITIONS.filter((known) => before.includes(known) !== (known === condition)).join(',');
}

/** '₹100–₹2,000', or 'Under ₹250' for a highest price of ₹249.99; undefined without a bound. */
export function priceRangeLabel(minPrice: string, maxPrice: string): string | undefined {
	const min = minPrice === '' ? undefined : formatRupees(Number(minPrice));
	if (maxPrice === '') return min && `${min} and more`;
	const { isBelow, rupees } = readPriceLimit(maxPrice);
	const max = formatRupees(rupees);
	if (min === undefined) return `${isBelow ? 'Under' : 'Up to'} ${max}`;
	return isBelow ? `${min} to under ${max}` : `${min}–${max}`;
}

/** Like `formatPrice`, but ₹0 instead of 'Free', because it is a bound of a range. */
function formatRupees(rupees: number): string {
	return rupees === 0 ? '₹0' : formatPrice(rupees);
}
