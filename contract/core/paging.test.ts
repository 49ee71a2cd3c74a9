import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import {
	PAGING_LIMITS,
	PAGING_MESSAGES,
	pageNumber,
	pageSize,
	pagination,
	paginationOf,
} from './paging.ts';

describe('how many entries at once', () => {
	test.each([
		[undefined, 50],
		['1', 1],
		['100', 100],
		['101', PAGING_LIMITS.max],
		['9'.repeat(400), PAGING_LIMITS.max],
	])('%j gives %d', (sent, size) => {
		expect(z.parse(pageSize(50), sent)).toBe(size);
	});

	test.each(['', '0', '-5', '1.5', '1e2', 'all', ['1', '2'], 10])('%j is refused', (sent) => {
		expect(z.safeParse(pageSize(50), sent).error?.issues).toMatchObject([
			{ message: PAGING_MESSAGES.badLimit },
		]);
	});
});

describe('the page asked for', () => {
	test.each([
		[undefined, 1],
		['1', 1],
		['12', 12],
		['9'.repeat(400), 2_147_483_647],
	])('%j is page %d', (sent, page) => {
		expect(z.parse(pageNumber, sent)).toBe(page);
	});

	test.each(['', '0', '-1', 'last', '1.5'])('%j is refused', (sent) => {
		expect(z.safeParse(pageNumber, sent).error?.issues).toMatchObject([
			{ message: PAGING_MESSAGES.badPage },
		]);
	});
});

describe('where a page stands', () => {
	test.each([
		['nothing is one empty page', 1, 0, { totalPages: 1, hasPrev: false, hasNext: false }],
		['a full page is the only one', 1, 10, { totalPages: 1, hasPrev: false, hasNext: false }],
		['one more entry makes a second', 1, 11, { totalPages: 2, hasPrev: false, hasNext: true }],
		[
			'the last page has only a previous one',
			2,
			11,
			{ totalPages: 2, hasPrev: true, hasNext: false },
		],
		['a page after the last has no next', 9, 11, { totalPages: 2, hasPrev: true, hasNext: false }],
	])('%s', (_what, currentPage, total, expected) => {
		const told = paginationOf(currentPage, 10, total);

		expect(told).toEqual({ currentPage, total, isExact: true, ...expected });
		expect(z.parse(pagination, told)).toEqual(told);
	});

	test.each([
		['all are counted', 1000, 10_000, { totalPages: 1000, isExact: true, hasNext: false }],
		['there is one more', 1000, 10_001, { totalPages: 1001, isExact: false, hasNext: true }],
		['there are two known', 1, 10_001, { totalPages: 1001, isExact: false, hasNext: true }],
		['more was turned to', 1001, 10_011, { totalPages: 1002, isExact: false, hasNext: true }],
		['the end was come to', 1002, 10_014, { totalPages: 1002, isExact: false, hasNext: false }],
		['the end is left behind', 2000, 10_001, { totalPages: 1001, isExact: false, hasNext: false }],
	])('is told of ten thousand at most, and has a next as long as there is more: %s', (...given) => {
		const [, currentPage, found, expected] = given;

		const told = paginationOf(currentPage, 10, found);

		expect(told).toMatchObject({ currentPage, total: PAGING_LIMITS.countLimit, ...expected });
	});
});
