import { ITEM_LIMITS, LISTING_TABS, SORTS, type Sort, TYPED_PRICE } from './facts.ts';

export const VIEWS = ['grid', 'list'] as const;
export type View = (typeof VIEWS)[number];

/** What a listing's address says besides its category. */
export interface ListingChoices {
	/** Words to search for; empty for none. */
	q: string;
	sort: Sort;
	view: View;
	/** Rupees, as they stand in an address; empty for no bound. */
	minPrice: string;
	maxPrice: string;
	/** How many pages one has loaded: after a reload as many are shown again. */
	pages: number;
}

export const LISTING_DEFAULTS: ListingChoices = {
	q: '',
	sort: 'newest',
	view: 'grid',
	minPrice: '',
	maxPrice: '',
	pages: 1,
};

export const LISTING_LIMITS = {
	wordsMax: 200,
	/** More is not loaded again after a reload. */
	pagesMax: 20,
} as const;

export const LISTING_MESSAGES = {
	badSort: 'The address asked for an order we don’t know; showing newest first.',
	badView: 'The address asked for a view we don’t know; showing a grid.',
	badPrice: 'The address asked for a price we can’t read; showing every price.',
	badPages: 'The address asked for a place in the list we don’t know; starting at the top.',
	longWords: 'The address asked for very many words; searching for the first of them.',
	priceField: 'Please type a price as a number, such as 250.',
	noCategory: 'The market has no category of this name.',
} as const;

/** The query of an address: URLSearchParams, on either side. */
interface AddressQuery {
	get: (name: string) => string | null;
}

/**
 * Reads a listing's choices from its address. What is not known falls back to what is valid, and `faults` says so, in
 * sentences for people; bounds the wrong way round are turned.
 */
export function readListing(search: AddressQuery): {
	choices: ListingChoices;
	faults: readonly string[];
} {
	const faults: string[] = [];
	const read = <T>(name: string, known: (sent: string) => T | undefined, or: T, fault: string) => {
		const sent = search.get(name)?.trim();
		if (!sent) return or;
		const value = known(sent);
		if (value === undefined) faults.push(fault);
		return value ?? or;
	};
	const { badSort, badView, badPrice, badPages } = LISTING_MESSAGES;
	const choices = {
		q: wordsOf(search, faults),
		sort: read('sort', (sent) => SORTS.find((sort) => sort === sent), 'newest', badSort),
		view: read('view', (sent) => VIEWS.find((view) => view === sent), 'grid', badView),
		...inOrder(
			read('minPrice', readPriceBound, '', badPrice),
			read('maxPrice', readPriceBound, '', badPrice),
		),
		pages: read('n', pageCount, 1, badPages),
	};
	return { choices, faults: [...new Set(faults)] };
}

/** NUL and half a surrogate pair can be in an address, but not in a search. */
function wordsOf(search: AddressQuery, faults: string[]): string {
	const words = [...(search.get('q') ?? '').toWellFormed().replaceAll('\0', ' ').trim()];
	if (words.length > LISTING_LIMITS.wordsMax) faults.push(LISTING_MESSAGES.longWords);
	return words.slice(0, LISTING_LIMITS.wordsMax).join('').trim();
}

function pageCount(sent: string): number | undefined {
	if (!/^[1-9]\d{0,8}$/.test(sent)) return undefined;
	return Math.min(Number(sent), LISTING_LIMITS.pagesMax);
}

/** A bound as it may stand in an address; '' for none, undefined for what is no price. */
export function readPriceBound(sent: string): string | undefined {
	const bare = sent.trim();
	return bare === '' || TYPED_PRICE.test(bare) ? bare : undefined;
}

/** Two bounds, the lower first. */
export function inOrder(
	minPrice: string,
	maxPrice: string,
): Pick<ListingChoices, 'minPrice' | 'maxPrice'> {
	const isReversed = minPrice !== '' && maxPrice !== '' && Number(minPrice) > Number(maxPrice);
	return isReversed ? { minPrice: maxPrice, maxPrice: minPrice } : { minPrice, maxPrice };
}

/** The choices as an address's query; defaults are left out, so that a plain listing has a plain address. */
export function writeListing(choices: ListingChoices): Record<string, string> {
	const search: Record<string, string> = {};
	for (const name of ['q', 'sort', 'view', 'minPrice', 'maxPrice'] as const) {
		if (choices[name] !== LISTING_DEFAULTS[name]) search[name] = choices[name];
	}
	if (choices.pages > 1) search.n = String(choices.pages);
	return search;
}

export type ListingFilters = { category: string } & Pick<
	ListingChoices,
	'q' | 'sort' | 'minPrice' | 'maxPrice'
>;

/** What a listing asks `GET /items` for; the page's first call and the answer in its HTML are the same by this. */
export function listingQuery({ category, q, sort, minPrice, maxPrice }: ListingFilters) {
	return {
		category: category === LISTING_TABS[0] ? undefined : category,
		q,
		sort,
		minPrice,
		maxPrice,
	};
}

/** What the featured items of the home page ask for. */
export const FEATURED_QUERY = { limit: String(ITEM_LIMITS.featured) } as const;

/** A listing's heading, without a search. */
export function listingTitle(category: string): string {
	if (category === LISTING_TABS[0]) return 'Everything on sale';
	return category === 'OTHERS' ? 'Everything else' : category;
}

/** The heading over what a search for `q` has found. */
export function searchTitle(q: string): string {
	return `Results for “${q}”`;
}

/** The document's title of a listing; in one category it names that as well. */
export function listingPageTitle(category: string, q: string): string {
	if (q === '') return listingTitle(category);
	return category === LISTING_TABS[0]
		? searchTitle(q)
		: `${searchTitle(q)} in ${listingTitle(category)}`;
}

/** The category that a name means, whatever its case; a name that means none stays as it is. */
export function categoryNamed(name: string): string {
	const lower = name.toLowerCase();
	return LISTING_TABS.find((tab) => tab.toLowerCase() === lower) ?? name;
}
