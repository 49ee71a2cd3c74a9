/** Every page of the back-office. Its own app mounts these. */
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

/** An `admin` may not open these (decisions, "Back-office"). */
export const SUPER_ADMIN_PAGES: readonly string[] = [ADMIN_PAGES.auditLogs, ADMIN_PAGES.settings];

/** Where `/admin` itself leads. */
export const ADMIN_ROOT = '/admin';
