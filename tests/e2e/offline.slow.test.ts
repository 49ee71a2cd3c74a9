import type { Page } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import { findAccessibilityViolations, openBrowser } from '#tests/support/browser.ts';
import { navigateByMenu } from '#tests/support/page-navigation.ts';
import { postItemAs, signUpPerson } from '#tests/support/people.ts';

const { visit } = await openBrowser();

test('a previously loaded item page can be opened offline', async () => {
	const item = await postItemAs(await signUpPerson('Meera'), { title: 'Lab coat, washed' });
	const page = await visit('/', { hasServiceWorker: true });
	await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
	// The first page loaded before the service worker; from the next on everything is cached.
	await page.goto(`/item/${item}`);
	await page.getByText('Meera').first().waitFor();
	await page.waitForFunction(() =>
		caches.open('seen').then(async (seen) => (await seen.keys()).length > 1),
	);

	await page.context().setOffline(true);
	await page.goto(`/item/${item}`);

	await page.getByRole('heading', { name: 'Lab coat, washed', level: 1 }).waitFor();
});

test('after one visit the app opens offline, styled and interactive', async () => {
	const page = await visit('/', { hasServiceWorker: true });
	await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));

	await page.context().setOffline(true);
	await page.reload();

	await page.locator('#root[data-awake]').waitFor();
	expect(await page.evaluate(() => document.styleSheets[0]?.cssRules.length)).toBeGreaterThan(0);
});

test('offline, the home page shows the items of the last online visit, not of the first', async () => {
	const seller = await signUpPerson();
	const title = `Kettle of ${seller.id}`;
	const page = await visit('/', { hasServiceWorker: true });
	await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
	const card = page.getByRole('article').filter({ hasText: title });
	// Other tests post as well: repeats until the item is among the newest.
	await expect
		.poll(async () => {
			await postItemAs(seller, { title });
			await page.goto('/');
			return card.count();
		})
		.toBeGreaterThan(0);

	await page.context().setOffline(true);
	await page.goto('/');

	await card.first().waitFor();
});

/** Resolves once the script of that name has been fetched. `page-late` contains the notices about the connection. */
async function waitForScript(page: Page, script: string): Promise<void> {
	await page.waitForFunction((wanted) => {
		const fetched = performance.getEntriesByType('resource');
		return fetched.some(({ name }) => name.includes(`/assets/${wanted}-`));
	}, script);
}

/**
 * Opens an item page, waits until the service worker has cached it, and sets the dates of the copies two days back.
 * @returns the page, the item's id, and the locator of the notice that says `No connection.`
 */
async function cacheItem() {
	const item = await postItemAs(await signUpPerson('Meera'), { title: 'Lab coat, folded' });
	const page = await visit('/', { hasServiceWorker: true });
	await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
	await page.goto(`/item/${item}`);
	const isCached = () => page.evaluate(async () => Boolean(await caches.match(location.href)));
	await expect.poll(isCached).toBe(true);
	await page.evaluate(async () => {
		const date = new Date(Date.now() - 2 * 86_400_000).toUTCString();
		const pageCache = await caches.open('seen');
		for (const request of await pageCache.keys()) {
			const { status, headers, body } = (await pageCache.match(request)) as Response;
			const aged = { status, headers: { ...Object.fromEntries(headers), date } };
			await pageCache.put(request, new Response(body, aged));
		}
	});
	return { page, item, note: page.getByRole('status').filter({ hasText: 'No connection.' }) };
}

test('a page opened offline shows a notice with the age of the data until the connection is back', async () => {
	const { page, note } = await cacheItem();

	await page.context().setOffline(true);
	await page.reload();
	await note.getByText('Shown as it was 2 days ago').waitFor();
	expect(await findAccessibilityViolations(page)).toEqual([]);
	await page.context().setOffline(false);

	await note.waitFor({ state: 'detached' });
});

test('the notice about old data also appears when the server is unreachable although the browser reports being online', async () => {
	const { page, item, note } = await cacheItem();
	await page.context().route(`**/item/**`, (route) => route.abort());

	await page.reload();
	await note.getByText('Shown as it was 2 days ago').waitFor();
	await navigateByMenu(page, 'About Us');
	await page.getByRole('heading', { name: /^About /, level: 1 }).waitFor();
	expect(await note.count()).toBe(0);

	await page.context().unroute(`**/item/**`);
	await page.goto(`/item/${item}`);
	await waitForScript(page, 'page-late');
	expect(await note.count()).toBe(0);
});

test('when the connection breaks, an open page warns that its data may have changed, until the connection is back', async () => {
	const page = await visit('/about');
	await waitForScript(page, 'page-late');

	await page.context().setOffline(true);
	const note = page.getByRole('status').getByText('No connection. This may have changed.');
	await note.waitFor();
	await page.context().setOffline(false);

	await note.waitFor({ state: 'detached' });
});

test('when the device storage is full, pages still load online', async () => {
	const item = await postItemAs(await signUpPerson('Meera'), { title: 'Lab coat, pressed' });
	const page = await visit('/', { hasServiceWorker: true });
	await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
	const devtools = await page.context().newCDPSession(page);
	const origin = inject('marketAddress');
	await devtools.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1 });

	await page.goto(`/item/${item}`);

	await page.getByRole('heading', { name: 'Lab coat, pressed', level: 1 }).waitFor();
	await page.getByText('Meera').first().waitFor();
});

test('while the home page is answered with 503, the service worker is not installed; once the page is served, a reload installs the worker', async () => {
	const page = await visit('/icon.svg', { hasServiceWorker: true });
	const context = page.context();
	await context.route('/', (route) => route.fulfill({ status: 503, body: 'Too busy' }));
	const refused = context.waitForEvent('response', (response) => response.status() === 503);

	await page.goto('/login');
	await refused;
	const isInstalled = () =>
		page.evaluate(async () => Boolean(await navigator.serviceWorker.getRegistration()));
	await expect.poll(isInstalled).toBe(false);
	expect(await page.evaluate(async () => Boolean(await caches.match('/')))).toBe(false);

	await context.unroute('/');
	await page.reload();
	await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
	expect(await page.evaluate(async () => (await caches.match('/'))?.status)).toBe(200);
});

test('logging out deletes the pages cached for offline use', async () => {
	const person = await signUpPerson();
	const page = await visit('/', { as: person, hasServiceWorker: true });
	await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
	await page.goto('/category/All');
	await page.getByText('products available').waitFor();
	const hasPageCache = () => page.evaluate(() => caches.has('seen'));
	await expect.poll(hasPageCache).toBe(true);

	const profile = page.waitForResponse('**/api/profile/get-profile');
	await page.goto('/profile');
	await profile;
	const cachedPaths = await page.evaluate(async () => {
		const addresses = (await (await caches.open('seen')).keys()).map(({ url }) => url);
		return addresses.filter((url) => url.includes('get-profile'));
	});
	expect(cachedPaths).toEqual([]);
	// After the logout, the next page may create the cache again: this entry tells whether it was deleted.
	await page.evaluate(() =>
		caches.open('seen').then((cache) => cache.put('/mark', new Response(''))),
	);
	await page.getByRole('main').getByRole('button', { name: 'Logout' }).click();
	await page.getByRole('link', { name: 'Login' }).waitFor();

	const hasMark = () => page.evaluate(async () => Boolean(await caches.match('/mark')));
	await expect.poll(hasMark).toBe(false);
});
