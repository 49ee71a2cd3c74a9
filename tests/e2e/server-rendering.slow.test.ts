import type { Locator, Page } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import { FEEDBACK_MESSAGES } from '#contract/feedback/facts.ts';
import { SEARCH_MESSAGES } from '#contract/searches/facts.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { delayRequests } from '#tests/support/delay-requests.ts';
import { notificationBell } from '#tests/support/notification-locators.ts';
import { postItemAs, signUpPerson } from '#tests/support/people.ts';
import { jpeg } from '#tests/support/test-images.ts';

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

test('without scripts, home page, search results and item page show titles, prices and photos, and an offer leads to the login', async () => {
	const page = await visit('/', { hasScripts: false });
	// Which items these are is not certain: other tests post items, too.
	const featured = page.getByRole('region', { name: 'Featured Products' });
	await featured.getByRole('article').first().waitFor();
	expect(await featured.getByRole('article').count()).toBeGreaterThan(1);
	expect(await featured.getByText('₹').count()).toBeGreaterThan(0);

	for (const [path, text] of [
		['/category/Instruments?q=slide+rule', '1 product available'],
		[`/item/${item}`, 'Meera'],
	] as const) {
		await page.goto(path);
		await page.getByText(text).first().waitFor();
		await page.getByText('Slide rule of the first screen').first().waitFor();
		await page.getByText('₹1,234.50').first().waitFor();
		expect(await page.getByRole('img', { includeHidden: true }).count()).toBeGreaterThan(0);
	}

	await page.getByRole('link', { name: 'Make an offer' }).click();
	await page.waitForURL(`**/login?next=${encodeURIComponent(`/item/${item}?deal=1`)}`);
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

test('the server-rendered page for a returning user already shows the signed-in state, until the user logs out', async () => {
	const page = await visit('/', { as: await signUpPerson() });
	await page.getByRole('link', { name: 'Profile' }).waitFor();
	await page.waitForFunction(() => document.cookie.includes('signed-in=1'));
	const html = await (await page.request.get(inject('marketAddress'))).text();
	expect(html).toContain('data-session="open"');
	expect(html).toContain('aria-label="Profile"');
	expect(html).not.toContain('>Login<');

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

test('a press on Report Item, Filters or the search alert while its script is loading takes effect once the script has loaded', async () => {
	const person = await signUpPerson();
	for (const [script, path, button, dialog] of [
		['item-late', `/item/${item}`, 'Report Item', 'Report Item'],
		['listing-tools', '/category/All?q=first+screen', 'Filters', 'Filters'],
		['tell-me', '/category/All?q=first+screen', SEARCH_MESSAGES.tellMe, SEARCH_MESSAGES.tellMe],
	] as const) {
		const page = await visit('/about', { as: person, width: 360 });
		const releaseRequests = await delayRequests(page, `**/${script}-*.js`);
		await page.evaluate((to) => window.location.assign(to), path);
		await page.waitForURL(path);
		await page.getByRole('button', { name: button }).click();

		releaseRequests();

		await page.getByRole('dialog', { name: dialog }).waitFor();
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

test('after hydration, the photo gallery shows which photos had failed to load and which photo the user had swiped to before', async () => {
	const pictures = await Promise.all(
		['teal', 'gold'].map((colour) => jpeg({ colour, name: `${colour}.jpg` })),
	);
	const withPhotos = await postItemAs(seller, {}, pictures);
	const page = await visit('/about', { width: 360 });
	await page.route('**/photos/**', (route) => route.abort());
	const releaseRequests = await delayRequests(page, '**/assets/index-*.js');
	await page.evaluate((path) => window.location.assign(path), `/item/${withPhotos}`);
	await page.waitForFunction(() => {
		const photo = document.querySelector<HTMLImageElement>('main img');
		return photo?.complete && photo.currentSrc !== '' && photo.naturalWidth === 0;
	});
	const second = page.getByRole('button', { name: 'Photo 2 of 2: open full screen' });
	// Once the styles have loaded, the second photo is beside the first.
	await expect.poll(async () => (await second.boundingBox())?.x).toBe(360);

	await second.evaluate((photo) => photo.scrollIntoView({ inline: 'center', block: 'nearest' }));
	releaseRequests();

	await page.getByText('2 / 2').first().waitFor();
	await page.getByText('No Image').first().waitFor();

	// Loaded again once the connection works.
	await page.unrouteAll();
	const isDrawn = () =>
		page.evaluate(() =>
			[...document.querySelectorAll<HTMLImageElement>('main img[alt*="photo"]')].some(
				({ naturalWidth }) => naturalWidth > 0,
			),
		);
	await expect.poll(isDrawn).toBe(true);
});

/** Records layout shifts on the pages that are opened from now on. */
async function recordLayoutShifts(page: Page): Promise<void> {
	await page.addInitScript(() => {
		const shifts: string[] = [];
		Object.assign(window, { shifts });
		interface Shift {
			node: Node | null;
			previousRect: DOMRectReadOnly;
			currentRect: DOMRectReadOnly;
		}
		const boxOf = ({ x, y, width, height }: DOMRectReadOnly) => `${x},${y} ${width}×${height}`;
		const describe = ({ node, previousRect, currentRect }: Shift) => {
			const element = node instanceof Element ? node : node?.parentElement;
			const html = element?.outerHTML.slice(0, 300) ?? 'a node that is gone';
			return `${html} from ${boxOf(previousRect)} to ${boxOf(currentRect)}`;
		};
		new PerformanceObserver((list) => {
			for (const entry of list.getEntries()) {
				const { sources } = entry as unknown as { sources: Shift[] };
				shifts.push(...sources.map(describe));
			}
		}).observe({ type: 'layout-shift', buffered: true });
	});
}

/** The layout shifts so far: the beginning of each moved element's HTML, and its box before and after, in pixels. */
async function layoutShifts(page: Page): Promise<string[]> {
	// Layout shifts are reported after the frame they happen in.
	await page.evaluate(
		() => new Promise((resume) => requestAnimationFrame(() => requestAnimationFrame(resume))),
	);
	return page.evaluate(() => Reflect.get(window, 'shifts'));
}
