import { expect, test } from 'vitest';
import { pageOf } from './paging.ts';

test.each([
	['a page with a next page', [1, 2, 3], { rows: [1, 2], last: 2 }],
	['a full last page', [1, 2], { rows: [1, 2], last: undefined }],
	['a partial last page', [1], { rows: [1], last: undefined }],
	['an empty list', [], { rows: [], last: undefined }],
])('pageOf() returns a last row for %s only if there is a next page', (_, found, page) => {
	expect(pageOf(found, 2)).toEqual(page);
});
