import type { Sort } from '#contract/items/facts.ts';

interface SearchCase {
	name: string;
	/** Paths below `/api`, requested in turn. */
	paths: readonly string[];
}

interface ListingQuery {
	q?: string;
	category?: string;
	sort?: Sort;
	minPrice?: number;
	maxPrice?: number;
	/** One or more conditions, separated by commas. */
	condition?: string;
	subject?: string;
	branch?: string;
	semester?: number;
	verified?: boolean;
}

/** Names of the cases that have a target of their own. */
export const FILTERED_WORDS = 'words with two filters';
export const FACETS = 'facets';

/** The page size of the site's own listing. */
const PAGE_SIZE = 24;
/** A request with a token, even an unknown one, is not answered from the memo. */
export const UNKNOWN_TOKEN = { Authorization: 'Bearer nothing' };
/** The first of the price limits, which are above every seeded price. */
const FIRST_UNUSED_PRICE = 900_000;
const UNUSED_PRICE_COUNT = 99_000;
let lastPrice = 0;

/**
 * Adds a price limit that excludes nothing and was not used before, so that neither the results nor their count are
 * cached. Other paths stay as they are: their requests carry a token and are not cached anyway.
 */
export function makeUnique(path: string): string {
	const isLeftUnchanged = !/[?&]q=/.test(path) || /suggestions|facets|(min|max)Price/.test(path);
	if (isLeftUnchanged) return path;
	lastPrice = (lastPrice + 1) % UNUSED_PRICE_COUNT;
	return `${path}&maxPrice=${FIRST_UNUSED_PRICE + lastPrice}`;
}

const listingPath = (listingQuery: ListingQuery) =>
	`/items?${encodeQuery({ limit: PAGE_SIZE, ...listingQuery })}`;
const facetsPath = (query: ListingQuery) => `/items/facets?${encodeQuery(query)}`;
const encodeQuery = (values: ListingQuery & { limit?: number }) =>
	new URLSearchParams(
		Object.entries(values).map(([name, value]) => [name, String(value)]),
	).toString();
const pathsFor = (words: readonly string[], filters: ListingQuery) =>
	words.map((q) => listingPath({ q, ...filters }));

const COMMON_WORDS = ['hostel', 'semester', 'year', 'good', 'engineering', 'mathematics'];
const WORD_PAIRS = ['engineering mathematics', 'good semester', 'year hostel', 'data structures'];

/** Every kind of search, with the paths that are requested for it. */
export const SEARCH_CASES: readonly SearchCase[] = [
	{
		name: 'two common words, category, price up',
		paths: pathsFor(WORD_PAIRS, { category: 'Books', sort: 'price-asc' }),
	},
	{
		name: 'two common words, category, price down',
		paths: pathsFor(WORD_PAIRS, { category: 'Books', sort: 'price-desc' }),
	},
	{
		name: 'two common words rarely together',
		paths: pathsFor(['mathematics hostel wooden', 'guitar semester', 'laptop library'], {
			category: 'Electronics',
			sort: 'price-asc',
		}),
	},
	{ name: 'one very common word', paths: pathsFor(COMMON_WORDS, {}) },
	{ name: 'one very common word, price up', paths: pathsFor(COMMON_WORDS, { sort: 'price-asc' }) },
	{
		name: 'expensive items, price up',
		paths: pathsFor(['laptop', 'graphics card', 'camera', 'monitor'], { sort: 'price-asc' }),
	},
	{
		name: 'a word, by name',
		paths: pathsFor(['yamaha', 'solved', 'wooden', 'refurbished'], { sort: 'name' }),
	},
	{ name: 'a rare word', paths: pathsFor(['kx 4312', 'mx 7781', 'violin'], {}) },
	{ name: 'an incomplete word', paths: pathsFor(['m', 'ca', 'eng', 'mathem', 'कि'], {}) },
	{ name: 'Hindi', paths: pathsFor(['गणित की किताब', 'साइकिल', 'हालत'], { sort: 'price-asc' }) },
	{
		name: 'misspelt words',
		paths: pathsFor(['calculater', 'enginering mathmatics', 'bycicle', 'kitab'], {}),
	},
	{
		name: FILTERED_WORDS,
		paths: [
			listingPath({ q: 'textbook', category: 'Books', condition: 'good', subject: 'CS101' }),
			listingPath({ q: 'mathematics', condition: 'like-new', branch: 'EC', semester: 3 }),
			listingPath({ q: 'hostel', category: 'Electronics', condition: 'fair,for-parts' }),
			listingPath({ q: 'solutions', condition: 'new', verified: true, sort: 'price-asc' }),
		],
	},
	{
		name: 'rare filters without words',
		paths: [
			listingPath({ subject: 'MA805' }),
			listingPath({ subject: 'MA805', condition: 'for-parts', sort: 'price-desc' }),
			listingPath({ branch: 'CE', semester: 8, category: 'Instruments' }),
		],
	},
	{
		name: FACETS,
		paths: [
			facetsPath({}),
			facetsPath({ category: 'Books' }),
			facetsPath({ category: 'Books', condition: 'good' }),
			facetsPath({ branch: 'EC', semester: 3 }),
			facetsPath({ q: 'hostel' }),
			facetsPath({ q: 'calculator', condition: 'good' }),
			facetsPath({ q: 'textbook', category: 'Books', condition: 'good', subject: 'CS101' }),
		],
	},
	{
		name: 'a price range',
		paths: [
			listingPath({ minPrice: 100, maxPrice: 120 }),
			listingPath({ category: 'Books', minPrice: 5000 }),
			listingPath({ category: 'Electronics', minPrice: 20_000, maxPrice: 21_000, sort: 'name' }),
		],
	},
	{ name: 'all, first page', paths: [listingPath({}), listingPath({ category: 'Books' })] },
	{
		name: 'suggestions',
		paths: ['c', 'cal', 'engineering ma', 'calculater', 'lap', 'गणि'].map(
			(q) => `/items/suggestions?${new URLSearchParams({ q })}`,
		),
	},
];
