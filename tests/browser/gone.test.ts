import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { barriersOn, openBrowser } from '#tests/support/browser.ts';
import { postItemAs, signUpPerson } from '#tests/support/people.ts';

const { visit } = await openBrowser();
await postItemAs(await signUpPerson('Meera'), { title: 'Desk lamp' });

/** Cards of things on sale, as a way on. */
const cards = (page: Page) =>
	page.getByRole('list', { name: 'Just put on sale' }).getByRole('article');

test.each([
	['an item that is not there', '/item/2147483647', 'Item not found.'],
	['a person who is not there', '/people/2147483647', 'User not found.'],
	['a page that is not there', '/nowhere', 'Page Not Found'],
	['an address that can not be decoded', '/item/%zz', 'Page Not Found'],
	['a category that can not be decoded', '/category/%E0%A4', 'Page Not Found'],
])('%s says so and shows a few things on sale', async (_, path, heading) => {
	const page = await visit(path, { width: 360 });

	await page.getByRole('heading', { level: 1, name: heading }).waitFor();
	await cards(page).first().waitFor();
	expect(await cards(page).count()).toBeLessThanOrEqual(4);
	expect(await page.getByRole('contentinfo').count()).toBe(0);
	expect(await barriersOn(page)).toEqual([]);

	const leads = cards(page).first().getByRole('link').first();
	const item = (await leads.getAttribute('href')) ?? '';
	await leads.click();
	await page.waitForURL(item);
	await page.getByRole('heading', { level: 1 }).waitFor();
});

test('where nothing can be had, only the way on stays', async () => {
	const page = await visit('/about');
	await page.route('**/api/item/get-all-items*', (route) =>
		route.fulfill({ status: 400, json: { success: false } }),
	);
	const refused = page.waitForResponse('**/api/item/get-all-items*');

	await page.goto('/nowhere');
	await refused;

	await page.getByRole('link', { name: 'Go Home' }).waitFor();
	await page.getByText('Just put on sale').waitFor({ state: 'detached' });
});
