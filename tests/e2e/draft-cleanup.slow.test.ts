import type { Page } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import { openBrowser } from '#tests/support/browser.ts';
import { type Person, signUpPerson } from '#tests/support/people.ts';
import { fillItemForm } from '#tests/support/posting.ts';
import { storedDraftKeys } from '#tests/support/stored-draft-keys.ts';

const { visit } = await openBrowser();

/** Stores a draft of a chat message in the browser's database. */
const storeMessageDraft = (page: Page, { id }: Person) =>
	page.evaluate(async (name) => {
		const { promise, resolve } = Promise.withResolvers<IDBDatabase>();
		const opening = indexedDB.open('drafts');
		opening.onsuccess = () => resolve(opening.result);
		const database = await promise;
		const writing = database.transaction('items', 'readwrite');
		writing.objectStore('items').put('I would', name);
		const written = Promise.withResolvers<void>();
		writing.oncomplete = () => written.resolve();
		await written.promise;
		database.close();
	}, `chat/${id}/1-${id}/draft`);

/** Whether the page cache still has the entry that `leaveDraft` added. */
const hasCacheMark = (page: Page) =>
	page.evaluate(async () => Boolean(await caches.match('/mark')));

/** Signs up a user who leaves in the browser drafts of an item and of a message, and an entry in the page cache. */
async function leaveDraft() {
	const person = await signUpPerson('Meera');
	const page = await visit('/post', { as: person, hasServiceWorker: true });
	await fillItemForm(page);
	await expect.poll(() => storedDraftKeys(page)).toEqual([`${person.id}/new/fields`, 'owner']);
	await storeMessageDraft(page, person);
	await page.evaluate(async () => {
		await navigator.serviceWorker.ready;
		await (await caches.open('seen')).put('/mark', new Response(''));
	});
	return { page, person };
}

async function endSessionsOf({ token }: { token: string }): Promise<void> {
	const address = `${inject('marketAddress')}/api/account/sign-out-everywhere`;
	const headers = { authorization: `Bearer ${token}` };
	const response = await fetch(address, { method: 'POST', headers });
	expect(response.ok).toBe(true);
}

const storedToken = (page: Page) => page.evaluate(() => localStorage.getItem('accessToken') ?? '');

async function logIn(page: Page, { email, password }: Person): Promise<void> {
	await page.goto('/login');
	await page.getByLabel('Email address').fill(email);
	await page.getByLabel('Password', { exact: true }).fill(password);
	await page.getByRole('main').getByRole('button', { name: 'Login', exact: true }).click();
	await page.waitForURL('/');
}

test('when a session ends elsewhere, the browser keeps that user’s drafts and cached pages, and deletes them when another user logs in', async () => {
	const { page, person } = await leaveDraft();
	const next = await signUpPerson('Ravi');
	const messageKey = `chat/${person.id}/1-${person.id}/draft`;
	await endSessionsOf(person);
	await page.goto('/');
	await page.getByRole('link', { name: 'Login' }).waitFor();

	await logIn(page, person);
	await page.goto('/post');
	await page.getByText('This is what you had not sent yet.').waitFor();
	expect(await storedDraftKeys(page)).toContain(messageKey);
	expect(await hasCacheMark(page)).toBe(true);

	await endSessionsOf({ token: await storedToken(page) });
	await page.goto('/');
	await page.getByRole('link', { name: 'Login' }).waitFor();
	await logIn(page, next);
	await expect.poll(() => storedDraftKeys(page)).toEqual(['owner']);
	await expect.poll(() => hasCacheMark(page)).toBe(false);
});
