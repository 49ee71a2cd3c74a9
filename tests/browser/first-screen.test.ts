import { expect, inject, test } from 'vitest';
import { openBrowser } from '#tests/support/browser.ts';
import { postItemAs, signUpPerson } from '#tests/support/people.ts';

const { visit } = await openBrowser();
const seller = await signUpPerson('Meera');
const item = await postItemAs(seller, { title: 'Slide rule of the first screen', price: 1234.5 });

test.each([
	['the home page', '/', 'Featured Products'],
	['a listing', '/category/Instruments?q=slide+rule', 'products available'],
	['an item', `/item/${item}`, 'Meera'],
])('%s shows its items before any script has run', async (_, path, sign) => {
	const page = await visit(path, { hasScripts: false });

	await page.getByText(sign).first().waitFor();
	await page.getByText('Slide rule of the first screen').first().waitFor();
	await page.getByText('₹1,234.50').first().waitFor();
	expect(await page.getByRole('img', { includeHidden: true }).count()).toBeGreaterThan(0);
});

test('a page that was drawn on the server comes alive: the same elements answer', async () => {
	const page = await visit('/');
	const drawn = await page.getByRole('button', { name: 'Menu' }).elementHandle();

	await drawn?.click();

	await page.getByRole('dialog', { name: 'Menu' }).waitFor();
	expect(await drawn?.evaluate((button) => button.isConnected)).toBe(true);
});

test('who is signed in is shown so from the first screen on, once this browser has been here', async () => {
	const page = await visit('/', { as: seller });
	await page.getByRole('link', { name: 'Profile' }).waitFor();
	await page.waitForFunction(() => document.cookie.includes('signed-in=1'));

	const answer = await page.request.get(inject('marketAddress'));
	const html = await answer.text();

	expect(html).toContain('data-session="open"');
	expect(html).toContain('aria-label="Profile"');
	expect(html).not.toContain('>Login<');
});

test('signing out takes the hint along', async () => {
	const page = await visit('/', { as: seller });
	await page.waitForFunction(() => document.cookie.includes('signed-in=1'));

	await page.getByRole('button', { name: 'Menu' }).click();
	await page.getByRole('button', { name: 'Logout' }).click();

	await page.getByRole('link', { name: 'Login' }).first().waitFor();
	await page.waitForFunction(() => !document.cookie.includes('signed-in'));
});

test('what is typed into the search before its script has come stays, and is searched for', async () => {
	const page = await visit('/about');
	const { promise: hasLine, resolve: giveLine } = Promise.withResolvers<void>();
	await page.route('**/search-box-*.js', async (route) => {
		await hasLine;
		await route.continue();
	});
	await page.evaluate(() => window.location.assign('/'));
	const box = page.getByRole('combobox', { name: 'Search the market' });
	await page.waitForURL('/');
	await box.fill('slide rule');

	giveLine();

	await page.locator('#root[data-address]').waitFor({ state: 'detached' });
	expect(await box.inputValue()).toBe('slide rule');
	await box.press('Enter');
	await page.waitForURL(/\/category\/.+q=slide/);
	await page.getByText('Slide rule of the first screen').first().waitFor();
});
