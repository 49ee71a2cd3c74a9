import type { AdminCounts } from '#contract/admin/notifications.ts';
import type { AdminPageName } from '#contract/admin/pages.ts';
import type { PageModule } from '#web/lib/page-module.ts';

interface Section<Name extends AdminPageName> {
	/** Imports the page's module on demand. */
	load: () => Promise<PageModule<Name>>;
	/** The count of pending work that is shown beside the page's entry in the menu. */
	countKey?: Exclude<keyof AdminCounts, 'success' | 'unread'>;
}

/** Each page's module and its count in the menu; paths and labels are in the contract (`contract/admin/pages.ts`). */
export const SECTIONS: { readonly [Name in AdminPageName]: Section<Name> } = {
	login: { load: () => import('#web/admin/login/login-page.tsx') },
	choosePassword: { load: () => import('#web/admin/login/choose-password-page.tsx') },
	dashboard: { load: () => import('#web/admin/dashboard/dashboard-page.tsx') },
	users: { load: () => import('#web/admin/users/users-page.tsx') },
	items: { load: () => import('#web/admin/items/items-page.tsx') },
	reports: {
		load: () => import('#web/admin/reports/reports-page.tsx'),
		countKey: 'pendingReports',
	},
	userReports: {
		load: () => import('#web/admin/reports/user-reports-page.tsx'),
		countKey: 'pendingUserReports',
	},
	wanted: {
		load: () => import('#web/admin/wanted/wanted-page.tsx'),
		countKey: 'pendingWantedReports',
	},
	reviewReports: {
		load: () => import('#web/admin/reports/review-reports-page.tsx'),
		countKey: 'pendingReviewReports',
	},
	feedback: {
		load: () => import('#web/admin/feedback/feedback-page.tsx'),
		countKey: 'pendingFeedback',
	},
	analytics: { load: () => import('#web/admin/analytics/analytics-page.tsx') },
	notifications: { load: () => import('#web/admin/notifications/notifications-page.tsx') },
	campus: { load: () => import('#web/admin/catalogue/campus-page.tsx') },
	auditLogs: { load: () => import('#web/admin/audit/audit-logs-page.tsx') },
	settings: { load: () => import('#web/admin/settings/settings-page.tsx') },
	account: { load: () => import('#web/admin/account/account-page.tsx') },
};
