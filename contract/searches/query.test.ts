import { describe, expect, test } from 'vitest';
import { listingFilters, parseListing } from '#contract/items/listing.ts';
import { formatQuery, isSameQuery, pathOfQuery, queryOfListing, searchFieldsOf } from './query.ts';

/** Reads a parameter of a query string. `contract/` is compiled without the type `URLSearchParams`. */
const searchParameter = (address: string, name: string) =>
	new RegExp(`(?:^|&)${name}=([^&]*)`).exec(address)?.[1] ?? null;

const canonical = (query: string) => formatQuery(searchFieldsOf(query));

describe('the canonical form of a search', () => {
	test.each([
		['q=drafter&category=Instruments', 'category=Instruments&q=drafter'],
		['q=50%25+off', 'q=50%+off'],
		['q=caf%C3%A9%20%25zz', 'q=caf%C3%A9+%zz'],
		['q=%25zz%20%26%20co', '%zz=1&q=%zz+%26+co'],
		['q=drafter', '?q=+drafter+&category=All&minPrice=0&free=&condition='],
		['q=lab+coat', 'q=lab%20%20%20coat&sort=price-asc&view=list&n=3'],
		['condition=new,good', 'condition=good,%20new,good'],
		['minPrice=100&maxPrice=300', 'maxPrice=100.00&minPrice=300'],
		['free=true&verified=true', 'verified=true&free=true&unknown=1'],
	])('the canonical form is the same for the searches %s and %s', (one, other) => {
		expect(canonical(other)).toBe(canonical(one));
	});

	test.each([
		['q=drafter', 'q=drafters'],
		['q=drafter', 'q=drafter&category=Books'],
		['maxPrice=300', 'minPrice=300'],
		['free=true', 'maxPrice=0'],
		['subject=EC301', 'branch=EC301'],
	])('the canonical form differs between the searches %s and %s', (one, other) => {
		expect(canonical(other)).not.toBe(canonical(one));
	});

	test('the canonical form is empty if nothing is searched or filtered', () => {
		expect(canonical('category=all&q=%20&sort=name&n=2')).toBe('');
	});

	test('the fields that are read from a query string keep invalid values, so that the schema can refuse them', () => {
		expect(searchFieldsOf('minPrice=cheap&semester=x&free=no')).toEqual({
			minPrice: 'cheap',
			semester: 'x',
			free: 'no',
		});
	});

	test('the canonical form is the same from the filters of an item list as from the URL of the list', () => {
		const address = 'q=drafter&maxPrice=300&condition=good&sort=name&view=list';
		const { params } = parseListing({ get: (name) => searchParameter(address, name) });

		expect(queryOfListing(listingFilters('Instruments', params))).toBe(
			canonical(`${address}&category=Instruments`),
		);
	});
});

test('two searches that differ only in letter case are the same', () => {
	expect(isSameQuery('q=Drafter&subject=ec301', 'q=drafter&subject=EC301')).toBe(true);
	expect(isSameQuery('q=drafter', 'q=draft')).toBe(false);
});

test.each([
	['q=drafter&category=Instruments&maxPrice=300', '/category/Instruments?q=drafter&maxPrice=300'],
	['category=Lab%20%26%20Bio', '/category/Lab%20%26%20Bio'],
	['free=true', '/category/All?free=true'],
])('the search %s opens the item list %s', (query, path) => {
	expect(pathOfQuery(query)).toBe(path);
});
