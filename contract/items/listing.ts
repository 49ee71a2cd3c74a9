import { ITEM_LIMITS, LISTING_TABS, PRICE_INPUT_PATTERN, SORTS, type Sort } from './facts.ts';

export const VIEWS = ['grid', 'list'] as const;
export type View = (typeof VIEWS)[number];

/** What a listing's address says besides its category. */
export interface ListingParams {
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

export const LISTING_DEFAULTS: ListingParams = {
	q: '',
	sort: 'newest',
	view: 'grid',
	minPrice: '',
	maxPrice: '',
	pages: 1,
};

export const LISTING_LIMITS = {
	queryMax: 200,
	/** More is not loaded again after a reload. */
	pagesMax: 20,
} as const;

export const LISTING_MESSAGES = {
	badSort: 'The address asked for an order we don’t know; showing newest first.',
	badView: 'The address asked for a view we don’t know; showing a grid.',
	badPrice: 'The address asked for a price we can’t read; showing every price.',
	badPages: 'The address asked for a place in the list we don’t know; starting at the top.',
	queryTooLong: 'The address asked for very many words; searching for the first of them.',
	priceField: 'Please type a price as a number, such as 250.',
	noCategory: 'The market has no category of this name.',
} as const;

/** The query of an address: URLSearchParams, on either side. */
interface QueryReader {
	get: (name: string) => string | null;
}

/**
 * Reads a listing's choices from its address. What is not known falls back to what is valid, and `faults` says so, in
 * sentences for people; bounds the wrong way round are turned.
 */
export function parseListing(search: QueryReader): {
	params: ListingParams;
	warnings: readonly string[];
} {
	const warnings: string[] = [];
	const parseParam = <T>(
		name: string,
		parse: (raw: string) => T | undefined,
		fallback: T,
		warning: string,
	) => {
		const raw = search.get(name)?.trim();
		if (!raw) return fallback;
		const value = parse(raw);
		if (value === undefined) warnings.push(warning);
		return value ?? fallback;
	};
	const { badSort, badView, badPrice, badPages } = LISTING_MESSAGES;
	const params = {
		q: parseSearchText(search, warnings),
		sort: parseParam('sort', (raw) => SORTS.find((sort) => sort === raw), 'newest', badSort),
		view: parseParam('view', (raw) => VIEWS.find((view) => view === raw), 'grid', badView),
		...sortBounds(
			parseParam('minPrice', parsePriceBound, '', badPrice),
			parseParam('maxPrice', parsePriceBound, '', badPrice),
		),
		pages: parseParam('n', parsePageCount, 1, badPages),
	};
	return { params, warnings: [...new Set(warnings)] };
}

/** NUL and half a surrogate pair can be in an address, but not in a search. */
function parseSearchText(search: QueryReader, warnings: string[]): string {
	const codePoints = [...(search.get('q') ?? '').toWellFormed().replaceAll('\0', ' ').trim()];
	if (codePoints.length > LISTING_LIMITS.queryMax) warnings.push(LISTING_MESSAGES.queryTooLong);
	return codePoints.slice(0, LISTING_LIMITS.queryMax).join('').trim();
}

function parsePageCount(raw: string): number | undefined {
	if (!/^[1-9]\d{0,8}$/.test(raw)) return undefined;
	return Math.min(Number(raw), LISTING_LIMITS.pagesMax);
}

/** A bound as it may stand in an address; '' for none, undefined for what is no price. */
export function parsePriceBound(raw: string): string | undefined {
	const trimmed = raw.trim();
	return trimmed === '' || PRICE_INPUT_PATTERN.test(trimmed) ? trimmed : undefined;
}

/** Two bounds, the lower first. */
export function sortBounds(
	minPrice: string,
	maxPrice: string,
): Pick<ListingParams, 'minPrice' | 'maxPrice'> {
	const isReversed = minPrice !== '' && maxPrice !== '' && Number(minPrice) > Number(maxPrice);
	return isReversed ? { minPrice: maxPrice, maxPrice: minPrice } : { minPrice, maxPrice };
}

/** The choices as an address's query; defaults are left out, so that a plain listing has a plain address. */
export function serializeListing(params: ListingParams): Record<string, string> {
	const search: Record<string, string> = {};
	for (const name of ['q', 'sort', 'view', 'minPrice', 'maxPrice'] as const) {
		if (params[name] !== LISTING_DEFAULTS[name]) search[name] = params[name];
	}
	if (params.pages > 1) search.n = String(params.pages);
	return search;
}

export type ListingFilters = { category: string } & Pick<
	ListingParams,
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
export function normalizeCategory(name: string): string {
	const lower = name.toLowerCase();
	return LISTING_TABS.find((tab) => tab.toLowerCase() === lower) ?? name;
}
