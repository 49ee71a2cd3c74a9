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
		['101', PAGING_LIMITS.most],
		['9'.repeat(400), PAGING_LIMITS.most],
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

	test('ten thousand entries are counted and can be turned to, and more are no more pages', () => {
		expect(paginationOf(1000, 10, PAGING_LIMITS.counted)).toEqual({
			currentPage: 1000,
			totalPages: 1000,
			total: 10_000,
			isExact: true,
			hasPrev: true,
			hasNext: false,
		});
		expect(paginationOf(1000, 10, PAGING_LIMITS.counted + 1)).toMatchObject({
			totalPages: 1000,
			total: 10_000,
			isExact: false,
			hasNext: false,
		});
	});
});
