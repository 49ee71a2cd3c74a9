import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { callUrl } from '#contract/core/call-url.ts';
import { withKnownCodes } from '#contract/items/known-codes.ts';
import { itemListQuery } from '#contract/items/list-query.ts';
import {
	LISTING_DEFAULTS,
	listingPageTitle,
	listingQuery,
	listingTitle,
	NO_FILTERS,
	normalizeCategory,
	parseListing,
	serializeListing,
} from '#contract/items/listing.ts';

const parse = (search: string) => parseListing(new URLSearchParams(search));

describe('URL of a category page', () => {
	test('the defaults of a category page, newest first and as a grid, need no URL parameters', () => {
		expect(parse('')).toEqual({ params: LISTING_DEFAULTS, warnings: [] });
		expect(serializeListing(LISTING_DEFAULTS)).toEqual({});
	});

	test.each([
		['sort=cheapest', 'badSort'],
		['view=tiles', 'badView'],
		['minPrice=free', 'badPrice'],
		['maxPrice=-5', 'badPrice'],
		['maxPrice=1e3', 'badPrice'],
		['n=0', 'badPages'],
		['n=many', 'badPages'],
		[`q=${'long '.repeat(50)}`, 'queryTooLong'],
	])('the invalid query "%s" is replaced by the default, with a warning', (search, warning) => {
		const { params, warnings } = parse(`${search}&sort=`);

		expect(warnings).toEqual([warning]);
		expect({ ...params, q: '' }).toEqual(LISTING_DEFAULTS);
	});

	test('the URL of a category page restores at most 20 loaded pages of items', () => {
		expect(parse('n=999999').params.pages).toBe(20);
	});

	test('every choice that is written into the URL is restored from the URL', () => {
		const listingParams = {
			q: 'B.S. Grewal & co',
			exact: 'true',
			sort: 'best-match',
			view: 'list',
			...NO_FILTERS,
			minPrice: '10',
			maxPrice: '250.50',
			pages: 3,
		} as const;

		expect(parseListing(new URLSearchParams(serializeListing(listingParams))).params).toEqual(
			listingParams,
		);
	});

	test('no URL of a category page leads to a request that the API rejects as invalid', () => {
		const anySearch = fc.record({
			q: fc.string({ unit: 'binary' }),
			sort: fc.string(),
			minPrice: fc.string(),
			maxPrice: fc.string(),
			n: fc.string(),
		});

		fc.assert(
			fc.property(anySearch, (search) => {
				const { params: listingParams } = parseListing(new URLSearchParams(search));
				const url = callUrl('/items', {
					query: listingQuery({ ...listingParams, category: 'Books' }),
				});
				const query = Object.fromEntries(new URL(url, 'http://here.invalid').searchParams);
				expect(z.safeParse(itemListQuery, query).error).toBeUndefined();
			}),
		);
	});
});

describe('codes of subjects and branches in the URL of a category page', () => {
	const catalogue = { subjects: [{ code: 'EC-301' }], branches: [{ code: 'EC' }] };
	const known = (search: string) => withKnownCodes(parse(search), catalogue);

	test('known codes of subjects and branches in the URL are spelled as in the catalogue', () => {
		expect(known('subject=ec-301&branch=ec')).toEqual({
			params: { ...LISTING_DEFAULTS, subject: 'EC-301', branch: 'EC' },
			warnings: [],
		});
	});

	test('codes that are not in the catalogue are left out with a warning', () => {
		expect(known('subject=XX1&branch=ZZ&sort=name')).toEqual({
			params: { ...LISTING_DEFAULTS, sort: 'name' },
			warnings: ['badSubject', 'badBranch'],
		});
	});
});

test('the heading of a category page depends on the category', () => {
	expect(['All', 'Books', 'OTHERS'].map(listingTitle)).toEqual([
		'Everything on sale',
		'Books',
		'Everything else',
	]);
});

test('the page title of a search names the search text and the category', () => {
	expect(listingPageTitle('All', '')).toBe('Everything on sale');
	expect(listingPageTitle('All', 'kettle')).toBe('Results for “kettle”');
	expect(listingPageTitle('Books', 'kettle')).toBe('Results for “kettle” in Books');
});

test.each([
	['all', 'All'],
	['pyqs', 'PYQs'],
	['Others', 'OTHERS'],
	['BOOKS', 'Books'],
	['novels', 'Books'],
	['old papers', 'OTHERS'],
	['Furniture', 'Furniture'],
])('the category name %s in a URL is read as the category %s', (name, category) => {
	const categories = [
		{ name: 'Books', formerNames: ['Novels', 'PYQs'] },
		{ name: 'PYQs' },
		{ name: 'OTHERS', formerNames: ['Old papers'] },
	];
	expect(normalizeCategory(name, categories)).toBe(category);
});

test('the URL of an API call contains its parameters, without the empty ones', () => {
	const address = callUrl('/item/:id/similar', {
		params: { id: 7 },
		query: { q: 'R & D', cursor: undefined, category: '' },
	});

	expect(address).toBe('/api/item/7/similar?q=R%20%26%20D');
});
