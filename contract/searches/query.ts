import { ALL_CATEGORIES } from '#contract/catalogue/facts.ts';
import { PAGES } from '#contract/core/pages.ts';
import {
	LISTING_FILTERS,
	type ListingFilterName,
	type ListingFilters,
	sortBounds,
} from '#contract/items/listing.ts';
import type { SavedFilterName } from './saved-filters.ts';

/** The filters of a listing that a saved search has: all, except whether reserved items are left out. */
export type SearchField = 'q' | 'category' | Exclude<ListingFilterName, 'reserved'>;

/** The filters of a saved search, in the order of the canonical query string, with the names under which they are stored. */
export const SEARCH_FIELDS = {
	q: 'words',
	category: 'category',
	condition: 'conditions',
	subject: 'subject',
	branch: 'branch',
	semester: 'semester',
	minPrice: 'minPrice',
	maxPrice: 'maxPrice',
	free: 'isFree',
	verified: 'isVerified',
} as const satisfies Record<SearchField, SavedFilterName>;
export const SEARCH_FIELD_NAMES = Object.keys(SEARCH_FIELDS) as SearchField[];

/** The filters that are set, with their values as texts of the query string. */
export type SearchFields = Partial<Record<SearchField, string>>;

/**
 * Reads the filters from the query string of a listing. Other parameters, such as order and view, are dropped, and so
 * are empty and default values. An invalid value stays as it is, so that the schema refuses it.
 */
export function searchFieldsOf(query: string): SearchFields {
	const parameters = parseQueryString(query);
	const fields: SearchFields = {};
	for (const name of SEARCH_FIELD_NAMES) {
		const value = normalize(name, (parameters.get(name) ?? '').trim());
		if (value !== '' && !isDefault(name, value)) fields[name] = value;
	}
	return { ...fields, ...sortedBounds(fields) };
}

function normalize(name: SearchField, value: string): string {
	if (value === '' || name === 'category') return value;
	if (name === 'q') return value.replace(/\s+/g, ' ');
	const parsed = LISTING_FILTERS[name].parse(value);
	const isPrice = name === 'minPrice' || name === 'maxPrice';
	return parsed !== undefined && isPrice ? String(Number(parsed)) : (parsed ?? value);
}

function isDefault(name: SearchField, value: string): boolean {
	if (name === 'category') return value.toLowerCase() === ALL_CATEGORIES.toLowerCase();
	return name === 'minPrice' && value === '0';
}

/**
 * The values of a query string by name; of several values of one name, the first counts. Does not use
 * `URLSearchParams`, which is no part of the language: the contract is compiled without it (contract/tsconfig.json),
 * and not every client has it.
 */
function parseQueryString(query: string): Map<string, string> {
	const pairs = query.replace(/^\?/, '').split('&').toReversed();
	return new Map(
		pairs.map((pair) => {
			const [name = '', ...value] = pair.split('=');
			return [decode(name), decode(value.join('='))];
		}),
	);
}

/** Decodes percent-encoding, as `URLSearchParams` does. Invalid encoding, such as `%zz`, stays as it is. */
function decode(text: string): string {
	return text.replaceAll('+', ' ').replace(/(?:%[\da-f]{2})+/gi, decodeBytes);
}

function decodeBytes(encoded: string): string {
	try {
		return decodeURIComponent(encoded);
	} catch {
		return encoded;
	}
}

/** Price bounds with the lower one first, as in the listing. */
function sortedBounds({ minPrice, maxPrice }: SearchFields): SearchFields {
	return minPrice && maxPrice ? sortBounds(minPrice, maxPrice) : {};
}

/** The canonical query string: equal filters have equal texts. */
export function formatQuery(fields: SearchFields): string {
	const setNames = SEARCH_FIELD_NAMES.filter((name) => fields[name] !== undefined);
	return setNames.map((name) => `${name}=${encodeURIComponent(fields[name] ?? '')}`).join('&');
}

/** The canonical query string of a listing; '' for a listing of everything. */
export function queryOfListing({ sort: _order, ...filters }: ListingFilters): string {
	return formatQuery(searchFieldsOf(formatQuery(filters)));
}

/** Whether two canonical query strings find the same; the case of words and names does not matter. */
export function isSameQuery(one: string, other: string): boolean {
	const comparable = (query: string) => JSON.stringify(searchFieldsOf(query)).toLowerCase();
	return comparable(one) === comparable(other);
}

/** The path and query of the listing that a saved search opens, newest items first. */
export function pathOfQuery(query: string): string {
	const { category = ALL_CATEGORIES, ...filters } = searchFieldsOf(query);
	const path = PAGES.category.replace(':category', encodeURIComponent(category));
	const rest = formatQuery(filters);
	return rest === '' ? path : `${path}?${rest}`;
}
