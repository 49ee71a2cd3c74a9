import { expect, test } from 'vitest';
import { pageOf } from './paging.ts';

test.each([
	['a page with a next page', 'and its last row', [1, 2, 3], { rows: [1, 2], last: 2 }],
	['a full last page', 'and no last row', [1, 2], { rows: [1, 2], last: undefined }],
	['a partial last page', 'and no last row', [1], { rows: [1], last: undefined }],
	['an empty list', 'and no last row', [], { rows: [], last: undefined }],
])('pageOf() returns the rows of %s, %s', (_rowsOf, _last, found, page) => {
	expect(pageOf(found, 2)).toEqual(page);
});
