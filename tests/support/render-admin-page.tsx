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
import { renderInRoot } from './render-in-root.ts';
import { sample } from './sample.ts';
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
	...sample(getAdminProfile.reply).admin,
	id: 3,
	username: 'Meera',
	email: 'meera@college.example',
};

/** Renders a page of the back-office as its app does, with header, menu, toasts and dialogs. */
export async function renderAdminPage(
	path: string,
	{ as, width }: RenderOptions = {},
): Promise<void> {
	if (width) await setWidth(width);
	window.history.replaceState(null, '', path);
	fakeApi.answerByDefault(getMaintenance);
	fakeApi.answerByDefault(countOpenReports);
	fakeApi.answerByDefault(getCategoryList, { version: 1, categories: listedCategories() });
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
	const message = ADMIN_SESSION_MESSAGES.loggedIn;
	fakeApi.answer(adminLogin, { accessToken: fakeSession(admin), admin, message });
	fakeApi.answer(getAdminProfile, { admin });
	await page.getByLabelText('Email').fill(admin.email);
	await page.getByLabelText('Password', { exact: true }).fill('long enough for all');
	await page.getByRole('button', { name: 'Login' }).click();
}

/** Fakes the answers that every page of a session loads. @returns the token of a new session */
function fakeSession(admin: OwnAdministrator): string {
	fakeApi.answerByDefault(getAdminProfile, { admin });
	fakeApi.answerByDefault(getCounts);
	sessionCount += 1;
	return `token-${sessionCount}`;
}
