import type { Page } from 'playwright-core';
import { ADMIN_SESSION_MESSAGES } from '#contract/admin/session.ts';

/** Elements of the administrators' sign-in page. */
export function adminLoginPage(page: Page) {
	return {
		email: page.getByLabel('Email'),
		password: page.getByLabel('Password', { exact: true }),
		code: page.getByLabel('Code'),
		login: page.getByRole('button', { name: 'Login' }),
		alert: page.getByRole('alert'),
		heading: page.getByRole('heading', { name: ADMIN_SESSION_MESSAGES.title }),
	};
}
