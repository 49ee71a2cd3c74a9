import { expect, test } from 'vitest';
import { ADMIN_PAGES, ADMIN_ROOT } from '#contract/admin/pages.ts';
import { canOpen } from './permissions.ts';

const SUPER_ADMIN_PAGES = [ADMIN_PAGES.auditLogs, ADMIN_PAGES.settings];
const everyPage = [ADMIN_ROOT, ...Object.values(ADMIN_PAGES)];

test('a super administrator may open every page of the back-office', () => {
	expect(everyPage.filter((page) => !canOpen('super_admin', page))).toEqual([]);
});

test('an ordinary administrator may open every page except the audit logs and the settings', () => {
	expect(everyPage.filter((page) => !canOpen('admin', page))).toEqual(SUPER_ADMIN_PAGES);
});

test.each(['?page=2', '/', '/?page=2'])(
	'adding %s to the path, in any letter case, does not open a super administrator page to an ordinary administrator',
	(suffix) => {
		for (const page of SUPER_ADMIN_PAGES) {
			expect(canOpen('admin', page + suffix)).toBe(false);
			expect(canOpen('admin', page.toUpperCase() + suffix)).toBe(false);
		}
	},
);
