import { matchPath } from 'react-router';
import { SUPER_ADMIN_PAGES } from '#contract/admin/pages.ts';
import type { AdminRole } from '#contract/admin/session.ts';

/** Whether the role may open a path of the back-office; the server checks each request. */
export function canOpen(role: AdminRole | undefined, path: string): boolean {
	const [pathname = ''] = path.split('?');
	// Matched like the router, which ignores case and a trailing slash.
	return role === 'super_admin' || !SUPER_ADMIN_PAGES.some((page) => matchPath(page, pathname));
}
