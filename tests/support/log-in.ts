import type { Page } from 'playwright-core';

/** Fills and submits the form of the login page. */
export async function logIn(page: Page, email: string, password: string): Promise<void> {
	await page.getByLabel('Email address').fill(email);
	await page.getByLabel('Password', { exact: true }).fill(password);
	await page.getByRole('main').getByRole('button', { name: 'Login', exact: true }).click();
}
