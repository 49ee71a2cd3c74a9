import type { Page } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import { SESSION_DAYS } from '#contract/core/cookies.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { type Person, signUpPerson } from '#tests/support/people.ts';
import { fillItemForm } from '#tests/support/posting.ts';

const { visit } = await openBrowser();

/** The names of drafts stored in the browser; none without a database, which this check does not create. */
const storedDrafts = (page: Page) =>
	page.evaluate(async () => {
		const { promise, resolve } = Promise.withResolvers<IDBDatabase | undefined>();
		const opening = indexedDB.open('drafts');
		opening.onupgradeneeded = () => opening.transaction?.abort();
		opening.onsuccess = () => resolve(opening.result);
		opening.onerror = () => resolve(undefined);
		const database = await promise;
		if (!database) return [];
		const names = Promise.withResolvers<string[]>();
		const asking = database.transaction('items').objectStore('items').getAllKeys();
		asking.onsuccess = () => names.resolve(asking.result.map(String));
		const found = await names.promise;
		database.close();
		return found;
	});

/** A draft of a chat message. */
const typeDraft = (page: Page, { id }: Person) =>
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

const hasDraftMarker = (page: Page) =>
	page.evaluate(async () => Boolean(await caches.match('/mark')));

/** A user with a draft of an item and of a message in this browser. */
async function leaveDraft() {
	const person = await signUpPerson('Meera');
	const page = await visit('/post', { as: person, hasServiceWorker: true });
	await fillItemForm(page);
	await expect.poll(() => storedDrafts(page)).toEqual([`${person.id}/new/fields`, 'owner']);
	await typeDraft(page, person);
	await page.evaluate(async () => {
		await navigator.serviceWorker.ready;
		await (await caches.open('seen')).put('/mark', new Response(''));
	});
	return { page, person };
}

async function endSessionsOf({ token }: Person): Promise<void> {
	const address = `${inject('marketAddress')}/api/account/sign-out-everywhere`;
	const headers = { authorization: `Bearer ${token}` };
	const response = await fetch(address, { method: 'POST', headers });
	expect(response.ok).toBe(true);
}

/** The same user after ending the session from another device, of which this browser has been told. */
async function createLeftDraft() {
	const { page, person } = await leaveDraft();
	await endSessionsOf(person);
	await page.goto('/');
	await page.getByRole('link', { name: 'Login' }).waitFor();
	expect(await storedDrafts(page)).toEqual(
		expect.arrayContaining([`${person.id}/new/fields`, `chat/${person.id}/1-${person.id}/draft`]),
	);
	return { page, person };
}

const timeInDays = (days: number) => Date.now() + days * 86_400_000;

async function logIn(page: Page, { email, password }: Person): Promise<void> {
	await page.goto('/login');
	await page.getByLabel('Email address').fill(email);
	await page.getByLabel('Password', { exact: true }).fill(password);
	await page.getByRole('main').getByRole('button', { name: 'Login', exact: true }).click();
	await page.waitForURL('/');
}

test('drafts of a user whose session ended elsewhere are deleted once another user logs in', async () => {
	const { page } = await createLeftDraft();
	const next = await signUpPerson('Ravi');
	await typeDraft(page, next);

	await logIn(page, next);

	const own = `chat/${next.id}/1-${next.id}/draft`;
	await expect.poll(() => storedDrafts(page)).toEqual([own, 'owner']);
	await expect.poll(() => hasDraftMarker(page)).toBe(false);
});

test('they are there for the same user after logging in again', async () => {
	const { page, person } = await createLeftDraft();

	await logIn(page, person);
	await page.goto('/post');

	await page.getByText('This is what you had not sent yet.').waitFor();
	expect(await storedDrafts(page)).toContain(`chat/${person.id}/1-${person.id}/draft`);
	expect(await hasDraftMarker(page)).toBe(true);
});

test('they are deleted when nobody has logged in for as long as a session lasts', async () => {
	const { page } = await createLeftDraft();

	await page.clock.setSystemTime(timeInDays(SESSION_DAYS - 1));
	// The script that erases is the last one a page loads.
	await page.goto('/about', { waitUntil: 'networkidle' });
	expect(await storedDrafts(page)).not.toEqual([]);
	await page.clock.setSystemTime(timeInDays(SESSION_DAYS + 1));
	await page.goto('/');

	await expect.poll(() => storedDrafts(page)).toEqual([]);
	await expect.poll(() => hasDraftMarker(page)).toBe(false);
});

test('they are deleted on the first visit after the session has expired', async () => {
	const { page, person } = await leaveDraft();
	await page.goto('about:blank');
	await endSessionsOf(person);
	await page.clock.setSystemTime(timeInDays(SESSION_DAYS + 1));

	await page.goto('/');

	await expect.poll(() => storedDrafts(page)).toEqual([]);
	await expect.poll(() => hasDraftMarker(page)).toBe(false);
});
