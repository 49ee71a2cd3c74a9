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

test('a visitor who presses Sell signs up by phone number, logs out, and logs in by the number; the privacy page names every cookie that is set', async () => {
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
	// Notes whether the page says for a moment that the session has ended. That is no news to who logs out.
	await page.evaluate(() => {
		new MutationObserver(() => {
			if (document.body.innerText.includes('Your session has ended.'))
				sessionStorage.setItem('told', 'yes');
		}).observe(document.body, { childList: true, subtree: true });
	});
	await menu.getByRole('button', { name: 'Logout' }).click();

	await page.waitForURL('/');
	await page.getByRole('link', { name: 'Login' }).waitFor();
	expect(await localStorageOf(page)).toEqual({});
	expect(await page.evaluate(() => sessionStorage.getItem('told'))).toBeNull();
	expect(await statusWith(page, String(accessToken))).toBe(401);
	await page.getByRole('link', { name: 'Login' }).click();
	await page.getByRole('heading', { name: 'Welcome back' }).waitFor();
	await logIn(page, digits, password);
	await page.waitForURL('/');
	await menuButton.click();
	await menu.getByText('Dark', { exact: true }).click();
	expect(Object.keys(await localStorageOf(page)).sort()).toEqual(['accessToken', 'userId']);

	const cookieNames = async () => (await page.context().cookies()).map(({ name }) => name).sort();
	await expect
		.poll(cookieNames)
		.toEqual(expect.arrayContaining(['known-here', 'signed-in', 'theme']));
	await page.goto('/privacy');
	const cookies = page.getByRole('region', { name: 'In your browser' }).locator('code');
	expect(await cookies.allTextContents()).toEqual(expect.arrayContaining(await cookieNames()));
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
