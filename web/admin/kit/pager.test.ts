import { expect, test } from 'vitest';
import { paginationOf } from '#contract/core/paging.ts';
import { countLabel, pageLabel } from './pager.tsx';

test.each([
	['the first of some', 1, 1284, '1,284 users', 'Page 1 of 26'],
	['one behind the last of some', 27, 1284, '1,284 users', 'Page 26 of 26'],
	['one among many', 200, 10_001, 'over 10,000 users', 'Page 200'],
	['one behind all that are counted', 201, 10_051, 'over 10,000 users', 'Page 201'],
	['the last of many', 301, 15_020, 'over 10,000 users', 'Page 301 of 301'],
	['one behind the last of many', 302, 10_001, 'over 10,000 users', 'Page 201'],
])(
	'the pager of a page that is %s shows its number and the count',
	(_, page, total, count, label) => {
		const pagination = paginationOf(page, 50, total);

		expect(countLabel(pagination, 'user', 'users')).toBe(count);
		expect(pageLabel(pagination)).toBe(label);
	},
);
