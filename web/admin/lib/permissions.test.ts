import { expect, test } from 'vitest';
import { ADMIN_PAGES, ADMIN_ROOT } from '#contract/admin/pages.ts';
import { canOpen } from './permissions.ts';

const SUPER_ADMIN_PAGES = [ADMIN_PAGES.auditLogs, ADMIN_PAGES.settings];
const everyPage = [ADMIN_ROOT, ...Object.values(ADMIN_PAGES)];

test('a super administrator may open every page', () => {
	expect(everyPage.filter((page) => !canOpen('super_admin', page))).toEqual([]);
});

test('an admin may open all pages but those for super administrators', () => {
	expect(everyPage.filter((page) => !canOpen('admin', page))).toEqual(SUPER_ADMIN_PAGES);
});

test.each(['?page=2', '/', '/?page=2'])(
	'a page for super administrators is recognized with %s behind its path',
	(suffix) => {
		for (const page of SUPER_ADMIN_PAGES) {
			expect(canOpen('admin', page + suffix)).toBe(false);
			expect(canOpen('admin', page.toUpperCase() + suffix)).toBe(false);
		}
	},
);
