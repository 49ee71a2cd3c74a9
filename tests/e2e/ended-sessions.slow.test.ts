import type { Page } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import { AUTH_ERRORS } from '#contract/auth/errors.ts';
import { openAdminAccess } from '#tests/support/admin-access.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { delayRequests } from '#tests/support/delay-requests.ts';
import { type Person, postItemAs, signUpPerson } from '#tests/support/people.ts';
import { SCRIPTLESS_PATH, waitUntilConnected } from '#tests/support/wait-for-connection.ts';

const { visit } = await openBrowser();
const adminAccess = await openAdminAccess();
const asAdmin = adminAccess.callAs(await adminAccess.admin());

/** Opens a page and waits for its realtime connection. */
async function visitConnected(path: string, as: Person): Promise<Page> {
	const page = await visit(SCRIPTLESS_PATH, { as });
	const connected = waitUntilConnected(page);
	await page.goto(path);
	await connected;
	return page;
}

const loginLink = (page: Page) => page.getByRole('banner').getByRole('link', { name: 'Login' });
const storedToken = (page: Page) => page.evaluate(() => localStorage.getItem('accessToken'));

test('a user who is suspended sees a message on every open page and on the next visit, with a link to support', async () => {
	const person = await signUpPerson();
	const itemId = await postItemAs(await signUpPerson());
	const pages = [
		await visitConnected('/', person),
		await visitConnected(`/item/${itemId}`, person),
		await visitConnected('/account', person),
	];

	await asAdmin('PUT', `/admin/users/${person.id}/ban`, { reason: 'Dealer' });

	for (const page of pages) {
		await page
			.getByRole('alert')
			.getByText(AUTH_ERRORS.suspended.message, { exact: true })
			.waitFor();
		await loginLink(page).waitFor();
		expect(await storedToken(page)).toBeNull();
	}
	const [home, item, account] = pages as [Page, Page, Page];
	expect(new URL(item.url()).pathname).toBe(`/item/${itemId}`);
	await account.waitForURL('/');
	const returned = await visit('/', { as: person });
	const reason = returned.getByRole('alert').getByText(AUTH_ERRORS.suspended.message);
	await reason.waitFor();
	await loginLink(returned).waitFor();
	await home.getByRole('link', { name: 'How to reach us' }).click();
	await home.waitForURL('/about');
	await home.getByRole('heading', { name: 'Contact', exact: true }).waitFor();
});

/** Confirms “Sign out everywhere”, leaves the account page before the response arrives, and expects to be signed out. */
async function leaveDuringSignOutEverywhere(page: Page): Promise<void> {
	await page.getByRole('main').getByRole('link', { name: 'Account' }).click();
	const release = await delayRequests(page, '**/account/sign-out-everywhere');
	await page.getByRole('button', { name: 'Sign out everywhere' }).click();
	const request = page.waitForRequest('**/account/sign-out-everywhere');
	await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out everywhere' }).click();
	await request;
	await page.goBack();
	await page.getByRole('heading', { name: 'My Uploads' }).waitFor();
	release();
	await loginLink(page).waitFor();
	await page.waitForURL('/');
	expect(await storedToken(page)).toBeNull();
}

test('when a user signs out everywhere and leaves the account page at once, that device is signed out, and the other one shows a message with a login link', async () => {
	const person = await signUpPerson();
	const itemId = await postItemAs(await signUpPerson());
	const otherSession = await secondSession(person);
	const page = await visitConnected(`/item/${itemId}`, person);
	const requestedPaths: string[] = [];
	page.on('request', (request) => requestedPaths.push(new URL(request.url()).pathname));

	await leaveDuringSignOutEverywhere(await visit('/profile', { as: otherSession }));

	await page.getByRole('alert').getByText('Your session has ended.').waitFor();
	await loginLink(page).waitFor();
	// The item is requested again, since its response depends on the user. The response about the categories does not.
	await expect.poll(() => requestedPaths).toContain(`/api/item/get-item-details/${itemId}`);
	expect(requestedPaths).not.toContain('/api/catalogue/categories');
	await page.getByRole('link', { name: 'Log in again' }).click();
	await page.waitForURL(/\/login\?/);
	expect(new URL(page.url()).searchParams.get('next')).toBe(`/item/${itemId}`);
});

/** Logs the person in once more. @returns the person with the token of the new session */
async function secondSession(person: Person): Promise<Person> {
	const { email, password } = person;
	const response = await fetch(`${inject('marketAddress')}/api/auth/login`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ email, password }),
	});
	return { ...person, token: (await response.json()).accessToken };
}
