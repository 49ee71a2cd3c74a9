import type { Page } from 'playwright-core';
import { openBrowser } from './browser.ts';
import type { Person } from './people.ts';

/** A browser for one test file, with a user's account page. */
export async function openAccountPages() {
	const { visit } = await openBrowser();

	async function openAccount(person: Person, width = 1024): Promise<Page> {
		const page = await visit('/account', { as: person, width });
		await page.getByRole('heading', { name: 'Your account' }).waitFor();
		await page.getByRole('textbox', { name: 'Name' }).waitFor();
		return page;
	}
	return { visit, openAccount };
}

export async function logIn(page: Page, email: string, password: string): Promise<void> {
	await page.getByLabel('Email address').fill(email);
	await page.getByLabel('Password', { exact: true }).fill(password);
	await page.getByRole('button', { name: 'Login', exact: true }).click();
}
