import { describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { listItems } from '#contract/items/endpoints.ts';
import { ITEM_MESSAGES } from '#contract/items/facts.ts';
import { fakeApi, NO_CONNECTION } from '#tests/support/fake-api.ts';
import { fakeListing } from '#tests/support/fake-listing.ts';
import { sampleItem } from '#tests/support/item-replies.ts';
import { renderPage } from '#tests/support/render-page.tsx';
import { skipUntil } from '#tests/support/skip-until.ts';

const ALL = '/category/All';
const articles = page.getByRole('list', { name: 'Products' }).getByRole('article');
const button = (name: string) => page.getByRole('button', { name, exact: true });
const tab = (name: string) => page.getByRole('link', { name, exact: true });
const count = (text: string) => page.getByRole('status').getByText(text, { exact: true });
const searchParams = () => Object.fromEntries(new URLSearchParams(window.location.search));

/** The first word of each title, from top to bottom. */
function firstWords(): (string | undefined)[] {
	const titles = articles.getByRole('heading').elements();
	return titles.map(({ textContent }) => textContent?.split(' ')[0]);
}

const threeItems = () => [
	sampleItem({ title: 'Beta lot', price: 300, category: 'Books' }),
	sampleItem({ title: 'Gamma lot', price: 100, category: 'Electronics' }),
	sampleItem({ title: 'Alpha lot', price: 200, category: 'Books' }),
];

describe('category page', () => {
	test('a category page counts, sorts and filters items, can list them below one another, and keeps the choices in the URL', async () => {
		fakeListing(...threeItems());
		await renderPage(`${ALL}?q=lot`);
		const sortBy = page.getByLabelText('Sort by');

		await expect.element(count('3 products available')).toBeVisible();
		expect(firstWords()).toEqual(['Alpha', 'Gamma', 'Beta']);
		await sortBy.selectOptions('Price: Low to High');
		await expect.poll(firstWords).toEqual(['Gamma', 'Alpha', 'Beta']);
		await sortBy.selectOptions('Price: High to Low');
		await expect.poll(firstWords).toEqual(['Beta', 'Alpha', 'Gamma']);
		await sortBy.selectOptions('Name A-Z');
		await expect.poll(firstWords).toEqual(['Alpha', 'Beta', 'Gamma']);
		await tab('Books').click();
		await expect.element(count('2 products available')).toBeVisible();
		expect(window.location.pathname).toBe('/category/Books');
		expect(searchParams()).toEqual({ q: 'lot', sort: 'name' });

		await button('List view').click();
		await expect.element(button('List view')).toHaveAttribute('aria-pressed', 'true');
		expect(searchParams()).toEqual({ q: 'lot', sort: 'name', view: 'list' });
		const [first, second] = articles.elements().map((card) => card.getBoundingClientRect().y);
		expect(second).toBeGreaterThan(first ?? Number.NaN);
	});

	test('an item is shown with picture, price and description, and links to its own page', async () => {
		const item = sampleItem({ title: 'Gamma lot', price: 100 });
		fakeListing(item);
		await renderPage(ALL);

		await expect.element(articles.getByText('₹100')).toBeVisible();
		await expect.element(articles.getByText(item.description)).toBeVisible();
		// The title beside the picture names the item, so for a screen reader the picture is decorative.
		const image = articles.element().querySelector('img');
		expect(image?.getAttribute('width')).not.toBeNull();
		await expect.poll(() => image?.naturalWidth).toBeGreaterThan(0);
		const link = articles.getByRole('link', { name: /^Explore This/ });
		await expect.element(link).toHaveAttribute('href', `/item/${item.id}`);
	});

	test('a category name in the URL matches in any letter case, and the URL is corrected', async () => {
		fakeListing(...threeItems());
		await renderPage('/category/books?q=lot');

		await expect.element(count('2 products available')).toBeVisible();
		expect(window.location.pathname).toBe('/category/Books');
		expect(document.title).toContain('Results for “lot” in Books');
		const heading = page.getByRole('heading', { level: 1 });
		await expect.element(heading).toHaveTextContent('Results for “lot”');
		await expect.element(tab('Books')).toHaveAttribute('aria-current', 'page');
	});

	test('a search for a misspelt word shows the items of the corrected word, or on request what is closest to the word as typed', async () => {
		const item = sampleItem({ title: 'Scientific calculator' });
		fakeApi.answer(listItems, ({ query }) =>
			query.exact
				? { items: [], nextCursor: null, total: 0, nearest: [item] }
				: { items: [item], nextCursor: null, total: 1, didYouMean: 'calculator' },
		);
		await renderPage(`${ALL}?q=calculater`);

		await expect.element(count('1 product available')).toBeVisible();
		await expect.element(page.getByText('Showing calculator.')).toBeVisible();
		await tab('Search calculater instead').click();

		await expect.element(page.getByText('No products found')).toBeVisible();
		const closest = page.getByRole('region', { name: 'Closest' });
		await expect.element(closest.getByRole('heading', { name: item.title })).toBeVisible();
		expect(searchParams()).toEqual({ q: 'calculater', exact: 'true' });
	});

	test('the listing of a semester heads the items that name no subject', async () => {
		const items = [
			sampleItem({ id: 3, title: 'Signals', subjects: ['EC301'] }),
			sampleItem({ id: 1, title: 'Lamp', subjects: [] }),
		];
		fakeListing();
		fakeApi.answer(listItems, { items, nextCursor: null, total: 2 });
		await renderPage(`${ALL}?semester=3`);

		const products = page.getByRole('list', { name: 'Products' });
		await expect
			.poll(() => products.element().textContent)
			.toMatch(/Signals.*Also for every semester.*Lamp/);
	});

	test('on a page without results, searching all categories and clearing the search keep filters and sort order', async () => {
		fakeListing();
		await renderPage('/category/Books?q=zzz&sort=price-asc&maxPrice=500');
		const everywhere = page.getByRole('link', { name: 'Search all categories' });
		await everywhere.click();
		expect(window.location.pathname).toBe(ALL);
		expect(searchParams()).toEqual({ q: 'zzz', sort: 'price-asc', maxPrice: '500' });

		await button('Clear search').click();

		await expect.poll(searchParams).toEqual({ sort: 'price-asc', maxPrice: '500' });
		await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus();
	});
});

describe('next items of a category page', () => {
	const many = (length: number) =>
		Array.from({ length }, (_, index) => sampleItem({ title: `Lot no ${index}` }));
	const scrollToEnd = () => articles.last().element().scrollIntoView();

	test('when automatic loading fails, the button “Show more” loads the next items and focuses the first of them', async () => {
		vi.useFakeTimers();
		fakeListing(...many(30));
		await renderPage(ALL, { width: 360 });
		await skipUntil(articles.first());
		fakeApi.answer(listItems, NO_CONNECTION);

		scrollToEnd();
		await skipUntil(page.getByRole('alert').getByText(ITEM_MESSAGES.noConnection));
		expect(articles.elements()).toHaveLength(24);
		fakeListing(...many(30));
		const release = fakeApi.hold(listItems);
		await button('Show more').click();
		await expect.element(button('Show more')).toHaveAttribute('aria-busy', 'true');
		release();

		await expect.poll(() => articles.elements()).toHaveLength(30);
		await expect.element(articles.nth(24).getByRole('link')).toHaveFocus();
	});

	test('an item that has moved to the next page is shown once, with its current data', async () => {
		const [first, second] = threeItems() as [
			ReturnType<typeof sampleItem>,
			ReturnType<typeof sampleItem>,
		];
		fakeApi.answer(listItems, ({ query }) =>
			query.cursor === undefined
				? { items: [first, second], nextCursor: 'next', total: 2 }
				: { items: [{ ...first, price: 999 }], nextCursor: null, total: 2 },
		);
		await renderPage(ALL);

		await expect.element(page.getByText('₹999')).toBeVisible();

		expect(articles.elements()).toHaveLength(2);
	});
});
