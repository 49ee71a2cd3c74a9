import { test } from 'vitest';
import { REQUEST_ERRORS } from '#contract/core/errors.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { postItemAs, signUpPerson } from '#tests/support/people.ts';

const { visit } = await openBrowser();
await postItemAs(await signUpPerson('Meera'), { title: 'Desk lamp' });

test.each(['/item/%zz', '/category/%E0%A4'])(
	'the path %s, which cannot be decoded, shows a not-found page with links to items on sale',
	async (path) => {
		const page = await visit(path, { width: 360 });
		await page.getByRole('heading', { level: 1, name: 'Page Not Found' }).waitFor();
		const cards = page.getByRole('list', { name: 'Just put on sale' }).getByRole('article');
		const link = cards.first().getByRole('link').first();
		const itemPath = (await link.getAttribute('href')) ?? '';

		await link.click();

		await page.waitForURL(itemPath);
		await page.getByRole('heading', { level: 1 }).waitFor();
	},
);

test('when the rate limit refuses an item’s details, the item page still shows the data known from the listing', async () => {
	const page = await visit('/category/All?q=Desk+lamp');
	const link = page.getByRole('link', { name: 'Explore This Desk lamp' });
	await link.waitFor();
	await page.route('**/api/item/get-item-details/*', (route) =>
		route.fulfill({ status: 429, json: { success: false, ...REQUEST_ERRORS.tooMany } }),
	);
	const refused = page.waitForResponse('**/api/item/get-item-details/*');

	await link.press('Enter');
	await refused;

	await page.getByRole('link', { name: 'Chat with Seller' }).waitFor();
	await page.getByRole('heading', { level: 1, name: 'Desk lamp' }).waitFor();
});
