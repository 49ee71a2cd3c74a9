import { expect, test } from 'vitest';
import { pageOf } from './paging.ts';

test.each([
	['a page that one more follows', [1, 2, 3], { rows: [1, 2], last: 2 }],
	['a last page that is full', [1, 2], { rows: [1, 2], last: undefined }],
	['a last page that is not', [1], { rows: [1], last: undefined }],
	['an empty list', [], { rows: [], last: undefined }],
])('%s says where the next one begins, if there is one', (_, found, page) => {
	expect(pageOf(found, 2)).toEqual(page);
});
