import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { ITEM_MESSAGES } from '#contract/items/facts.ts';
import { findAccessibilityViolations, openBrowser } from '#tests/support/browser.ts';
import { navigateByMenu } from '#tests/support/page-navigation.ts';
import { postItemAs, signUpPerson } from '#tests/support/people.ts';

const { visit } = await openBrowser();
const seller = await signUpPerson('Meera');

/** @returns resolves once requests for scripts of that name have failed this many times */
function failScript(page: Page, name: string, times = 1): Promise<void> {
	const { promise, resolve } = Promise.withResolvers<void>();
	let lost = 0;
	void page.route(`**/assets/${name}*`, async (route) => {
		await route.abort();
		lost += 1;
		if (lost === times) resolve();
	});
	return promise;
}

const isThere = (page: Page) => page.getByRole('heading', { level: 1 }).isVisible();

describe('when its script fails to load', () => {
	test('a page says so and leads on, without the picture that failed with it', async () => {
		const page = await visit('/login');
		// The framework logs the failed import.
		page.removeAllListeners('console');
		void failScript(page, 'about-page', 99);
		const isArtLost = failScript(page, 'lost-page-art', 2);

		await navigateByMenu(page, 'About Us');

		await page.getByRole('heading', { name: 'This page did not load properly.' }).waitFor();
		await isArtLost;
		await page.getByRole('banner').getByRole('button', { name: 'Menu' }).waitFor();
		await page.getByRole('main').getByRole('link', { name: 'Go Home' }).click();
		await page.getByRole('heading', { name: 'Featured Products' }).waitFor();
	});

	test('the menu says so, the page stays, and the next press loads it', async () => {
		const page = await visit('/about');
		await page.locator('#root[data-address]').waitFor({ state: 'detached' });
		void failScript(page, 'side-menu');
		const menu = page.getByRole('banner').getByRole('button', { name: 'Menu' });

		await menu.click();
		await page.getByRole('alert').getByText(ITEM_MESSAGES.noConnection).waitFor();
		expect(await isThere(page)).toBe(true);
		await page.unrouteAll();
		await menu.click();

		await page.getByRole('dialog', { name: 'Menu' }).waitFor();
	});

	test('a photo stays at its size, with a message', async () => {
		const item = await postItemAs(seller, { title: 'Tripod' });
		const page = await visit(`/item/${item}`);
		await page.locator('#root[data-address]').waitFor({ state: 'detached' });
		void failScript(page, 'full-screen-photo');

		await page
			.getByRole('button', { name: /open full screen/ })
			.first()
			.click();

		await page.getByRole('alert').getByText(ITEM_MESSAGES.noConnection).waitFor();
		await page.getByRole('heading', { name: 'Tripod', level: 1 }).waitFor();
	});

	test('the lower part of an item page and its report button leave the page as it is and load once the connection is back', async () => {
		const item = await postItemAs(seller, { title: 'Light table' });
		const page = await visit('/about');
		const areLost = [failScript(page, 'report-item-button'), failScript(page, 'item-rows')];

		await page.goto(`/item/${item}`);
		await Promise.all(areLost);
		await page.locator('#root[data-address]').waitFor({ state: 'detached' });
		await page.getByRole('heading', { name: 'Light table', level: 1 }).waitFor();
		await page.getByRole('link', { name: 'Chat with Seller' }).waitFor();
		await page.unrouteAll();

		await page.getByRole('button', { name: 'Report Item' }).waitFor();
	});

	test('a page stays as the server rendered it and is hydrated once the script arrives', async () => {
		const item = await postItemAs(seller, { title: 'Lab stool' });
		const page = await visit('/about');
		const isLost = failScript(page, 'item-page', 3);

		await page.evaluate((path) => window.location.assign(path), `/item/${item}`);
		await isLost;
		await page.getByRole('heading', { name: 'Lab stool', level: 1 }).waitFor();
		await page.unrouteAll();

		await page.locator('#root[data-address]').waitFor({ state: 'detached' });
		await page.getByRole('heading', { name: 'Lab stool', level: 1 }).waitFor();
	});
});

describe('when a new release has removed scripts of the page', () => {
	/** The page still names scripts that the server no longer has. */
	async function openOwnItem({ isGone }: { isGone: boolean }) {
		const item = await postItemAs(seller, { title: 'Drawing board' });
		const page = await visit('/about', { as: seller });
		const areLost = [failScript(page, 'owner-actions')];
		const { promise: hasAsked, resolve: tellAsked } = Promise.withResolvers<void>();
		await page.route('**/assets/index-*', async (route) => {
			if (route.request().method() !== 'HEAD') return route.fallback();
			await route.fulfill({ status: isGone ? 404 : 200 });
			tellAsked();
		});
		await page.goto(`/item/${item}`);
		await Promise.all([...areLost, hasAsked]);
		return page;
	}

	test('the page says so, and a reload loads the new ones', async () => {
		const page = await openOwnItem({ isGone: true });
		const load = page.getByRole('status').getByRole('button', { name: 'Load it' });
		await load.waitFor();
		expect(await findAccessibilityViolations(page)).toEqual([]);

		await page.unrouteAll();
		await load.click();

		await page.getByRole('button', { name: 'Mark as Sold' }).waitFor();
		await page.getByRole('link', { name: 'Update Item' }).waitFor();
		expect(await load.count()).toBe(0);
	});

	test('a script that merely failed on the network is not reported as a new release', async () => {
		const page = await openOwnItem({ isGone: false });

		await page.unrouteAll();

		await page.getByRole('link', { name: 'Update Item' }).waitFor();
		expect(await page.getByRole('button', { name: 'Load it' }).count()).toBe(0);
	});
});
