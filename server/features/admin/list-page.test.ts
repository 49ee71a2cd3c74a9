import { expect, test } from 'vitest';
import { placeOf } from './list-page.ts';

test.each([
	[1, 10, { offset: 0, size: 10 }],
	[3, 50, { offset: 100, size: 50 }],
	[1000, 10, { offset: 9990, size: 10 }],
	[334, 30, { offset: 9990, size: 10 }],
	[1001, 10, { offset: 10_000, size: 0 }],
	[2_147_483_647, 100, { offset: 10_000, size: 0 }],
])('page %d of %d entries each ends where counting does', (page, limit, place) => {
	expect(placeOf({ page, limit })).toEqual(place);
});
