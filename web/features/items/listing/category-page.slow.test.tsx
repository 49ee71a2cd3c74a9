import { describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { getAllItems, getItemDetails, listItems } from '#contract/items/endpoints.ts';
import { ITEM_ERRORS } from '#contract/items/errors.ts';
import { ITEM_MESSAGES } from '#contract/items/facts.ts';
import { LISTING_WARNINGS } from '#contract/items/listing-messages.ts';
import { sampleCategories } from '#tests/support/catalogue-replies.ts';
import { fakeApi, NO_CONNECTION, refuse } from '#tests/support/fake-api.ts';
import { fakeListing } from '#tests/support/fake-listing.ts';
import { sampleItem } from '#tests/support/item-replies.ts';
import { renderPage } from '#tests/support/render-page.tsx';
import { skipUntil } from '#tests/support/skip-until.ts';

const ALL = '/category/All';
const articles = page.getByRole('list', { name: 'Products' }).getByRole('article');
const searchBox = page.getByPlaceholder('Search products...');
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
	test('a category page counts, sorts and filters items, and keeps the choices in the URL', async () => {
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
	});

	test('a category page opened by a link shows the first 24 items, and loads no more items without scrolling', async () => {
		fakeListing(...Array.from({ length: 30 }, (_, index) => sampleItem({ title: `Lot ${index}` })));
		fakeApi.answer(getItemDetails, refuse(404, ITEM_ERRORS.notFound));
		await renderPage('/item/9');

		await page.getByRole('link', { name: 'See what is on sale' }).click();

		await expect.poll(() => articles.elements()).toHaveLength(24);
		const cursors = fakeApi.requests(listItems).map(({ query }) => query.cursor);
		expect(cursors.filter((cursor) => cursor !== undefined)).toEqual([]);
	});

	test('on a phone, the name of the selected sort order is not cut off', async () => {
		fakeListing();
		await renderPage(ALL, { width: 360 });

		const select = page.getByLabelText('Sort by').element();
		const { font, paddingLeft, paddingRight } = getComputedStyle(select);
		const context = document.createElement('canvas').getContext('2d');
		if (context) context.font = font;
		const padding = Number.parseFloat(paddingLeft) + Number.parseFloat(paddingRight);

		const needed = context?.measureText('Newest First').width ?? Number.NaN;
		expect(needed).toBeLessThanOrEqual(select.clientWidth - padding);
	});

	test('the list view shows the items below one another, and is kept in the URL', async () => {
		fakeListing(...threeItems());
		await renderPage(ALL);

		await button('List view').click();

		await expect.element(button('List view')).toHaveAttribute('aria-pressed', 'true');
		expect(searchParams()).toEqual({ view: 'list' });
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

	test('a former name in the URL opens the renamed category, and the URL is corrected', async () => {
		fakeListing(...threeItems());
		const categories = sampleCategories().map((one) =>
			one.name === 'Books' ? { ...one, formerNames: ['Novels'] } : one,
		);
		await renderPage('/category/Novels?q=lot', { categories });

		await expect.element(count('2 products available')).toBeVisible();
		expect(window.location.pathname).toBe('/category/Books');
	});

	test('the page of an unknown category has no items', async () => {
		fakeListing(...threeItems());
		await renderPage('/category/Furniture');

		await expect.element(page.getByText('No products found')).toBeVisible();
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

	test('when the server cannot be reached, the category page says so and offers to try again', async () => {
		vi.useFakeTimers();
		fakeApi.answer(listItems, NO_CONNECTION);
		await renderPage(ALL);
		await skipUntil(page.getByRole('alert').getByText(ITEM_MESSAGES.noConnection));

		fakeListing(...threeItems());
		await button('Try again').click();

		await expect.element(count('3 products available')).toBeVisible();
	});

	test('invalid values in the URL are replaced by defaults, with a notice that the user can dismiss', async () => {
		fakeListing(...threeItems());
		await renderPage(`${ALL}?sort=cheapest&view=tiles&minPrice=free&n=-2`);

		for (const name of ['badSort', 'badView', 'badPrice', 'badPages'] as const)
			await expect.element(page.getByText(LISTING_WARNINGS[name])).toBeVisible();
		await expect.element(page.getByLabelText('Sort by')).toHaveValue('newest');
		await button('Dismiss').click();

		await expect.element(page.getByText(LISTING_WARNINGS.badSort)).not.toBeInTheDocument();
		expect(window.location.search).toBe('');
		await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus();
	});

	test('a click on an item that was removed after the page was loaded shows that the item was not found', async () => {
		fakeListing(sampleItem({ title: 'Table lamp' }));
		await renderPage(ALL);
		await expect.element(articles).toBeVisible();
		fakeListing();
		fakeApi.answer(getAllItems, []);
		fakeApi.answer(getItemDetails, refuse(404, ITEM_ERRORS.notFound));

		await page.getByRole('link', { name: 'Explore This Table lamp' }).click();

		const reason = page.getByRole('alert').getByText(ITEM_ERRORS.notFound.message);
		await expect.element(reason).toBeVisible();
		await expect.element(page.getByText('Table lamp')).not.toBeInTheDocument();
	});
});

describe('next items of a category page', () => {
	const many = (length: number) =>
		Array.from({ length }, (_, index) => sampleItem({ title: `Lot no ${index}` }));
	const scrollToEnd = () => articles.last().element().scrollIntoView();

	test('scrolling to the end loads the next items and announces their number, in the singular for one item', async () => {
		fakeListing(...many(25));
		await renderPage(ALL);
		await expect.element(articles.first()).toBeVisible();

		scrollToEnd();

		await expect.element(page.getByText('1 more product, 25 shown')).toBeInTheDocument();
	});

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

	test('when a page shows more items than its count says, the next items are still loaded', async () => {
		const items = threeItems();
		fakeApi.answer(listItems, ({ query }) =>
			query.cursor === undefined
				? { items: items.slice(0, 2), nextCursor: 'next', total: 1 }
				: { items: items.slice(2), nextCursor: null, total: 3 },
		);

		await renderPage(ALL);

		await expect.element(articles.nth(2)).toBeVisible();
	});
});

describe('search box of a category page', () => {
	test('the search runs while the user types, and the page says when nothing is found', async () => {
		fakeListing(...threeItems());
		await renderPage(ALL);

		await searchBox.fill('gamma lot');
		await expect.element(count('1 product available')).toBeVisible();
		await searchBox.fill('lot nothingofthekind');
		await expect.element(page.getByText('No products found')).toBeVisible();
		expect(searchParams()).toEqual({ q: 'lot nothingofthekind' });
	});

	test('text typed while an earlier search is loading stays in the search box', async () => {
		fakeListing(...threeItems());
		await renderPage(ALL);
		const release = fakeApi.hold(listItems);

		await searchBox.fill('lo');
		await expect.poll(searchParams).toEqual({ q: 'lo' });
		await userEvent.keyboard('t');
		release();

		await expect.element(searchBox).toHaveValue('lot');
		await expect.poll(searchParams).toEqual({ q: 'lot' });
	});
});

test('a selected category stays when the list view is selected before the category has rendered', async () => {
	fakeListing(...threeItems());
	await renderPage(ALL);
	await expect.element(articles.first()).toBeVisible();

	(tab('PYQs').element() as HTMLElement).click();
	(button('List view').element() as HTMLElement).click();

	await expect.element(page.getByRole('heading', { level: 1, name: 'PYQs' })).toBeVisible();
	expect(window.location.pathname + window.location.search).toBe('/category/PYQs?view=list');
});

test('an item is marked as “New” for one day after it was posted', async () => {
	vi.useFakeTimers({ now: new Date('2026-03-05T12:00:00+05:30') });
	fakeListing(...threeItems());
	await renderPage(ALL);
	const marks = articles.getByText('New', { exact: true });
	await expect.poll(() => marks.elements()).toHaveLength(3);

	vi.setSystemTime(Date.now() + 25 * 3_600_000);
	await button('List view').click();

	await expect.element(articles.getByText('yesterday').first()).toBeVisible();
	expect(marks.elements()).toEqual([]);
});

test('the card of a reserved item shows the condition and the end of the reservation', async () => {
	const reservedUntil = '2026-12-01T12:30:00.000Z';
	fakeListing(sampleItem({ title: 'Drafter', condition: 'good', reservedUntil }));

	await renderPage('/category/All');

	await expect
		.element(page.getByRole('article', { name: 'Drafter' }))
		.toMatchTextContent(/Good · until/);
});
