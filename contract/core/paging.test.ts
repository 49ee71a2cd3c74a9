import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { PAGING_ERRORS } from '#contract/core/errors.ts';
import { PAGING_LIMITS, pageNumber, pageSize, pagination, paginationOf } from './paging.ts';

describe('the page size', () => {
	test.each([
		[undefined, 50],
		['1', 1],
		['100', 100],
		['101', PAGING_LIMITS.pageSizeMax],
		['9'.repeat(400), PAGING_LIMITS.pageSizeMax],
	])('the limit %j gives a page size of %d', (sent, size) => {
		expect(z.parse(pageSize(50), sent)).toBe(size);
	});

	test.each(['', '0', '-5', '1.5', '1e2', 'all', ['1', '2'], 10])(
		'the limit %j is refused',
		(sent) => {
			expect(z.safeParse(pageSize(50), sent).error?.issues).toMatchObject([
				{ message: PAGING_ERRORS.badLimit.message },
			]);
		},
	);
});

describe('the page number', () => {
	test.each([
		[undefined, 1],
		['1', 1],
		['12', 12],
		['9'.repeat(400), 2_147_483_647],
	])('the page number %j is parsed as %d', (sent, page) => {
		expect(z.parse(pageNumber, sent)).toBe(page);
	});

	test.each(['', '0', '-1', 'last', '1.5'])('the page number %j is refused', (sent) => {
		expect(z.safeParse(pageNumber, sent).error?.issues).toMatchObject([
			{ message: PAGING_ERRORS.badPage.message },
		]);
	});
});

describe('pagination', () => {
	test.each([
		['an empty list has one page', 1, 0, { totalPages: 1, hasPrev: false, hasNext: false }],
		['one full page is the only page', 1, 10, { totalPages: 1, hasPrev: false, hasNext: false }],
		['one more entry makes a second page', 1, 11, { totalPages: 2, hasPrev: false, hasNext: true }],
		[
			'the last page has only a previous page',
			2,
			11,
			{ totalPages: 2, hasPrev: true, hasNext: false },
		],
		[
			'a page after the last has no next page',
			9,
			11,
			{ totalPages: 2, hasPrev: true, hasNext: false },
		],
	])('%s', (_what, currentPage, total, expected) => {
		const result = paginationOf(currentPage, 10, total);

		expect(result).toEqual({ currentPage, total, isExact: true, ...expected });
		expect(z.parse(pagination, result)).toEqual(result);
	});

	test.each([
		[
			'exactly 10,000 entries, on the last page',
			1000,
			10_000,
			{ totalPages: 1000, isExact: true, hasNext: false },
		],
		[
			'10,001 entries, on page 1,000',
			1000,
			10_001,
			{ totalPages: 1001, isExact: false, hasNext: true },
		],
		[
			'10,014 entries, on the last page',
			1002,
			10_014,
			{ totalPages: 1002, isExact: false, hasNext: false },
		],
	])(
		'pagination reports a total of at most 10,000, and a next page while there are more entries: %s',
		(...row) => {
			const [, currentPage, matchCount, expected] = row;

			const result = paginationOf(currentPage, 10, matchCount);

			expect(result).toMatchObject({ currentPage, total: PAGING_LIMITS.countLimit, ...expected });
		},
	);
});
