import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { openBrowser } from '#tests/support/browser.ts';
import { scrollToEnd } from '#tests/support/page-navigation.ts';
import { insertItemsOf, postItemAs, signUpPerson } from '#tests/support/people.ts';

const { visit } = await openBrowser();
const seller = await signUpPerson();

/** @returns a word that only the titles of these three items have */
async function postThreeItems() {
	const word = `lot${randomUUID().slice(0, 8)}`;
	await postItemAs(seller, { title: `Beta ${word}`, price: 300, category: 'Books' });
	await postItemAs(seller, { title: `Gamma ${word}`, price: 100, category: 'Electronics' });
	await postItemAs(seller, { title: `Alpha ${word}`, price: 200, category: 'Books' });
	return word;
}

test('a listing loads more items on scrolling, and Back returns to the same scroll position without a request', async () => {
	const word = `lot${randomUUID().slice(0, 8)}`;
	const items = Array.from({ length: 60 }, (_, index) => ({
		title: `${word} no ${index}`,
		price: 100 + index,
	}));
	await insertItemsOf(seller, items);
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
	const requestedUrls: string[] = [];
	page.on('request', (request) => requestedUrls.push(request.url()));
	await card.getByRole('link').click();
	// The heading of the listing names the word, too, but does not begin with it.
	await page.getByRole('heading', { level: 1, name: new RegExp(`^${word}`) }).waitFor();

	await page.goBack();
	await card.waitFor();
	expect((await card.boundingBox())?.y).toBeCloseTo(before ?? Number.NaN, -1);
	expect(requestedUrls.filter((address) => address.includes(`q=${word}`))).toEqual([]);

	const isScrollSaved = () => page.evaluate(() => history.state.scrolledTo === window.scrollY);
	await expect.poll(isScrollSaved).toBe(true);
	await page.reload();
	await expect.poll(() => cards.count()).toBe(60);
	await expect
		.poll(async () => (await card.boundingBox())?.y)
		.toBeCloseTo(before ?? Number.NaN, -1);
});

test('letters typed while earlier results render stay in the search box, and Back restores the previous search', async () => {
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
