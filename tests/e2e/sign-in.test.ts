import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openBrowser } from '#tests/support/browser.ts';
import { logIn } from '#tests/support/log-in.ts';
import { signUpPerson } from '#tests/support/people.ts';

const { visit } = await openBrowser();

const localStorageOf = (page: Page) => page.evaluate(() => ({ ...localStorage }));
/** The status of a request with this token. */
const statusWith = (page: Page, token: string) =>
	page.evaluate(
		async (bearerToken) =>
			(await fetch('/api/auth', { headers: { authorization: `Bearer ${bearerToken}` } })).status,
		token,
	);
const storedFor = ({ id, token }: { id: number; token: string }) => ({
	accessToken: token,
	userId: String(id),
});

test('a visitor signs up by phone number, logs out by the menu, and logs in with the number typed into the email field', async () => {
	const page = await visit('/', { width: 360 });
	const digits = String(9_000_000_000 + Math.floor(Math.random() * 999_999_999));
	const password = 'chalk and talk';
	await page.getByRole('link', { name: 'Sell', exact: true }).click();
	await page.getByRole('main').getByRole('link', { name: 'Sign Up' }).click();

	await page.getByLabel('Name', { exact: true }).fill('Ravi');
	await page.getByText('Phone', { exact: true }).click();
	await page.getByLabel('Phone number').fill(digits);
	await page.getByLabel('Password', { exact: true }).fill(password);
	await page.getByLabel('Confirm Password').fill(password);
	await page.getByRole('button', { name: 'Sign Up', exact: true }).click();
	await page.getByRole('heading', { name: 'Add New Item' }).waitFor();
	const { accessToken, ...others } = await localStorageOf(page);
	expect(Object.keys(others)).toEqual(['userId']);

	const menuButton = page.getByRole('button', { name: 'Menu', exact: true });
	const menu = page.getByRole('dialog', { name: 'Menu' });
	await menuButton.click();
	await menu.getByRole('link', { name: 'My Profile' }).click();
	await page.getByRole('heading', { name: 'My Uploads' }).waitFor();
	await menu.waitFor({ state: 'hidden' });
	await menuButton.click();
	await menu.getByRole('button', { name: 'Logout' }).click();

	await page.waitForURL('/');
	await page.getByRole('link', { name: 'Login' }).waitFor();
	expect(await localStorageOf(page)).toEqual({});
	expect(await statusWith(page, String(accessToken))).toBe(401);
	await page.getByRole('link', { name: 'Login' }).click();
	await page.getByRole('heading', { name: 'Welcome back' }).waitFor();
	await logIn(page, digits, password);
	await page.waitForURL('/');
	await menuButton.waitFor();
	expect(Object.keys(await localStorageOf(page)).sort()).toEqual(['accessToken', 'userId']);
});

test('a visitor redirected home from a protected page can log in from the notice and returns to that page, even after a reload', async () => {
	const { email, password } = await signUpPerson();
	const page = await visit('/account#notices', { width: 360 });
	const loginPrompt = page.getByRole('link', { name: 'Log in to see your account' });
	await loginPrompt.waitFor();
	await page.reload();

	await loginPrompt.click();
	await page.getByText('Log in to see your account.').waitFor();
	await logIn(page, email, password);

	await page.getByRole('heading', { name: 'Your account' }).waitFor();
	expect(page.url()).toMatch(/\/account#notices$/);
});

test('a URL with a token of another account asks the signed-in user first, then replaces the current session', async () => {
	const [asha, ravi] = [await signUpPerson(), await signUpPerson('Ravi')];
	const page = await visit(`/auth/success?token=${ravi.token}`, { as: asha, width: 360 });
	await page.getByRole('heading', { name: 'Log in as Ravi?' }).waitFor();
	expect(await localStorageOf(page)).toEqual(storedFor(asha));

	await page.getByRole('button', { name: 'Log in as Ravi' }).click();

	await page.waitForURL('/');
	expect(await localStorageOf(page)).toEqual(storedFor(ravi));
	expect(await statusWith(page, asha.token)).toBe(401);
});

test('after logout, a private page that Back restores from the browser’s memory is hidden and redirects home', async () => {
	const page = await visit('/profile', { as: await signUpPerson('Meera') });
	await page.getByRole('heading', { name: 'My Uploads' }).waitFor();

	// Simulates Logout and then Back: the browser restores the page from its memory.
	const isSeen = await page.evaluate(() => {
		localStorage.clear();
		dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
		return document.documentElement.checkVisibility();
	});

	expect(isSeen).toBe(false);
	await page.waitForURL('/');
	await page.getByRole('link', { name: 'Login' }).waitFor();
});
