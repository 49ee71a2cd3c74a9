import { matchPath } from 'react-router';
import { ADMIN_PAGE_TABLE } from '#contract/admin/pages.ts';
import type { AdminRole } from '#contract/admin/session.ts';

/** Whether the role may open a path of the back-office; the server checks each request. */
export function canOpen(role: AdminRole | undefined, path: string): boolean {
	if (role === 'super_admin') return true;
	const [pathname = ''] = path.split('?');
	// Matched like the router, which ignores case and a trailing slash.
	const page = Object.values(ADMIN_PAGE_TABLE).find((listed) => matchPath(listed.path, pathname));
	return page?.access !== 'super_admin';
}
