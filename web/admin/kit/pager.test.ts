import { expect, test } from 'vitest';
import { paginationOf } from '#contract/core/paging.ts';
import { countLabel, pageLabel } from './pager.tsx';

test.each([
	['the first page', 1, 1284, '1,284 users', 'Page 1 of 26'],
	['a page beyond the last', 27, 1284, '1,284 users', 'Page 26 of 26'],
	['a page of a long list', 200, 10_001, 'over 10,000 users', 'Page 200'],
	['a page of a long list beyond the counted rows', 201, 10_051, 'over 10,000 users', 'Page 201'],
	['the last page of a long list', 301, 15_020, 'over 10,000 users', 'Page 301 of 301'],
	['a page beyond the last of a long list', 302, 10_001, 'over 10,000 users', 'Page 201'],
])(
	'the pager of %s (number %i, %i users in total) shows “%s” and “%s”',
	(_, page, total, count, label) => {
		const pagination = paginationOf(page, 50, total);

		expect(countLabel(pagination, 'user', 'users')).toBe(count);
		expect(pageLabel(pagination)).toBe(label);
	},
);
