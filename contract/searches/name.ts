import { formatPrice } from '#contract/core/format.ts';
import { CONDITION_LABELS, CONDITIONS } from '#contract/items/facts.ts';
import { readPriceLimit } from '#contract/items/price-limit.ts';
import type { SearchFields } from './query.ts';

/** A search in words: '“drafter” in Instruments, under ₹300'. */
export function describeSearch(fields: SearchFields): string {
	return [describeTopic(fields), ...describeSaleTerms(fields)].join(', ');
}

/** What is searched for: words, category, subject, branch and semester. */
function describeTopic({ q, category, subject, branch, semester }: SearchFields): string {
	const quotedText = q && `“${q}”`;
	const categoryPart = quotedText && category ? `in ${category}` : category;
	const studies = [
		subject && `for ${subject}`,
		branch && `for branch ${branch}`,
		semester && `for semester ${semester}`,
	];
	const parts = [
		quotedText || !category ? (quotedText ?? 'Anything') : undefined,
		categoryPart,
		...studies,
	];
	return parts.filter(Boolean).join(' ');
}

/** Conditions, prices and sellers. */
function describeSaleTerms({
	condition,
	minPrice,
	maxPrice,
	free,
	verified,
}: SearchFields): string[] {
	const terms = [
		condition && describeConditions(condition.split(',')),
		describePrices(minPrice, maxPrice),
		free && 'free',
		verified && 'from verified sellers',
	];
	return terms.filter((term): term is string => Boolean(term));
}

function describeConditions(values: readonly string[]): string {
	const names = CONDITIONS.filter((condition) => values.includes(condition)).map((condition) =>
		CONDITION_LABELS[condition].name.toLowerCase(),
	);
	return names.join(' or ');
}

function describePrices(min: string | undefined, max: string | undefined): string | undefined {
	const priceOf = (text: string) => formatPrice(Number(text));
	if (max === '0') return 'free';
	if (!max) return min && `from ${priceOf(min)}`;
	const { isBelow, rupees } = readPriceLimit(max);
	const upperPrice = formatPrice(rupees);
	if (!min) return `under ${upperPrice}`;
	return `${priceOf(min)} to ${isBelow ? 'under ' : ''}${upperPrice}`;
}
