import type { Locator, Page } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import { FEEDBACK_MESSAGES } from '#contract/feedback/facts.ts';
import { SEARCH_MESSAGES } from '#contract/searches/facts.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { delayRequests } from '#tests/support/delay-requests.ts';
import { layoutShifts, recordLayoutShifts } from '#tests/support/layout-shifts.ts';
import { notificationBell } from '#tests/support/notification-locators.ts';
import { postItemAs, signUpPerson } from '#tests/support/people.ts';

/*
 * Tests of pages before and during hydration. The server renders `#root` with `data-address`. When React starts,
 * `data-awake` is added. `data-address` is removed once all parts have their scripts and React handles all events.
 */

const { visit } = await openBrowser();
const seller = await signUpPerson('Meera');
const item = await postItemAs(seller, { title: 'Slide rule of the first screen', price: 1234.5 });
await postItemAs(seller, { title: 'Drafter of the first screen', price: 2500 });
/** An item whose title fits on one line in any font. */
const kettle = await postItemAs(seller, { title: 'Kettle', price: 28_500 });

/** Expects that a page without scripts shows these two texts, the price of the item and a picture. */
async function expectServerRendered(path: string, text: string, title: string): Promise<void> {
	const page = await visit(path, { hasScripts: false });

	await page.getByText(text).first().waitFor();
	await page.getByText(title).first().waitFor();
	await page.getByText('₹1,234.50').first().waitFor();
	expect(await page.getByRole('img', { includeHidden: true }).count()).toBeGreaterThan(0);
}

test('the home page shows its items before any script has run', async () => {
	const page = await visit('/', { hasScripts: false });

	// Which items these are is not certain: other tests post items, too.
	const featured = page.getByRole('region', { name: 'Featured Products' });
	await featured.getByRole('article').first().waitFor();
	expect(await featured.getByRole('article').count()).toBeGreaterThan(1);
	expect(await featured.getByText('₹').count()).toBeGreaterThan(0);
});

test.each([
	['a page of search results', '/category/Instruments?q=slide+rule', '1 product available'],
	['the page of an item', `/item/${item}`, 'Meera'],
])('%s shows title, price and photos before any script has run', async (_, path, text) => {
	await expectServerRendered(path, text, 'Slide rule of the first screen');
});

test('the “Make an offer” link leads a visitor to the login before any script has run', async () => {
	const page = await visit(`/item/${item}`, { hasScripts: false });

	await page.getByRole('link', { name: 'Make an offer' }).click();

	await page.waitForURL(`**/login?next=${encodeURIComponent(`/item/${item}?deal=1`)}`);
});

test('a server-rendered page is hydrated: the same elements become interactive', async () => {
	const page = await visit('/');
	const menuButton = await page.getByRole('button', { name: 'Menu' }).elementHandle();

	await menuButton?.click();

	await page.getByRole('dialog', { name: 'Menu' }).waitFor();
	expect(await menuButton?.evaluate((button) => button.isConnected)).toBe(true);
});

test('an item page shows its posting date without Intl.DateTimeFormat, which is slow to load on phones', async () => {
	const postedNow = await postItemAs(seller, { title: 'Compass' });
	const page = await visit('/about');
	await page.addInitScript(() => {
		Intl.DateTimeFormat = class {
			constructor() {
				throw new Error('The formats were woken.');
			}
		} as unknown as typeof Intl.DateTimeFormat;
	});
	const errors: string[] = [];
	page.on('pageerror', ({ message }) => errors.push(message));

	await page.goto(`/item/${postedNow}`);

	await page.getByRole('button', { name: 'Report' }).waitFor();
	await page.getByText(/^Posted \d+ \w+ 20\d\d, just now/).waitFor();
	expect(errors).toEqual([]);
});

test('the server does not render a form that the URL opens, because it could not be closed before the scripts load', async () => {
	const page = await visit('/', { as: seller });
	const address = `${inject('marketAddress')}/wanted?ask=Drafter`;
	const readHtml = async () => (await page.request.get(address)).text();

	// Repeated: the first request only makes the server load the script of the dialog, which later responses contain.
	await expect.poll(readHtml).toContain('<dialog role="dialog"');

	expect(await readHtml()).not.toContain('Ask for something');
});

test('the server-rendered page for a returning user already shows the signed-in state', async () => {
	const page = await visit('/', { as: seller });
	await page.getByRole('link', { name: 'Profile' }).waitFor();
	await page.waitForFunction(() => document.cookie.includes('signed-in=1'));

	const response = await page.request.get(inject('marketAddress'));
	const html = await response.text();

	expect(html).toContain('data-session="open"');
	expect(html).toContain('aria-label="Profile"');
	expect(html).not.toContain('>Login<');
});

test('logging out also removes the UI cookie that marks the user as signed in', async () => {
	const page = await visit('/', { as: seller });
	await page.waitForFunction(() => document.cookie.includes('signed-in=1'));

	await page.getByRole('button', { name: 'Menu' }).click();
	await page.getByRole('button', { name: 'Logout' }).click();

	await page.getByRole('link', { name: 'Login' }).first().waitFor();
	await page.waitForFunction(() => !document.cookie.includes('signed-in'));
});

test('when a user presses two buttons before the scripts load, only the last press takes effect afterwards', async () => {
	const page = await visit('/about');
	const releaseRequests = await delayRequests(page, '**/assets/index-*.js');
	await page.evaluate((path) => window.location.assign(path), `/item/${item}`);
	await page.getByRole('button', { name: 'Share' }).first().waitFor();
	await waitForListeners(page);
	await page.getByRole('button', { name: 'Report' }).click();
	await page.getByRole('button', { name: 'Menu' }).click();

	releaseRequests();

	await page.getByRole('dialog', { name: 'Menu' }).waitFor();
	await page.locator('#root[data-address]').waitFor({ state: 'detached' });
	expect(await page.getByRole('dialog').count()).toBe(1);
});

test('when a user presses hearts and then a button before the scripts load, all take effect afterwards', async () => {
	const page = await visit('/about');
	const releaseRequests = await delayRequests(page, '**/assets/index-*.js');
	await page.evaluate(() => window.location.assign('/'));
	const hearts = page.getByRole('main').getByRole('button', { name: /^Save / });
	await hearts.first().waitFor();
	await waitForListeners(page);
	for (const index of [0, 1, 2]) await hearts.nth(index).click();
	await page.getByRole('button', { name: 'Menu' }).click();

	releaseRequests();

	await page.getByRole('dialog', { name: 'Menu' }).waitFor();
	await expect.poll(() => page.locator('main button[aria-pressed="true"]').count()).toBe(3);
});

test('a sort order selected before the scripts load is applied to the list', async () => {
	const page = await visit('/about');
	const releaseRequests = await delayRequests(page, '**/assets/index-*.js');
	await page.evaluate(() => window.location.assign('/category/All?q=first+screen'));
	const order = page.getByLabel('Sort by');
	await order.waitFor();
	await waitForListeners(page);
	await order.selectOption('price-desc');

	releaseRequests();

	await page.waitForURL(/sort=price-desc/);
	await expect.poll(() => order.inputValue()).toBe('price-desc');
});

test('the menu opens while other parts of the page are still loading, and stays open', async () => {
	const page = await visit('/about');
	const releaseRequests = await delayRequests(page, '**/search-box-*.js');
	await page.evaluate(() => window.location.assign('/'));
	await page.locator('#root[data-awake]').waitFor();
	await page.getByRole('button', { name: 'Menu' }).click();
	await page.getByRole('dialog', { name: 'Menu' }).waitFor();

	releaseRequests();

	await page.locator('#root[data-address]').waitFor({ state: 'detached' });
	await page.getByRole('dialog', { name: 'Menu' }).waitFor();
});

test('a press on Report Item while its script is loading takes effect once the script has loaded', async () => {
	const page = await visit('/about');
	const releaseRequests = await delayRequests(page, '**/assets/item-late-*.js');
	await page.evaluate((path) => window.location.assign(path), `/item/${item}`);
	await page.waitForURL(`/item/${item}`);
	await page.getByRole('button', { name: 'Report Item' }).click();

	releaseRequests();

	await page.waitForURL(/\/login\?/);
});

test('Save buttons pressed before their script loads are shown as pressed once the script has loaded', async () => {
	const page = await visit('/about');
	const releaseRequests = await delayRequests(page, '**/page-late-*.js');
	await page.evaluate(() => window.location.assign('/'));
	await page.locator('#root[data-awake]').waitFor();
	const hearts = page.getByRole('main').getByRole('button', { name: /^Save / });
	await hearts.nth(0).click();
	await hearts.nth(1).click();

	releaseRequests();

	await page.locator('#root[data-address]').waitFor({ state: 'detached' });
	for (const heart of [hearts.nth(0), hearts.nth(1)]) {
		await expect.poll(() => heart.getAttribute('aria-pressed')).toBe('true');
	}
});

test('text typed into the search box before its script loads is kept and can be searched for', async () => {
	const page = await visit('/about');
	const releaseRequests = await delayRequests(page, '**/search-box-*.js');
	await page.evaluate(() => window.location.assign('/'));
	const searchBox = page.getByRole('combobox', { name: 'Search the market' });
	await page.waitForURL('/');
	await searchBox.fill('slide rule');

	releaseRequests();

	await page.locator('#root[data-address]').waitFor({ state: 'detached' });
	expect(await searchBox.inputValue()).toBe('slide rule');
	await searchBox.press('Enter');
	await page.waitForURL(/\/category\/.+q=slide/);
	await page.getByText('Slide rule of the first screen').first().waitFor();
});

test('a press on the Filters button before its script loads opens the filters once the script has loaded', async () => {
	const page = await visit('/about', { width: 360 });
	const releaseRequests = await delayRequests(page, '**/listing-tools-*.js');
	await page.evaluate(() => window.location.assign('/category/All?q=first+screen'));
	await page.waitForURL('/category/All?q=first+screen');
	await page.getByRole('button', { name: 'Filters' }).click();

	releaseRequests();

	const sheet = page.getByRole('dialog', { name: 'Filters' });
	await sheet.getByLabel('Highest price').fill('2000');
	await sheet.getByLabel('Highest price').press('Enter');
	await page.waitForURL('/category/All?q=first+screen&maxPrice=2000');
	await sheet.getByRole('button', { name: /^Show \d+ items?$/ }).click();
	await page.getByText('Drafter of the first screen').waitFor({ state: 'detached' });
});

test('a signed-in user’s press on the search alert button takes effect once the button’s script has loaded', async () => {
	const page = await visit('/about', { as: await signUpPerson() });
	const releaseRequests = await delayRequests(page, '**/tell-me-*.js');
	await page.evaluate(() => window.location.assign('/category/All?q=first+screen'));
	await page.waitForURL('/category/All?q=first+screen');
	await page.getByRole('button', { name: SEARCH_MESSAGES.tellMe }).click();
	await page.locator('#root[data-address]').waitFor({ state: 'detached' });

	releaseRequests();

	await page.getByRole('dialog', { name: SEARCH_MESSAGES.tellMe }).waitFor();
});

test('a signed-in user sees no layout shift while scripts of a listing are still loading', async () => {
	const page = await visit('/about', { as: await signUpPerson(), width: 360 });
	await page.waitForFunction(() => document.cookie.includes('signed-in=1'));
	await recordLayoutShifts(page);
	const releaseRequests = await delayRequests(page, '**/listing-tools-*.js');
	const sessionCheck = page.waitForResponse('**/api/auth');
	await page.evaluate(() => window.location.assign('/category/All?q=first+screen'));
	await page.waitForURL('/category/All?q=first+screen');
	await page.locator('#root[data-awake]').waitFor();
	await sessionCheck;
	expect(await layoutShifts(page)).toEqual([]);

	releaseRequests();

	await page.locator('#root[data-address]').waitFor({ state: 'detached' });
	await notificationBell(page, 0).waitFor();
	expect(await layoutShifts(page)).toEqual([]);
});

test('feedback typed before the page’s script loads is kept, and the signed-in user’s email address is filled in', async () => {
	const person = await signUpPerson('Ritu');
	const page = await visit('/about', { as: person });
	const releaseRequests = await delayRequests(page, '**/feedback-page-*.js');
	await page.evaluate(() => window.location.assign('/feedback'));
	await page.getByLabel('Name').fill('Asha');
	await page.getByLabel('Your feedback').fill('Quick and friendly.');
	await page
		.locator('label')
		.filter({ has: page.getByRole('radio', { name: '4 stars' }) })
		.click();

	releaseRequests();

	await expect.poll(() => page.getByLabel('Email').inputValue()).toBe(person.email);
	await page.getByText('19/500').waitFor();
	await page.getByText('Very Good!', { exact: true }).waitFor();
	expect(await page.getByRole('radio', { name: '4 stars' }).isChecked()).toBe(true);
	expect(await page.getByLabel('Name').inputValue()).toBe('Asha');
	expect(await page.getByLabel('Your feedback').inputValue()).toBe('Quick and friendly.');
});

test('feedback submitted before the page’s script loads is sent exactly once, after the script has loaded', async () => {
	const page = await visit('/about');
	const releaseRequests = await delayRequests(page, '**/feedback-page-*.js');
	const requestedPaths: string[] = [];
	page.on('request', (request) => requestedPaths.push(request.url()));
	await page.evaluate(() => window.location.assign('/feedback'));
	await page.getByLabel('Name').fill('Asha');
	await page.getByLabel('Email').fill('asha@campus.example');
	await page
		.locator('label')
		.filter({ has: page.getByRole('radio', { name: '4 stars' }) })
		.click();
	await page.getByLabel('Your feedback').fill('Quick and friendly.');
	await waitForListeners(page);
	await page.getByRole('button', { name: 'Submit Feedback' }).click();

	releaseRequests();

	await page.getByRole('heading', { name: FEEDBACK_MESSAGES.thanks }).waitFor();
	expect(requestedPaths.filter((address) => address.includes('asha'))).toEqual([]);
	expect(requestedPaths.filter((address) => address.endsWith('/api/feedback/submit'))).toHaveLength(
		1,
	);
});

test.each([
	['a phone', 412],
	['a desktop', 1280],
])('an item page on %s has no layout shift when the font of its price loads', async (_, width) => {
	const page = await visit('/about', { width });
	const releaseRequests = await delayRequests(page, '**/*.woff2');
	// The page counts as loaded only after its fonts, which are held back.
	await page.goto(`/item/${kettle}`, { waitUntil: 'commit' });
	const main = page.getByRole('main');
	const adjacentElements = [
		main.getByText('Available', { exact: true }),
		main.getByRole('link', { name: 'Chat with Seller' }).first(),
		main.getByRole('button', { name: 'Share' }),
		main.getByRole('heading', { name: 'Description' }),
	];
	const positions = () => Promise.all(adjacentElements.map(positionOf));
	const fallback = await positions();
	expect(await fontStatuses(page)).not.toContain('loaded');

	releaseRequests();

	await expect.poll(() => fontStatuses(page)).not.toContain('loading');
	expect(await fontStatuses(page)).toContain('loaded');
	expect(await positions()).toEqual(fallback);
});

/** The position of an element, in whole pixels. */
async function positionOf(element: Locator) {
	const { x = Number.NaN, y = Number.NaN } = (await element.boundingBox()) ?? {};
	return { x: Math.round(x), y: Math.round(y) };
}

/** The loading status of each of our own fonts, which headings and prices use. */
const fontStatuses = (page: Page) =>
	page.evaluate(() =>
		[...document.fonts]
			.filter(({ family }) => family.includes('Bricolage'))
			.map(({ status }) => status),
	);

/** Resolves once the small script that records early events has run. */
async function waitForListeners(page: Page): Promise<void> {
	const address = await page.locator('script[src*="/early-events-"]').getAttribute('src');
	// As text: a function would have its import rewritten by the test runner.
	await page.evaluate(`import('${address}').then(() => undefined)`);
}
