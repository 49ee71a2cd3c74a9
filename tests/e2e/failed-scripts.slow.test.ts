import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { ITEM_MESSAGES } from '#contract/items/facts.ts';
import { findAccessibilityViolations, openBrowser } from '#tests/support/browser.ts';
import { navigateByMenu } from '#tests/support/page-navigation.ts';
import { postItemAs, signUpPerson } from '#tests/support/people.ts';

const { visit } = await openBrowser();
const seller = await signUpPerson('Meera');

/**
 * Lets all requests for scripts with this name fail from now on, until they are unrouted.
 * @returns a promise that resolves after `resolveAfter` failures; later requests fail as well
 */
function failScript(page: Page, name: string, { resolveAfter = 1 } = {}): Promise<void> {
	const { promise, resolve } = Promise.withResolvers<void>();
	let failures = 0;
	void page.route(`**/assets/${name}*`, async (route) => {
		await route.abort();
		failures += 1;
		if (failures === resolveAfter) resolve();
	});
	return promise;
}

test('when the script of a page fails to load, an error page with a link home appears, even if the error page’s picture fails too; offline, the page opens once the connection returns', async () => {
	const page = await visit('/login');
	// React logs the failed import, which would fail the test.
	page.removeAllListeners('console');
	void failScript(page, 'about-page');
	// The second failure is that of a retry.
	const artFailures = failScript(page, 'lost-page-art', { resolveAfter: 2 });

	await navigateByMenu(page, 'About Us');

	await page.getByRole('heading', { name: 'This page did not load properly.' }).waitFor();
	await artFailures;
	const menu = page.getByRole('banner').getByRole('button', { name: 'Menu', exact: true });
	await menu.waitFor();
	await page.getByRole('main').getByRole('link', { name: 'Go Home' }).click();
	await page.getByRole('heading', { name: 'Featured Products' }).waitFor();

	// Offline, the page opens by itself once the connection returns.
	await menu.click();
	const link = page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'About Us' });
	await link.waitFor();
	await page.context().setOffline(true);
	await link.click();
	await page.getByRole('heading', { name: /^You are offline/ }).waitFor();
	await page.unrouteAll();
	await page.context().setOffline(false);
	await page.getByRole('heading', { name: /^About /, level: 1 }).waitFor();
});

test('when scripts of the menu or of parts of an item page fail to load, the page stays usable, and the scripts load later', async () => {
	const item = await postItemAs(seller, { title: 'Light table' });
	const page = await visit(`/item/${item}`);
	void failScript(page, 'side-menu');
	void failScript(page, 'full-screen-photo');
	const heading = page.getByRole('heading', { name: 'Light table', level: 1 });
	const noConnection = page.getByRole('alert').getByText(ITEM_MESSAGES.noConnection);
	const menu = page.getByRole('banner').getByRole('button', { name: 'Menu' });
	const photo = page.getByRole('button', { name: /open full screen/ }).first();
	// After a failed load, the page checks whether a new release has removed its own script (`web/app/version.ts`).
	const releaseCheck = page.waitForResponse((response) => response.request().method() === 'HEAD');

	for (const pressed of [menu, photo]) {
		await pressed.click();
		await noConnection.waitFor();
		await page.getByRole('button', { name: 'Dismiss' }).click();
		await noConnection.waitFor({ state: 'detached' });
		await heading.waitFor();
	}
	await releaseCheck;
	expect(await page.getByRole('button', { name: 'Load it' }).count()).toBe(0);
	await page.unrouteAll();
	await menu.click();
	await page.getByRole('dialog', { name: 'Menu' }).waitFor();

	const firstFailures = [failScript(page, 'item-late'), failScript(page, 'item-rows')];
	await page.evaluate(() => window.location.reload());
	await Promise.all(firstFailures);
	await heading.waitFor();
	await page.getByRole('link', { name: 'Chat with Seller' }).waitFor();
	await page.unrouteAll();
	await page.getByRole('button', { name: 'Report Item' }).waitFor();
});

test('a page whose script fails to load stays as the server rendered it and is hydrated once the script arrives', async () => {
	const item = await postItemAs(seller, { title: 'Lab stool' });
	const page = await visit('/about');
	// The preload tag and the first import may both fail; the third failure is that of a retry.
	const pageFailures = failScript(page, 'item-page', { resolveAfter: 3 });

	await page.evaluate((path) => window.location.assign(path), `/item/${item}`);
	await pageFailures;
	await page.getByRole('heading', { name: 'Lab stool', level: 1 }).waitFor();
	await page.unrouteAll();

	// Hydration removes the attribute.
	await page.locator('#root[data-address]').waitFor({ state: 'detached' });
	await page.getByRole('heading', { name: 'Lab stool', level: 1 }).waitFor();
});

test('when a new release has removed scripts of the open page, the page offers a reload, which loads the new scripts', async () => {
	const item = await postItemAs(seller, { title: 'Drawing board' });
	const page = await visit('/about', { as: seller });
	void failScript(page, 'owner-actions');
	// The page still names scripts that the server no longer has.
	await page.route('**/assets/index-*', (route) =>
		route.request().method() === 'HEAD' ? route.fulfill({ status: 404 }) : route.fallback(),
	);
	await page.goto(`/item/${item}`);
	const load = page.getByRole('status').getByRole('button', { name: 'Load it' });
	await load.waitFor();
	expect(await findAccessibilityViolations(page)).toEqual([]);

	await page.unroute('**/assets/owner-actions*');
	await load.click();

	await page.getByRole('button', { name: 'Mark as Sold' }).waitFor();
	expect(await load.count()).toBe(0);
});
