import type { Page } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import { SUSPENDED_MESSAGE } from '#contract/auth/facts.ts';
import { openAdminAccess } from '#tests/support/admin-access.ts';
import { openBrowser } from '#tests/support/browser.ts';
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

async function callAs({ token }: Person, method: string, path: string, body: object) {
	const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
	const address = `${inject('marketAddress')}/api${path}`;
	const response = await fetch(address, { method, headers, body: JSON.stringify(body) });
	if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
}

const loginLink = (page: Page) => page.getByRole('banner').getByRole('link', { name: 'Login' });
const storedToken = (page: Page) => page.evaluate(() => localStorage.getItem('accessToken'));

test('a suspended user is told so on every page, and can reach support', async () => {
	const person = await signUpPerson();
	const itemId = await postItemAs(await signUpPerson());
	const pages = [
		await visitConnected('/', person),
		await visitConnected(`/item/${itemId}`, person),
		await visitConnected('/account', person),
	];

	await asAdmin('PUT', `/admin/users/${person.id}/ban`, { reason: 'Dealer' });

	for (const page of pages) {
		await page.getByRole('alert').getByText(SUSPENDED_MESSAGE, { exact: true }).waitFor();
		await loginLink(page).waitFor();
		expect(await storedToken(page)).toBeNull();
	}
	const [home, item, account] = pages as [Page, Page, Page];
	expect(new URL(item.url()).pathname).toBe(`/item/${itemId}`);
	expect(new URL(account.url()).pathname).toBe('/');
	await home.getByRole('link', { name: 'How to reach us' }).click();
	await home.waitForURL('/about');
	await home.getByRole('heading', { name: 'Contact', exact: true }).waitFor();
});

test('a user who was suspended while away reads why on returning', async () => {
	const person = await signUpPerson();
	await asAdmin('PUT', `/admin/users/${person.id}/ban`, { reason: 'Dealer' });

	const page = await visit('/', { as: person });

	await page.getByRole('alert').getByText(SUSPENDED_MESSAGE, { exact: true }).waitFor();
	await loginLink(page).waitFor();
});

test.each([
	['signing out everywhere', 'POST', '/account/sign-out-everywhere', () => ({})],
	[
		'a new password',
		'PUT',
		'/account/password',
		({ password }: Person) => ({
			currentPassword: password,
			password: 'Another long one 42',
		}),
	],
])(
	'%s on another device ends the session here as well, with a link to log in again',
	async (_, method, path, bodyOf) => {
		const person = await signUpPerson();
		const itemId = await postItemAs(await signUpPerson());
		const otherSession = await secondSession(person);
		const page = await visitConnected(`/item/${itemId}`, person);

		await callAs(otherSession, method, path, bodyOf(person));

		await page.getByRole('status').getByText('Your session has ended.').waitFor();
		await loginLink(page).waitFor();
		await page.getByRole('link', { name: 'Log in again' }).click();
		await page.getByRole('heading', { level: 1 }).waitFor();
		expect(new URL(page.url()).pathname).toBe('/login');
		expect(new URL(page.url()).searchParams.get('next')).toBe(`/item/${itemId}`);
	},
);

test('a user who logs out is not told that their session has ended', async () => {
	const page = await visitConnected('/profile', await signUpPerson());
	const messages: string[] = [];
	await page.exposeFunction('noteWords', (words: string) => void messages.push(words));
	await page.evaluate(() => {
		new MutationObserver(() => {
			const { noteWords } = window as unknown as { noteWords: (words: string) => void };
			noteWords(document.body.innerText);
		}).observe(document.body, { childList: true, subtree: true });
	});

	await page.getByRole('button', { name: 'Logout' }).click();
	await loginLink(page).waitFor();

	expect(messages.filter((words) => words.includes('Your session has ended.'))).toEqual([]);
});

async function secondSession(person: Person): Promise<Person> {
	const { email, password } = person;
	const response = await fetch(`${inject('marketAddress')}/api/auth/login`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ email, password }),
	});
	return { ...person, token: (await response.json()).accessToken };
}
