import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createBrowserRouter, RouterProvider } from 'react-router';
import { onTestFinished } from 'vitest';
import { page } from 'vitest/browser';
import { getCategoryList } from '#contract/admin/catalogue.ts';
import { getCounts } from '#contract/admin/notifications.ts';
import { countOpenReports } from '#contract/admin/reports.ts';
import {
	ADMIN_SESSION_MESSAGES,
	adminLogin,
	getAdminProfile,
	type OwnAdministrator,
} from '#contract/admin/session.ts';
import { getMaintenance } from '#contract/maintenance/endpoints.ts';
import { AdminApp } from '#web/admin/app/app.tsx';
import { storeSession } from '#web/admin/lib/session.ts';
import { createQueryClient } from '#web/lib/api/query-client.ts';
import { listedCategories } from './catalogue-replies.ts';
import { fakeApi } from './fake-api.ts';
import { SITE_IS_OPEN } from './maintenance-replies.ts';
import { renderInRoot } from './render-in-root.ts';
import { setWidth } from './set-width.ts';
import '#web/admin/app/admin.css';

/** Counts the sessions, so that each has a different token: the app remembers the tokens of ended sessions. */
let sessionCount = 0;

interface RenderOptions {
	/** The administrator who is signed in; none by default. */
	as?: OwnAdministrator;
	/** CSS pixels. */
	width?: number;
}

/** The administrator as whom most tests render a page. */
export const ADMIN: OwnAdministrator = {
	id: 3,
	username: 'Meera',
	email: 'meera@college.example',
	roleLevel: 'admin',
	hasTwoStep: false,
	mustSetUpTwoStep: false,
	recoveryCodesLeft: 0,
	mustChangePassword: false,
};

/** Renders a page of the back-office as its app does, with header, menu, toasts and dialogs. */
export async function renderAdminPage(
	path: string,
	{ as, width }: RenderOptions = {},
): Promise<void> {
	if (width) await setWidth(width);
	window.history.replaceState(null, '', path);
	fakeApi.answerByDefault(getMaintenance, SITE_IS_OPEN);
	fakeApi.answerByDefault(countOpenReports, { success: true, count: 0 });
	fakeApi.answerByDefault(getCategoryList, {
		success: true,
		version: 1,
		categories: listedCategories(),
	});
	if (as) storeSession(fakeSession(as), as);
	const router = createBrowserRouter([{ path: '*', element: <AdminApp /> }]);
	onTestFinished(() => router.dispose());
	await renderInRoot(
		<StrictMode>
			<QueryClientProvider client={createQueryClient()}>
				<RouterProvider router={router} />
			</QueryClientProvider>
		</StrictMode>,
	);
}

/** Fills in and sends the sign-in form of the page that is shown. */
export async function signInOnPage(admin: OwnAdministrator): Promise<void> {
	fakeApi.answer(adminLogin, {
		success: true,
		accessToken: fakeSession(admin),
		admin,
		message: ADMIN_SESSION_MESSAGES.loggedIn,
	});
	fakeApi.answer(getAdminProfile, { success: true, admin });
	await page.getByLabelText('Email').fill(admin.email);
	await page.getByLabelText('Password', { exact: true }).fill('long enough for all');
	await page.getByRole('button', { name: 'Login' }).click();
}

/** Fakes the answers that every page of a session loads. @returns the token of a new session */
function fakeSession(admin: OwnAdministrator): string {
	fakeApi.answerByDefault(getAdminProfile, { success: true, admin });
	fakeApi.answerByDefault(getCounts, {
		success: true,
		unread: 0,
		pendingReports: 0,
		pendingUserReports: 0,
		pendingWantedReports: 0,
		pendingReviewReports: 0,
		pendingFeedback: 0,
	});
	sessionCount += 1;
	return `token-${sessionCount}`;
}
