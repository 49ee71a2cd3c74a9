import {
	ALL_CATEGORIES,
	CATALOGUE_CODE_PATTERN,
	CATALOGUE_LIMITS,
} from '#contract/catalogue/facts.ts';
import type { Category } from '#contract/catalogue/schemas.ts';
import { pick } from '#contract/core/pick.ts';
import { CONDITIONS, ITEM_LIMITS, PRICE_INPUT_PATTERN, SORTS, type Sort } from './facts.ts';
import type { ListingWarning } from './listing-messages.ts';
import type { Item } from './schemas.ts';

/* The state of a listing in its URL: search text, filters, order and view. */

export const VIEWS = ['grid', 'list'] as const;
export type View = (typeof VIEWS)[number];

/** A price bound of the query string; '' for none, undefined for an invalid price. */
export function parsePriceBound(raw: string): string | undefined {
	const trimmed = raw.trim();
	return trimmed === '' || PRICE_INPUT_PATTERN.test(trimmed) ? trimmed : undefined;
}

/**
 * The filters of a listing besides category and search text. Each value is text as in the query string, '' for none.
 * `parse` returns undefined for a value that is not valid; the page then shows `warning`.
 */
export const LISTING_FILTERS = {
	/** Rupees. */
	minPrice: { parse: parsePriceBound, warning: 'badPrice' },
	maxPrice: { parse: parsePriceBound, warning: 'badPrice' },
	/** One or more conditions, comma-separated. */
	condition: { parse: parseConditions, warning: 'badCondition' },
	free: { parse: parseFlag, warning: 'badFlag' },
	/** The code of a subject. */
	subject: { parse: parseCode, warning: 'badSubject' },
	/** The code of a branch. */
	branch: { parse: parseCode, warning: 'badBranch' },
	semester: { parse: parseSemester, warning: 'badSemester' },
	/** 'true': only items of verified sellers. */
	verified: { parse: parseFlag, warning: 'badFlag' },
	/** 'false' leaves reserved items out. */
	reserved: { parse: parseReserved, warning: 'badFlag' },
} as const satisfies Record<
	string,
	{ parse: (raw: string) => string | undefined; warning: ListingWarning }
>;

/** Sorts conditions in the order of `CONDITIONS` and drops repeated ones; undefined if one is unknown. */
function parseConditions(raw: string): string | undefined {
	const chosen = raw.split(',').map((value) => value.trim());
	const isKnown = chosen.every((value) => CONDITIONS.some((condition) => condition === value));
	if (!isKnown) return undefined;
	return CONDITIONS.filter((condition) => chosen.includes(condition)).join(',');
}

function parseFlag(raw: string): 'true' | undefined {
	return raw === 'true' ? raw : undefined;
}

function parseReserved(raw: string): 'false' | undefined {
	return raw === 'false' ? raw : undefined;
}

/** Checks only the format of a code: the catalogue is not known here. */
function parseCode(raw: string): string | undefined {
	return CATALOGUE_CODE_PATTERN.test(raw) ? raw : undefined;
}

function parseSemester(raw: string): string | undefined {
	const isValid = /^[1-9]\d?$/.test(raw) && Number(raw) <= CATALOGUE_LIMITS.semesterMax;
	return isValid ? raw : undefined;
}
export type ListingFilterName = keyof typeof LISTING_FILTERS;
export const LISTING_FILTER_NAMES = Object.keys(LISTING_FILTERS) as ListingFilterName[];
/** The values of the filters as parsed; '' for a filter that is not set. */
export type ListingFilterValues = {
	[Name in ListingFilterName]:
		| ''
		| NonNullable<ReturnType<(typeof LISTING_FILTERS)[Name]['parse']>>;
};
export const NO_FILTERS = filterValues(() => '');

function filterValues(textOf: (name: ListingFilterName) => string): ListingFilterValues {
	return Object.fromEntries(
		LISTING_FILTER_NAMES.map((name) => [name, textOf(name)]),
	) as ListingFilterValues;
}

/** State of a listing in its query string; the category is in the path. */
export interface ListingParams extends ListingFilterValues {
	/** Search text; empty for none. */
	q: string;
	/** 'true': the spelling of the words is not corrected. */
	exact: '' | 'true';
	sort: Sort;
	view: View;
	/** Number of loaded pages; a reload loads as many again. */
	pages: number;
}

export const LISTING_DEFAULTS: ListingParams = {
	q: '',
	exact: '',
	sort: 'newest',
	view: 'grid',
	...NO_FILTERS,
	pages: 1,
};

export const LISTING_LIMITS = {
	queryMax: 200,
	/** Maximum number of pages that a reload loads again. */
	pagesMax: 20,
} as const;

/** The part of URLSearchParams that is read here. */
interface QueryReader {
	get: (name: string) => string | null;
}

/**
 * Parses the state of a listing from its query string. An invalid value is replaced by the
 * default and named in `warnings`; reversed price bounds are swapped.
 */
export function parseListing(search: QueryReader): {
	params: ListingParams;
	warnings: readonly ListingWarning[];
} {
	const warnings: ListingWarning[] = [];
	const parseParam = <T>(
		name: string,
		parse: (raw: string) => T | undefined,
		fallback: T,
		warning: ListingWarning,
	) => {
		const raw = search.get(name)?.trim();
		if (!raw) return fallback;
		const value = parse(raw);
		if (value === undefined) warnings.push(warning);
		return value ?? fallback;
	};
	const filters = filterValues((name) => {
		const { parse, warning } = LISTING_FILTERS[name];
		return parseParam(name, parse, '', warning);
	});
	const q = parseSearchText(search, warnings);
	const sort = parseParam('sort', (raw) => SORTS.find((one) => one === raw), 'newest', 'badSort');
	const params = {
		q,
		exact: q === '' ? ('' as const) : parseParam('exact', parseFlag, '' as const, 'badFlag'),
		sort: q === '' && sort === 'best-match' ? 'newest' : sort,
		view: parseParam('view', (raw) => VIEWS.find((view) => view === raw), 'grid', 'badView'),
		...filters,
		...sortBounds(filters.minPrice, filters.maxPrice),
		pages: parseParam('n', parsePageCount, 1, 'badPages'),
	};
	return { params, warnings: [...new Set(warnings)] };
}

/**
 * Reads the search text. Replaces NUL and lone surrogates, which a search cannot contain, and cuts a text that is too
 * long.
 */
function parseSearchText(search: QueryReader, warnings: ListingWarning[]): string {
	const codePoints = [...(search.get('q') ?? '').toWellFormed().replaceAll('\0', ' ').trim()];
	if (codePoints.length > LISTING_LIMITS.queryMax) warnings.push('queryTooLong');
	return codePoints.slice(0, LISTING_LIMITS.queryMax).join('').trim();
}

function parsePageCount(raw: string): number | undefined {
	if (!/^[1-9]\d{0,8}$/.test(raw)) return undefined;
	return Math.min(Number(raw), LISTING_LIMITS.pagesMax);
}

/** Returns both bounds with the lower one first. */
export function sortBounds(
	minPrice: string,
	maxPrice: string,
): Pick<ListingParams, 'minPrice' | 'maxPrice'> {
	const isReversed = minPrice !== '' && maxPrice !== '' && Number(minPrice) > Number(maxPrice);
	return isReversed ? { minPrice: maxPrice, maxPrice: minPrice } : { minPrice, maxPrice };
}

/** Query parameters for the state of a listing; defaults are left out, so that a plain listing has a plain URL. */
export function serializeListing(params: ListingParams): Record<string, string> {
	const search: Record<string, string> = {};
	for (const name of ['q', 'exact', 'sort', 'view', ...LISTING_FILTER_NAMES] as const) {
		if (params[name] !== LISTING_DEFAULTS[name]) search[name] = params[name];
	}
	if (params.pages > 1) search.n = String(params.pages);
	return search;
}

/** What selects and orders the items of a listing; two listings with equal filters have the same items. */
export type ListingFilters = { category: string } & Pick<ListingParams, 'q' | 'exact' | 'sort'> &
	ListingFilterValues;

export function listingFilters(category: string, params: ListingParams): ListingFilters {
	return { category, ...pick(params, ['q', 'exact', 'sort', ...LISTING_FILTER_NAMES]) };
}

/**
 * The query of `GET /items` for a listing. Shared, so that the page's first call matches the reply embedded in its
 * HTML.
 */
export function listingQuery({ category, ...filters }: ListingFilters) {
	const setFilters = Object.entries(filters).filter(([, value]) => value !== '');
	const query = { category: category === ALL_CATEGORIES ? undefined : category };
	return { ...query, ...(Object.fromEntries(setFilters) as SetFilters) };
}

/** The filters that are set. */
type SetFilters = {
	[Name in keyof Omit<ListingFilters, 'category'>]?: Exclude<ListingFilters[Name], ''>;
};

/** Query for the featured and the pinned items of the home page. */
export const FEATURED_QUERY = { limit: String(ITEM_LIMITS.pinnedFrom) } as const;

/**
 * The items that are pinned at the top of the home page: of different sellers, and not those with which the featured
 * items begin, as far as the newest items allow it.
 */
export function pinnedItems(newest: readonly Item[]): Item[] {
	const { pinnedMax } = ITEM_LIMITS;
	const ordered = [...newest.slice(pinnedMax), ...newest.slice(0, pinnedMax)];
	const isFirstOfSeller = ({ userId }: Item, index: number) =>
		ordered.findIndex((item) => item.userId === userId) === index;
	const firsts = ordered.filter(isFirstOfSeller);
	return [...firsts, ...ordered.filter((item) => !firsts.includes(item))].slice(0, pinnedMax);
}

/** Heading of a listing without a search. */
export function listingTitle(category: string): string {
	if (category === ALL_CATEGORIES) return 'Everything on sale';
	return category === 'OTHERS' ? 'Everything else' : category;
}

/** Heading of the results of a search. */
export function searchTitle(q: string): string {
	return `Results for “${q}”`;
}

/** Document title of a listing; includes the category, if one is selected. */
export function listingPageTitle(category: string, q: string): string {
	if (q === '') return listingTitle(category);
	return category === ALL_CATEGORIES
		? searchTitle(q)
		: `${searchTitle(q)} in ${listingTitle(category)}`;
}

/**
 * Finds a category by a name that it has or had, regardless of case; returns an unknown name unchanged.
 * @param categories all categories of the catalogue
 */
export function normalizeCategory(
	name: string,
	categories: readonly Pick<Category, 'name' | 'formerNames'>[],
): string {
	const isMeant = (known: string) => known.toLowerCase() === name.toLowerCase();
	return (
		[ALL_CATEGORIES, ...categories.map((category) => category.name)].find(isMeant) ??
		categories.find(({ formerNames }) => formerNames?.some(isMeant))?.name ??
		name
	);
}
