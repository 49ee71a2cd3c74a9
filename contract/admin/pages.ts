import { pathsOf } from '#contract/core/pages.ts';
import type { AdminRole } from './session.ts';

interface AdminPage {
	path: string;
	/** The lowest role that may open the page. */
	access: 'anyone' | AdminRole;
	/** Its entry in the menu, its heading and the browser's tab. */
	label?: string;
}

/** All pages of the back-office, in the order of the menu. */
export const ADMIN_PAGE_TABLE = {
	login: { path: '/admin/login', access: 'anyone' },
	choosePassword: { path: '/admin/choose-password', access: 'anyone' },
	dashboard: { path: '/admin/dashboard', access: 'admin', label: 'Dashboard' },
	users: { path: '/admin/users', access: 'admin', label: 'Users' },
	items: { path: '/admin/items', access: 'admin', label: 'Items' },
	reports: { path: '/admin/reports', access: 'admin', label: 'Item reports' },
	userReports: { path: '/admin/user-reports', access: 'admin', label: 'User reports' },
	wanted: { path: '/admin/wanted', access: 'admin', label: 'Wanted posts' },
	reviewReports: { path: '/admin/review-reports', access: 'admin', label: 'Review reports' },
	feedback: { path: '/admin/feedback', access: 'admin', label: 'Feedback' },
	analytics: { path: '/admin/analytics', access: 'admin', label: 'Analytics' },
	notifications: { path: '/admin/notifications', access: 'admin', label: 'Notifications' },
	campus: { path: '/admin/campus', access: 'admin', label: 'Campus' },
	auditLogs: { path: '/admin/audit-logs', access: 'super_admin', label: 'Audit Logs' },
	settings: { path: '/admin/settings', access: 'super_admin', label: 'Settings' },
	account: { path: '/admin/account', access: 'admin', label: 'Your account' },
} as const satisfies Record<string, AdminPage>;

export type AdminPageName = keyof typeof ADMIN_PAGE_TABLE;

/** The path of each page. */
export const ADMIN_PAGES = pathsOf(ADMIN_PAGE_TABLE);

/** Path of the back-office; redirects to the dashboard. */
export const ADMIN_ROOT = '/admin';
