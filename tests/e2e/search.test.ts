import { randomUUID } from 'node:crypto';
import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { ITEM_MESSAGES } from '#contract/items/facts.ts';
import type { ItemFields } from '#contract/items/items.ts';
import { LISTING_MESSAGES } from '#contract/items/listing.ts';
import { findAccessibilityViolations, openBrowser } from '#tests/support/browser.ts';
import { expectFocus } from '#tests/support/keyboard.ts';
import { scrollToEnd } from '#tests/support/page-navigation.ts';
import { deleteAccount, postItemAs, signUpPerson } from '#tests/support/people.ts';
import { jpeg } from '#tests/support/test-images.ts';

const { visit } = await openBrowser();
const seller = await signUpPerson();
const picture = [await jpeg({ width: 480, height: 360 })];

/** A word that no other item has. */
function uniqueWord(): string {
	return `q${randomUUID().replaceAll(/[^a-z]/g, '')}xyz`;
}

async function post(...items: Partial<ItemFields>[]) {
	for (const fields of items) await postItemAs(seller, fields, picture);
}

async function postMany(count: number, word: string) {
	const places = [...Array(count).keys()];
	for (let from = 0; from < count; from += 8) {
		await Promise.all(
			places
				.slice(from, from + 8)
				.map((card) =>
					postItemAs(seller, { title: `${word} no ${card}`, price: 100 + card }, picture),
				),
		);
	}
}

test('the header suggests titles while the user types, by keyboard alone', async () => {
	const word = uniqueWord();
	await post({ title: `${word} kettle`, category: 'Essentials' }, { title: `${word} lamp` });
	const page = await visit('/login');
	const searchBox = page.getByRole('combobox', { name: 'Search the market' });

	await searchBox.focus();
	await page.keyboard.type(word.slice(0, -2));
	const options = page.getByRole('option');
	await options.filter({ hasText: `${word} kettle` }).waitFor();
	expect(await options.filter({ hasText: 'kettle' }).textContent()).toContain('Essentials');
	expect(await options.filter({ hasText: 'kettle' }).textContent()).toContain('₹');
	await options.filter({ hasText: 'kettle' }).locator('img').waitFor();
	expect(await options.last().textContent()).toBe(`Search for “${word.slice(0, -2)}”`);
	expect(await findAccessibilityViolations(page)).toEqual([]);

	await page.keyboard.press('ArrowUp');
	expect(await options.last().getAttribute('aria-selected')).toBe('true');
	await page.keyboard.press('Home');
	const active = await searchBox.getAttribute('aria-activedescendant');
	expect(await options.first().getAttribute('id')).toBe(active);
	await page.keyboard.press('Escape');
	expect(await searchBox.getAttribute('aria-expanded')).toBe('false');
	await page.keyboard.press('ArrowDown');
	const chosen = (await options.first().textContent())?.match(/^\w+ \w+?(?=[A-Z])/)?.[0];
	await page.keyboard.press('Enter');

	await page.getByRole('heading', { level: 1, name: chosen }).waitFor();
	expect(new URL(page.url()).pathname).toMatch(/^\/item\/\d+$/);
	expect(await searchBox.inputValue()).toBe('');
});

test('a title shared by several items searches for it, and so does free text', async () => {
	const word = uniqueWord();
	await post({ title: `${word} kettle` }, { title: `${word} kettle` });
	const page = await visit('/login');
	const searchBox = page.getByRole('combobox', { name: 'Search the market' });

	await searchBox.fill(word);
	await page.getByRole('option', { name: `${word} kettle` }).click();

	await page.getByText('2 products available').waitFor();
	expect(await searchBox.inputValue()).toBe(`${word} kettle`);
	expect(await page.title()).toContain(`Results for “${word} kettle”`);
	expect(await page.getByLabel('Search products...', { exact: true }).inputValue()).toBe(
		`${word} kettle`,
	);
});

test('recent searches appear on focus, can be removed, and are deleted at logout', async () => {
	const [first, second] = [uniqueWord(), uniqueWord()];
	const page = await visit('/about', { as: await signUpPerson('Searcher') });
	const searchBox = page.getByRole('combobox', { name: 'Search the market' });
	const last = page.getByRole('region', { name: 'Last searches' });
	for (const word of [first, second]) {
		await searchBox.fill(word);
		await searchBox.press('Enter');
		await page.getByText('0 products available').waitFor();
	}
	await page.goto('/about');
	await searchBox.waitFor();

	await expect
		.poll(async () => {
			await page.keyboard.press('/');
			return searchBox.evaluate((field) => field === document.activeElement);
		})
		.toBe(true);
	await last.getByRole('button', { name: second, exact: true }).waitFor();
	expect(await searchBox.inputValue()).toBe('');
	expect(await findAccessibilityViolations(page)).toEqual([]);
	await last.getByRole('button', { name: `Remove “${second}”` }).click();
	await expect.poll(() => last.getByRole('listitem').count()).toBe(1);
	await expectFocus(searchBox);
	await page.keyboard.press('Escape');
	expect(await last.count()).toBe(0);
	await page.keyboard.press('Tab');
	await searchBox.focus();
	await last.getByRole('button', { name: first, exact: true }).click();
	await page.waitForURL(`/category/All?q=${first}`);

	await page.getByRole('button', { name: 'Menu' }).click();
	await page.getByRole('dialog').getByRole('button', { name: 'Logout' }).click();
	await page.waitForURL('/');
	await page.getByRole('banner').getByRole('link', { name: 'Login' }).waitFor();
	const third = uniqueWord();
	await searchBox.fill(third);
	await searchBox.press('Enter');
	await page.getByText('0 products available').waitFor();
	await page.goto('/about');
	await searchBox.focus();
	await last.getByRole('button', { name: third, exact: true }).waitFor();
	expect(await last.getByRole('listitem').count()).toBe(1);
});

test('on a phone the suggestions take the full width and a tap selects one', async () => {
	const word = uniqueWord();
	await post({ title: `${word} cycle` });
	const page = await visit('/', { width: 360 });

	await page.getByRole('combobox', { name: 'Search the market' }).fill(word);
	const list = page.getByRole('listbox', { name: 'Suggestions' });
	await page.getByRole('option', { name: `${word} cycle` }).waitFor();
	expect((await list.boundingBox())?.width).toBe(360);
	await page.getByRole('option', { name: `${word} cycle` }).tap();

	await page.getByRole('heading', { level: 1, name: `${word} cycle` }).waitFor();
	expect(await list.count()).toBe(0);
});

test('a misspelt word shows the nearest results and a suggested spelling', async () => {
	const page = await visit('/');
	await post({ title: 'Scientific calculator, spare battery', category: 'Electronics' });

	await page.goto('/category/All?q=calculater');
	await page.getByText('No products found').waitFor();
	const nearest = page.getByRole('region', { name: 'Nearest matches' });
	await nearest
		.getByRole('heading', { name: /calculator/i })
		.first()
		.waitFor();
	await page.getByRole('link', { name: 'calculator', exact: true }).click();

	await page.getByText(/^[1-9]\d* products? available/).waitFor();
	expect(new URL(page.url()).searchParams.get('q')).toBe('calculator');
});

test('a listing loads more on scrolling, and Back returns to the same position at once', async () => {
	const word = uniqueWord();
	await postMany(60, word);
	const page = await visit(`/category/All?q=${word}`);
	const cards = page.getByRole('list', { name: 'Products' }).getByRole('article');
	await page.getByText('60 products available').waitFor();

	await page.getByRole('article').last().scrollIntoViewIfNeeded();
	await expect.poll(() => cards.count()).toBeGreaterThan(24);
	await page.getByText(/^\d+ more products, \d+ shown$/).waitFor({ state: 'attached' });
	expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BODY');
	await scrollToEnd(page);
	await expect.poll(() => cards.count()).toBe(60);
	expect(new URL(page.url()).searchParams.get('n')).toBe('3');
	const card = cards.nth(40);
	await card.scrollIntoViewIfNeeded();
	const before = (await card.boundingBox())?.y;
	const requestedPaths: string[] = [];
	page.on('request', (request) => requestedPaths.push(request.url()));
	await card.getByRole('link').click();
	await page.getByRole('heading', { level: 1, name: word }).waitFor();

	await page.goBack();
	await card.waitFor();
	expect((await card.boundingBox())?.y).toBeCloseTo(before ?? Number.NaN, -1);
	expect(requestedPaths.filter((address) => address.includes(`q=${word}`))).toEqual([]);

	const isKept = () => page.evaluate(() => history.state.scrolledTo === window.scrollY);
	await expect.poll(isKept).toBe(true);
	await page.reload();
	await expect.poll(() => cards.count()).toBe(60);
	await expect
		.poll(async () => (await card.boundingBox())?.y)
		.toBeCloseTo(before ?? Number.NaN, -1);
});

test('when automatic loading fails the button continues', async () => {
	const word = uniqueWord();
	await postMany(30, word);
	const page = await visit(`/category/All?q=${word}`, { width: 360 });
	const cards = page.getByRole('list', { name: 'Products' }).getByRole('article');
	await cards.first().waitFor();
	// On the context: requests go through the service worker.
	await page.context().route('**/api/items?*cursor*', (route) => route.abort());

	await page.getByRole('article').last().scrollIntoViewIfNeeded();
	await page.getByRole('alert').filter({ hasText: 'Error connecting to server.' }).waitFor();
	expect(await cards.count()).toBe(24);
	await page.context().unroute('**/api/items?*cursor*');
	await page.getByRole('button', { name: 'Show more' }).click();

	await expect.poll(() => cards.count()).toBe(30);
	await expectFocus(cards.nth(24).getByRole('link'));
});

test('a price range narrows a listing, and swapped bounds are put in order', async () => {
	const word = uniqueWord();
	await post(
		{ title: `${word} cheap`, price: 90 },
		{ title: `${word} middle`, price: 1200 },
		{ title: `${word} dear`, price: 9000 },
	);
	const page = await visit(`/category/All?q=${word}`);
	await page.getByText('3 products available').waitFor();

	await page.getByLabel('Lowest price').fill('₹2,000');
	await page.getByLabel('Highest price').fill('100');
	await page.keyboard.press('Enter');

	await page.getByText('1 product available').waitFor();
	await page.getByRole('heading', { name: `${word} middle` }).waitFor();
	const { searchParams } = new URL(page.url());
	expect([searchParams.get('minPrice'), searchParams.get('maxPrice')]).toEqual(['100', '2000']);
	expect(await page.getByLabel('Lowest price').inputValue()).toBe('100');
	await expectFocus(page.getByLabel('Highest price'));
	await page.getByRole('button', { name: 'Remove price ₹100–₹2,000' }).click();
	await page.getByText('3 products available').waitFor();
	await expectFocus(page.getByLabel('Lowest price'));
});

test('on a phone a price is applied on leaving its field or by the button, and its chip removes it', async () => {
	const word = uniqueWord();
	await post({ title: `${word} cheap`, price: 90 }, { title: `${word} dear`, price: 9000 });
	const page = await visit(`/category/All?q=${word}`, { width: 360 });
	await page.getByText('2 products available').waitFor();
	const toggle = page.getByRole('button', { name: 'Price', exact: true });

	await toggle.tap();
	await page.getByLabel('Highest price').fill('100');
	await page.getByLabel('Highest price').blur();
	await page.getByText('1 product available').waitFor();
	await page.getByLabel('Highest price').fill('10000');
	await page.getByRole('button', { name: 'Apply prices' }).tap();
	await page.getByText('2 products available').waitFor();

	expect(await page.getByLabel('Highest price').isVisible()).toBe(false);
	await expectFocus(toggle);
	expect(await findAccessibilityViolations(page)).toEqual([]);
	await page.getByRole('button', { name: 'Remove price Up to ₹10,000' }).tap();
	await page.waitForURL(`/category/All?q=${word}`);
	await expectFocus(toggle);
});

test('a typed price is applied when the next tap is on a view or a category', async () => {
	const word = uniqueWord();
	await post(
		{ title: `${word} cheap`, price: 90, category: 'Books' },
		{ title: `${word} dear`, price: 9000, category: 'Books' },
		{ title: `${word} lamp`, price: 80, category: 'Essentials' },
	);
	const page = await visit(`/category/All?q=${word}`);
	await page.getByText('3 products available').waitFor();
	await page.getByLabel('Highest price').fill('100');

	await pressAtOnce(page.getByRole('button', { name: 'List view' }));
	await page.getByText('2 products available').waitFor();
	expect(new URL(page.url()).searchParams.get('view')).toBe('list');
	await page.getByLabel('Lowest price').fill('85');
	const tabs = page.getByRole('navigation', { name: 'Choose a category' });
	await pressAtOnce(tabs.getByRole('link', { name: 'Books' }));
	await page.getByText('1 product available').waitFor();

	expect(new URL(page.url()).pathname).toBe('/category/Books');
	expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
		q: word,
		view: 'list',
		minPrice: '85',
		maxPrice: '100',
	});
});

test('a selected category stays when a view is selected before it has rendered', async () => {
	const page = await visit('/category/All');

	await page
		.getByRole('navigation', { name: 'Choose a category' })
		.getByRole('link', { name: 'PYQs' })
		.evaluate((tab: HTMLElement) => {
			tab.click();
			document.querySelector<HTMLElement>('[aria-label="List view"]')?.click();
		});
	await page.getByRole('heading', { level: 1, name: 'PYQs' }).waitFor();

	expect(new URL(page.url()).pathname).toBe('/category/PYQs');
	expect(new URL(page.url()).search).toBe('?view=list');
});

test('an invalid price is reported at its field and changes nothing', async () => {
	const page = await visit('/category/All');

	await page.getByLabel('Lowest price').fill('cheap');
	await page.keyboard.press('Enter');

	await page.getByText(LISTING_MESSAGES.priceField).waitFor();
	expect(await page.getByLabel('Lowest price').getAttribute('aria-invalid')).toBe('true');
	expect(new URL(page.url()).search).toBe('');
});

test('clearing the price fields removes their error', async () => {
	const page = await visit('/category/All?maxPrice=500');
	await page.getByLabel('Lowest price').fill('cheap');
	await page.keyboard.press('Enter');
	await page.getByText(LISTING_MESSAGES.priceField).waitFor();

	await page.getByRole('button', { name: 'Remove price Up to ₹500' }).click();

	await page.getByText(LISTING_MESSAGES.priceField).waitFor({ state: 'detached' });
	expect(await page.getByLabel('Lowest price').inputValue()).toBe('');
});

test('invalid parameters in the URL fall back to valid ones, with a notice until it is dismissed', async () => {
	const page = await visit('/category/All?sort=cheapest&view=tiles&minPrice=free&n=-2');

	for (const name of ['badSort', 'badView', 'badPrice', 'badPages'] as const) {
		await page.getByText(LISTING_MESSAGES[name]).waitFor();
	}
	expect(await page.getByLabel('Sort by').inputValue()).toBe('newest');
	await page.getByRole('button', { name: 'Dismiss' }).click();

	await page.getByText(LISTING_MESSAGES.badSort).waitFor({ state: 'detached' });
	expect(new URL(page.url()).search).toBe('');
});

test('hovering over a link prefetches its page', async () => {
	const word = uniqueWord();
	await post({ title: `${word} drafter` });
	const page = await visit(`/category/All?q=${word}`);
	const link = page.getByRole('link', { name: `Explore This ${word} drafter` });
	const fetched = page.waitForResponse('**/api/item/get-item-details/*');
	await link.hover();
	await fetched;
	await page.context().route('**/api/item/get-item-details/*', (route) => route.abort());

	await link.click();

	await page.getByRole('heading', { level: 1, name: `${word} drafter` }).waitFor();
});

test('opening an item that was removed since the list loaded says that it is gone', async () => {
	const word = uniqueWord();
	const leaver = await signUpPerson('Leaver');
	await postItemAs(leaver, { title: `${word} lamp` }, picture);
	const page = await visit(`/category/All?q=${word}`);
	const link = page.getByRole('link', { name: `Explore This ${word} lamp` });
	await link.waitFor();
	await deleteAccount(leaver);

	await link.press('Enter');

	await page.getByRole('alert').getByText(ITEM_MESSAGES.notFound).waitFor();
	expect(await page.getByText(`${word} lamp`).count()).toBe(0);
});

/** Leaves the current field by pressing a button or link, before anything renders again. */
async function pressAtOnce(pressed: Locator) {
	await pressed.evaluate((element: HTMLElement) => {
		element.focus();
		element.click();
	});
}

test('a single result is counted in the singular', async () => {
	const word = uniqueWord();
	await postMany(25, word);
	const page = await visit(`/category/All?q=${word}`);

	await page.getByRole('article').last().scrollIntoViewIfNeeded();

	await page.getByText('1 more product, 25 shown').waitFor({ state: 'attached' });
});
