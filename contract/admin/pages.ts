/** Paths of all back-office pages, mounted by the back-office app. */
export const ADMIN_PAGES = {
	login: '/admin/login',
	dashboard: '/admin/dashboard',
	users: '/admin/users',
	items: '/admin/items',
	analytics: '/admin/analytics',
	reports: '/admin/reports',
	userReports: '/admin/user-reports',
	feedback: '/admin/feedback',
	notifications: '/admin/notifications',
	auditLogs: '/admin/audit-logs',
	settings: '/admin/settings',
	account: '/admin/account',
} as const;

/** Pages that an `admin` cannot open (decisions, "Back-office"). */
export const SUPER_ADMIN_PAGES: readonly string[] = [ADMIN_PAGES.auditLogs, ADMIN_PAGES.settings];

/** Path of the back-office; redirects to the dashboard. */
export const ADMIN_ROOT = '/admin';
