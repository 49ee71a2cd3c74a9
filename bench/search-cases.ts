import type { Sort } from '#contract/item-facts.ts';

interface SearchCase {
	name: string;
	/** Addresses below `/api`, asked for in turn. */
	addresses: readonly string[];
}

interface Asked {
	q?: string;
	category?: string;
	sort?: Sort;
	minPrice?: number;
	maxPrice?: number;
}

/** Pages of 24, as the listing asks for them. */
const PAGE = 24;
/** A token that opens nothing: whoever asks with one gets nothing that was made ready for others. */
export const STRANGER = { Authorization: 'Bearer nothing' };
/** Dearer than anything that is seeded. */
const ABOVE_ALL = 900_000;
const ABOVE_RANGE = 99_000;
let last = 0;

/** The same question in words that nobody has used before, where it has words: nothing of it was counted yet either. */
export function asNeverBefore(address: string): string {
	const isPlain = !/[?&]q=/.test(address) || /suggestions|(min|max)Price/.test(address);
	if (isPlain) return address;
	last = (last + 1) % ABOVE_RANGE;
	return `${address}&maxPrice=${ABOVE_ALL + last}`;
}

const items = (asked: Asked) => `/items?${query({ limit: PAGE, ...asked })}`;
const query = (values: Asked & { limit?: number }) =>
	new URLSearchParams(
		Object.entries(values).map(([name, value]) => [name, String(value)]),
	).toString();
const each = (words: readonly string[], rest: Asked) => words.map((q) => items({ q, ...rest }));

const COMMON = ['hostel', 'semester', 'year', 'good', 'engineering', 'mathematics'];
const PAIRS = ['engineering mathematics', 'good semester', 'year hostel', 'data structures'];

export const WORDS_BY_PRICE = each(PAIRS, { category: 'Books', sort: 'price-asc' });

export const SEARCH_CASES: readonly SearchCase[] = [
	{
		name: 'two common words, category, price up',
		addresses: WORDS_BY_PRICE,
	},
	{
		name: 'two common words, category, price down',
		addresses: each(PAIRS, { category: 'Books', sort: 'price-desc' }),
	},
	{
		name: 'two common words that seldom meet',
		addresses: each(['mathematics hostel wooden', 'guitar semester', 'laptop library'], {
			category: 'Electronics',
			sort: 'price-asc',
		}),
	},
	{ name: 'one very common word', addresses: each(COMMON, {}) },
	{ name: 'one very common word, price up', addresses: each(COMMON, { sort: 'price-asc' }) },
	{
		name: 'dear things, price up',
		addresses: each(['laptop', 'graphics card', 'camera', 'monitor'], { sort: 'price-asc' }),
	},
	{
		name: 'a word, by name',
		addresses: each(['yamaha', 'solved', 'wooden', 'refurbished'], { sort: 'name' }),
	},
	{ name: 'a rare word', addresses: each(['kx 4312', 'mx 7781', 'violin'], {}) },
	{ name: 'an unfinished word', addresses: each(['m', 'ca', 'eng', 'mathem', 'कि'], {}) },
	{ name: 'Hindi', addresses: each(['गणित की किताब', 'साइकिल', 'हालत'], { sort: 'price-asc' }) },
	{
		name: 'misspelt words',
		addresses: each(['calculater', 'enginering mathmatics', 'bycicle', 'kitab'], {}),
	},
	{
		name: 'a price range',
		addresses: [
			items({ minPrice: 100, maxPrice: 120 }),
			items({ category: 'Books', minPrice: 5000 }),
			items({ category: 'Electronics', minPrice: 20_000, maxPrice: 21_000, sort: 'name' }),
		],
	},
	{ name: 'all, first page', addresses: [items({}), items({ category: 'Books' })] },
	{
		name: 'suggestions',
		addresses: ['c', 'cal', 'engineering ma', 'calculater', 'lap', 'गणि'].map(
			(q) => `/items/suggestions?${new URLSearchParams({ q })}`,
		),
	},
];
