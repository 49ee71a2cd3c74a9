import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { COMMON_MESSAGES } from '#contract/core/common.ts';
import { findAccessibilityViolations, openBrowser } from '#tests/support/browser.ts';
import { postItemAs, signUpPerson } from '#tests/support/people.ts';

const { visit } = await openBrowser();
const seller = await signUpPerson('Meera');
await postItemAs(seller, { title: 'Desk lamp' });

/** Cards of items on sale, as a way on. */
const cards = (page: Page) =>
	page.getByRole('list', { name: 'Just put on sale' }).getByRole('article');

test.each([
	['an item that is not there', '/item/2147483647', 'Item not found.'],
	['a person who is not there', '/people/2147483647', 'User not found.'],
	['a page that is not there', '/nowhere', 'Page Not Found'],
	['an address that can not be decoded', '/item/%zz', 'Page Not Found'],
	['a category that can not be decoded', '/category/%E0%A4', 'Page Not Found'],
])('%s says that it is gone and shows a few items on sale', async (_, path, heading) => {
	const page = await visit(path, { width: 360 });

	await page.getByRole('heading', { level: 1, name: heading }).waitFor();
	await cards(page).first().waitFor();
	expect(await cards(page).count()).toBeLessThanOrEqual(4);
	expect(await page.getByRole('contentinfo').count()).toBe(0);
	expect(await findAccessibilityViolations(page)).toEqual([]);

	const leads = cards(page).first().getByRole('link').first();
	const item = (await leads.getAttribute('href')) ?? '';
	await leads.click();
	await page.waitForURL(item);
	await page.getByRole('heading', { level: 1 }).waitFor();
});

test.each([
	['the buyers of an item that is not there', '/availableBuyers/2147483647'],
	['the form of an item that is not there', '/update-item/2147483647'],
])(
	'%s say that they are gone to a signed-in user and link to a few items on sale',
	async (_, path) => {
		const page = await visit(path, { as: seller, width: 360 });

		await page.getByRole('heading', { level: 1, name: 'Item not found.' }).waitFor();
		await cards(page).first().waitFor();
		expect(await page.getByRole('button', { name: 'Back to Item' }).count()).toBe(0);
		expect(await findAccessibilityViolations(page)).toEqual([]);
	},
);

describe('a page refused by the rate limit is not reported as gone', () => {
	const tooMany = { status: 429, json: { success: false, message: COMMON_MESSAGES.tooMany } };

	test('an item that a list has shown stays visible', async () => {
		const page = await visit('/category/All?q=Desk+lamp');
		const link = page.getByRole('link', { name: 'Explore This Desk lamp' });
		await link.waitFor();
		await page.route('**/api/item/get-item-details/*', (route) => route.fulfill(tooMany));
		const refused = page.waitForResponse('**/api/item/get-item-details/*');

		await link.press('Enter');
		await refused;

		await page.getByRole('link', { name: 'Chat with Seller' }).waitFor();
		await page.getByRole('heading', { level: 1, name: 'Desk lamp' }).waitFor();
	});

	test('a user’s page opens after a retry', async () => {
		const page = await visit('/account', { as: seller });
		const link = page.getByRole('link', { name: 'See my public page' });
		await link.waitFor();
		await page.route('**/api/people/*', (route) => route.fulfill(tooMany));

		await link.click();
		await page.getByRole('alert').getByText(COMMON_MESSAGES.tooMany).waitFor();
		await page.unroute('**/api/people/*');
		await page.getByRole('button', { name: 'Try again' }).click();

		await page.getByRole('heading', { level: 1, name: 'Meera' }).waitFor();
	});
});

test('when nothing can be loaded only the way on stays', async () => {
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
