import { lazy } from 'react';
import { Navigate, Outlet, Route, Routes } from 'react-router';
import { ADMIN_PAGES, ADMIN_ROOT } from '#contract/admin/pages.ts';
import { useStoredAdmin } from '#web/admin/lib/session.ts';
import { RequireAdmin } from './require-admin.tsx';

const LoginPage = lazy(async () => ({
	default: (await import('#web/admin/login/login-page.tsx')).LoginPage,
}));
const DashboardPage = lazy(async () => ({
	default: (await import('#web/admin/dashboard/dashboard-page.tsx')).DashboardPage,
}));
const UsersPage = lazy(async () => ({
	default: (await import('#web/admin/users/users-page.tsx')).UsersPage,
}));
const ItemsPage = lazy(async () => ({
	default: (await import('#web/admin/items/items-page.tsx')).ItemsPage,
}));
const AnalyticsPage = lazy(async () => ({
	default: (await import('#web/admin/analytics/analytics-page.tsx')).AnalyticsPage,
}));
const ReportsPage = lazy(async () => ({
	default: (await import('#web/admin/reports/reports-page.tsx')).ReportsPage,
}));
const UserReportsPage = lazy(async () => ({
	default: (await import('#web/admin/reports/user-reports-page.tsx')).UserReportsPage,
}));
const FeedbackPage = lazy(async () => ({
	default: (await import('#web/admin/feedback/feedback-page.tsx')).FeedbackPage,
}));
const NotificationsPage = lazy(async () => ({
	default: (await import('#web/admin/notifications/notifications-page.tsx')).NotificationsPage,
}));
const AuditLogsPage = lazy(async () => ({
	default: (await import('#web/admin/audit/audit-logs-page.tsx')).AuditLogsPage,
}));
const SettingsPage = lazy(async () => ({
	default: (await import('#web/admin/settings/settings-page.tsx')).SettingsPage,
}));
const AccountPage = lazy(async () => ({
	default: (await import('#web/admin/account/account-page.tsx')).AccountPage,
}));
const NotFoundPage = lazy(async () => ({
	default: (await import('./not-found-page.tsx')).AdminNotFoundPage,
}));

/** Every page is loaded lazily. */
export function AdminRouter() {
	return (
		<Routes>
			<Route path={ADMIN_PAGES.login} element={<LoginPage />} />
			<Route element={<RequireAdmin />}>
				<Route path={ADMIN_ROOT} element={<Navigate to={ADMIN_PAGES.dashboard} replace />} />
				<Route path={ADMIN_PAGES.dashboard} element={<DashboardPage />} />
				<Route path={ADMIN_PAGES.users} element={<UsersPage />} />
				<Route path={ADMIN_PAGES.items} element={<ItemsPage />} />
				<Route path={ADMIN_PAGES.analytics} element={<AnalyticsPage />} />
				<Route path={ADMIN_PAGES.reports} element={<ReportsPage />} />
				<Route path={ADMIN_PAGES.userReports} element={<UserReportsPage />} />
				<Route path={ADMIN_PAGES.feedback} element={<FeedbackPage />} />
				<Route path={ADMIN_PAGES.notifications} element={<NotificationsPage />} />
				<Route path={ADMIN_PAGES.auditLogs} element={<AuditLogsPage />} />
				<Route path={ADMIN_PAGES.settings} element={<SettingsPage />} />
				<Route path={ADMIN_PAGES.account} element={<AccountPage />} />
			</Route>
			<Route element={<LayoutIfSignedIn />}>
				<Route path="*" element={<NotFoundPage />} />
			</Route>
		</Routes>
	);
}

/** The not-found page keeps the menu for a signed-in administrator, and sends nobody else to the sign-in. */
function LayoutIfSignedIn() {
	return useStoredAdmin() ? <RequireAdmin /> : <Outlet />;
}
