import { matchPath } from 'react-router';
import { SUPER_ADMIN_PAGES } from '#contract/admin/pages.ts';
import type { AdminRole } from '#contract/admin/session.ts';

/** Whether an address within the back-office leads the role somewhere; the server decides about each call. */
export function canOpen(role: AdminRole | undefined, path: string): boolean {
	const [pathname = ''] = path.split('?');
	// As the router finds pages, which takes capitals and a slash at the end for the same.
	return role === 'super_admin' || !SUPER_ADMIN_PAGES.some((page) => matchPath(page, pathname));
}
