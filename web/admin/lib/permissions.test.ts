import { expect, test } from 'vitest';
import { ADMIN_PAGES, ADMIN_ROOT, SUPER_ADMIN_PAGES } from '#contract/admin/pages.ts';
import { mayOpen } from './permissions.ts';

const everyPage = [ADMIN_ROOT, ...Object.values(ADMIN_PAGES)];

test('a super administrator may open every page', () => {
	expect(everyPage.filter((page) => !mayOpen('super_admin', page))).toEqual([]);
});

test('an admin may open all but those of super administrators', () => {
	expect(everyPage.filter((page) => !mayOpen('admin', page))).toEqual(SUPER_ADMIN_PAGES);
});

test.each(['?page=2', '/', '/?page=2'])('a page is the same with %s behind its address', (end) => {
	for (const page of SUPER_ADMIN_PAGES) {
		expect(mayOpen('admin', page + end)).toBe(false);
		expect(mayOpen('admin', page.toUpperCase() + end)).toBe(false);
	}
});
