import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { openBrowser } from '#tests/support/browser.ts';
import { postItemAs, signUpPerson } from '#tests/support/people.ts';

const { visit } = await openBrowser();
const seller = await signUpPerson();

/** Three items that only a search for `word` shows. */
async function postThreeItems() {
	const word = `lot${randomUUID().slice(0, 8)}`;
	await postItemAs(seller, { title: `Beta ${word}`, price: 300, category: 'Books' });
	await postItemAs(seller, { title: `Gamma ${word}`, price: 100, category: 'Electronics' });
	await postItemAs(seller, { title: `Alpha ${word}`, price: 200, category: 'Books' });
	return word;
}

test('a listing counts, sorts and filters by category, and keeps the choices in its URL', async () => {
	const word = await postThreeItems();
	const page = await visit(`/category/All?q=${word}`);
	const names = async () =>
		(await page.getByRole('article').getByRole('heading').allTextContents()).map(
			(title) => title.split(' ')[0],
		);
	const expectSortedBy = async (label: string, expected: string[]) => {
		await page.getByLabel('Sort by').selectOption({ label });
		await page.getByRole('heading', { name: new RegExp(`^${expected[0]}`) }).waitFor();
		await expect.poll(names).toEqual(expected);
	};

	await page.getByText('3 products available').waitFor();
	expect(await names()).toEqual(['Alpha', 'Gamma', 'Beta']);
	await expectSortedBy('Price: Low to High', ['Gamma', 'Alpha', 'Beta']);
	await expectSortedBy('Price: High to Low', ['Beta', 'Alpha', 'Gamma']);
	await expectSortedBy('Name A-Z', ['Alpha', 'Beta', 'Gamma']);
	await page.reload();
	await expect.poll(names).toEqual(['Alpha', 'Beta', 'Gamma']);
	await page.getByRole('main').getByRole('link', { name: 'Books', exact: true }).click();
	await page.getByText('2 products available').waitFor();
});

test('the sort order is not cut off on a phone', async () => {
	const page = await visit('/category/All', { width: 360 });

	const { room, letters } = await page.getByLabel('Sort by').evaluate((select) => {
		const { font, paddingLeft, paddingRight } = getComputedStyle(select);
		const pen = document.createElement('canvas').getContext('2d');
		if (!pen) throw new Error('Nothing measures letters here.');
		pen.font = font;
		return {
			room: select.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight),
			letters: pen.measureText('Newest First').width,
		};
	});

	expect(letters).toBeLessThanOrEqual(room);
});

test('the search box searches while the user types, and says when nothing is found', async () => {
	const word = await postThreeItems();
	const page = await visit('/category/All');
	const searchInput = page.getByPlaceholder('Search products...');

	await searchInput.fill(`gamma ${word}`);
	await page.getByText('1 product available').waitFor();
	await searchInput.fill(`${word} nothingofthekind`);
	await page.getByText('No products found').waitFor();
	expect(new URL(page.url()).searchParams.get('q')).toBe(`${word} nothingofthekind`);
});

test('text typed while its own search renders stays in the box, and Back still reaches the search', async () => {
	const word = await postThreeItems();
	const page = await visit('/category/All');
	const searchInput = page.getByPlaceholder('Search products...');
	await page.evaluate(typeAfterSearch, { firstPart: word.slice(0, -1), rest: word.slice(-1) });

	await searchInput.fill(word.slice(0, -1));
	await page.waitForURL(`/category/All?q=${word}`);
	expect(await searchInput.inputValue()).toBe(word);

	await page.getByText('3 products available').waitFor();
	await searchInput.fill(`gamma ${word}`);
	await page.getByText('1 product available').waitFor();
	const header = page.getByRole('combobox', { name: 'Search the market' });
	await header.fill(`beta ${word}`);
	await header.press('Enter');
	await expect.poll(() => searchInput.inputValue()).toBe(`beta ${word}`);
	await page.goBack();
	await expect.poll(() => searchInput.inputValue()).toBe(`gamma ${word}`);
});

test('a listing is shown as a grid or as a list', async () => {
	const word = await postThreeItems();
	const page = await visit(`/category/All?q=${word}`);

	await page.getByRole('button', { name: 'List view' }).click();

	expect(new URL(page.url()).searchParams.get('view')).toBe('list');
	const [first, second] = await page.getByRole('article').all();
	const tops = await Promise.all(
		[first, second].map(async (card) => (await card?.boundingBox())?.y),
	);
	expect(tops[1]).toBeGreaterThan(tops[0] ?? Number.NaN);
	expect(await page.getByRole('button', { name: 'List view' }).getAttribute('aria-pressed')).toBe(
		'true',
	);
});

test('a card shows picture, price, title and description, and links to the item', async () => {
	const word = await postThreeItems();
	const page = await visit(`/category/All?q=gamma+${word}`);
	const card = page.getByRole('article');

	await card.getByText('₹100').waitFor();
	await card.getByText('Two semesters old, all keys fine.').waitFor();
	// The title beside it names the item: for a screen reader the picture is decorative.
	const cardImage = card.locator('img').first();
	expect(await cardImage.getAttribute('width')).not.toBeNull();
	await expect
		.poll(() => cardImage.evaluate((image: HTMLImageElement) => image.naturalWidth))
		.toBeGreaterThan(0);
	await card.getByRole('link', { name: /^Explore This/ }).click();

	await page.getByRole('heading', { name: `Gamma ${word}`, level: 1 }).waitFor();
});

test('a category matches in any letter case, and the URL is corrected without a new history entry', async () => {
	const word = await postThreeItems();
	const page = await visit('/');
	await page.goto(`/category/books?q=${word}`);

	await page.waitForURL(`/category/Books?q=${word}`);
	await page.getByText('2 products available').waitFor();
	expect(await page.title()).toContain(`Results for “${word}” in Books`);
	expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(`Results for “${word}”`);
	const tab = page.getByRole('main').getByRole('link', { name: 'Books', exact: true });
	expect(await tab.getAttribute('aria-current')).toBe('page');
	await page.goBack();
	await page.waitForURL('/');
});

test('an unknown category is an empty listing', async () => {
	const page = await visit('/category/Furniture');

	await page.getByText('No products found').waitFor();
});

test('when the server cannot be reached the listing says so and can be retried', async () => {
	const page = await visit('/login');
	// On the context: requests go through the service worker.
	await page.context().route('**/api/items**', (route) => route.abort());
	await page.getByRole('combobox', { name: 'Search the market' }).fill('lamp');
	await page.keyboard.press('Enter');
	const retryButton = page.getByRole('button', { name: /again/i });
	await retryButton.waitFor();

	await page.context().unroute('**/api/items**');
	await retryButton.click();

	await page
		.getByText(/products? available|No products found/)
		.first()
		.waitFor();
});

test('home shows the newest items with a New badge and links to more', async () => {
	await postThreeItems();
	const page = await visit('/');

	const featured = page.getByRole('article');
	await featured.first().waitFor();
	expect(await featured.count()).toBeLessThanOrEqual(8);
	const newest = page.getByRole('list', { name: 'Just put on sale' }).getByRole('link');
	expect(await newest.count()).toBe(3);
	for (const category of ['Books', 'PYQs', 'Instruments', 'Essentials']) {
		const tile = page.getByRole('main').getByRole('link', { name: new RegExp(`^${category}`) });
		expect(await tile.first().getAttribute('href')).toBe(`/category/${category}`);
	}
	expect(await page.getByRole('link', { name: 'View All' }).getAttribute('href')).toBe(
		'/category/All',
	);
	expect(await page.getByRole('main').getByText('Add Item').count()).toBe(0);
	await page.getByRole('link', { name: 'Deal Now!' }).click();
	await expect
		.poll(() =>
			page.getByRole('heading', { name: 'Popular Categories' }).evaluate((heading) => {
				const { top } = heading.getBoundingClientRect();
				return top >= 0 && top < window.innerHeight / 2;
			}),
		)
		.toBe(true);
});

test('the heading on home links to the newest items, and each category shows its count', async () => {
	const word = await postThreeItems();
	const page = await visit('/', { width: 390 });
	const newest = page.getByRole('list', { name: 'Just put on sale' });

	const books = page.getByRole('main').getByRole('link', { name: /^Books.* \d+ on sale$/ });
	await books.waitFor();
	const head = await page.getByRole('main').locator('section').first().boundingBox();
	expect(head?.height).toBeLessThan(330);
	await newest.getByRole('link', { name: `Alpha ${word}` }).click();

	await page.getByRole('heading', { name: `Alpha ${word}`, level: 1 }).waitFor();
});

test('a card shows New for one day, on every page', async () => {
	const word = await postThreeItems();
	const page = await visit(`/category/All?q=${word}`);
	const marks = page.getByRole('article').getByText('New', { exact: true });
	await expect.poll(() => marks.count()).toBe(3);

	await page.clock.install({ time: Date.now() + 25 * 3_600_000 });
	await page.goto('/about');
	await page.getByRole('combobox', { name: 'Search the market' }).fill(word);
	await page.keyboard.press('Enter');
	await page.getByRole('article').first().getByText('yesterday').waitFor();

	expect(await marks.count()).toBe(0);
});

test('the items on home stay when they cannot be reloaded', async () => {
	await postThreeItems();
	const page = await visit('/about');
	await page.clock.install();
	await page.goto('/');
	const shown = page.getByRole('article');
	await shown.first().waitFor();
	let refused = 0;
	await page.route('**/api/item/get-all-items*', (route) => {
		refused += 1;
		return route.abort();
	});
	/** Returns from another tab, after the data is no longer fresh. */
	const goBack = async () => {
		await page.clock.runFor('00:31');
		await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
	};

	// Each return makes three attempts: after the fourth failure, the first return has failed for good.
	await expect.poll(() => goBack().then(() => refused)).toBeGreaterThan(3);

	expect(await shown.count()).toBeGreaterThan(0);
	expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0);
});

/** Runs in the page: types the rest once the first letters are in the URL, before their results render. */
function typeAfterSearch({ firstPart, rest }: { firstPart: string; rest: string }): void {
	const replaceState = history.replaceState.bind(history);
	history.replaceState = (state, unused, url) => {
		replaceState(state, unused, url);
		if (new URL(location.href).searchParams.get('q') !== firstPart) return;
		history.replaceState = replaceState;
		document.execCommand('insertText', false, rest);
	};
}

test('an item that moves to the next page meanwhile is shown once, with its current data', async () => {
	const word = await postThreeItems();
	const page = await visit('/about');
	await page.route('**/api/items?*', async (route) => {
		const address = new URL(route.request().url());
		const isNext = address.searchParams.has('cursor');
		address.searchParams.delete('cursor');
		const response = await (await route.fetch({ url: address.href })).json();
		const moved = { ...response.items[0], price: 999 };
		const next = { ...response, items: [moved], nextCursor: null };
		await route.fulfill({ json: isNext ? next : { ...response, nextCursor: 'next' } });
	});
	await page.getByRole('combobox', { name: 'Search the market' }).fill(word);
	await page.keyboard.press('Enter');

	await page.getByText('₹999').waitFor();

	expect(await page.getByRole('article').count()).toBe(3);
});
