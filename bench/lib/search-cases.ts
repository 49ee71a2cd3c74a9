import type { Sort } from '#contract/items/facts.ts';

interface SearchCase {
	name: string;
	/** Paths below `/api`, requested in turn. */
	paths: readonly string[];
}

interface Question {
	q?: string;
	category?: string;
	sort?: Sort;
	minPrice?: number;
	maxPrice?: number;
}

/** As the listing requests them. */
const PAGE_SIZE = 24;
/** Requests with any token are not answered from the response cache. */
export const UNKNOWN_TOKEN = { Authorization: 'Bearer nothing' };
/** Prices above any that is seeded. */
const UNUSED_PRICE = 900_000;
const UNUSED_PRICES = 99_000;
let lastPrice = 0;

/** Adds a price limit that excludes nothing and was not used before, so that neither result nor count is cached. */
export function makeUnique(path: string): string {
	const isUnchanged = !/[?&]q=/.test(path) || /suggestions|(min|max)Price/.test(path);
	if (isUnchanged) return path;
	lastPrice = (lastPrice + 1) % UNUSED_PRICES;
	return `${path}&maxPrice=${UNUSED_PRICE + lastPrice}`;
}

const items = (question: Question) => `/items?${query({ limit: PAGE_SIZE, ...question })}`;
const query = (values: Question & { limit?: number }) =>
	new URLSearchParams(
		Object.entries(values).map(([name, value]) => [name, String(value)]),
	).toString();
const each = (words: readonly string[], rest: Question) => words.map((q) => items({ q, ...rest }));

const COMMON = ['hostel', 'semester', 'year', 'good', 'engineering', 'mathematics'];
const PAIRS = ['engineering mathematics', 'good semester', 'year hostel', 'data structures'];

export const WORDS_BY_PRICE = each(PAIRS, { category: 'Books', sort: 'price-asc' });

export const SEARCH_CASES: readonly SearchCase[] = [
	{
		name: 'two common words, category, price up',
		paths: WORDS_BY_PRICE,
	},
	{
		name: 'two common words, category, price down',
		paths: each(PAIRS, { category: 'Books', sort: 'price-desc' }),
	},
	{
		name: 'two common words rarely together',
		paths: each(['mathematics hostel wooden', 'guitar semester', 'laptop library'], {
			category: 'Electronics',
			sort: 'price-asc',
		}),
	},
	{ name: 'one very common word', paths: each(COMMON, {}) },
	{ name: 'one very common word, price up', paths: each(COMMON, { sort: 'price-asc' }) },
	{
		name: 'expensive items, price up',
		paths: each(['laptop', 'graphics card', 'camera', 'monitor'], { sort: 'price-asc' }),
	},
	{
		name: 'a word, by name',
		paths: each(['yamaha', 'solved', 'wooden', 'refurbished'], { sort: 'name' }),
	},
	{ name: 'a rare word', paths: each(['kx 4312', 'mx 7781', 'violin'], {}) },
	{ name: 'an incomplete word', paths: each(['m', 'ca', 'eng', 'mathem', 'कि'], {}) },
	{ name: 'Hindi', paths: each(['गणित की किताब', 'साइकिल', 'हालत'], { sort: 'price-asc' }) },
	{
		name: 'misspelt words',
		paths: each(['calculater', 'enginering mathmatics', 'bycicle', 'kitab'], {}),
	},
	{
		name: 'a price range',
		paths: [
			items({ minPrice: 100, maxPrice: 120 }),
			items({ category: 'Books', minPrice: 5000 }),
			items({ category: 'Electronics', minPrice: 20_000, maxPrice: 21_000, sort: 'name' }),
		],
	},
	{ name: 'all, first page', paths: [items({}), items({ category: 'Books' })] },
	{
		name: 'suggestions',
		paths: ['c', 'cal', 'engineering ma', 'calculater', 'lap', 'गणि'].map(
			(q) => `/items/suggestions?${new URLSearchParams({ q })}`,
		),
	},
];
