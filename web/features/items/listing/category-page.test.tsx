import { describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { getAllItems, getItemDetails, listItems } from '#contract/items/endpoints.ts';
import { ITEM_ERRORS } from '#contract/items/errors.ts';
import { ITEM_MESSAGES } from '#contract/items/facts.ts';
import { LISTING_WARNINGS } from '#contract/items/listing-messages.ts';
import { shownCategories } from '#tests/support/catalogue-replies.ts';
import { fakeApi, NO_CONNECTION, refuse } from '#tests/support/fake-api.ts';
import { fakeListing } from '#tests/support/fake-listing.ts';
import { shownItem } from '#tests/support/item-replies.ts';
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
function names(): (string | undefined)[] {
	const titles = articles.getByRole('heading').elements();
	return titles.map(({ textContent }) => textContent?.split(' ')[0]);
}

const THREE = () => [
	shownItem({ title: 'Beta lot', price: 300, category: 'Books' }),
	shownItem({ title: 'Gamma lot', price: 100, category: 'Electronics' }),
	shownItem({ title: 'Alpha lot', price: 200, category: 'Books' }),
];

describe('a listing', () => {
	test('counts, sorts and filters by category, and keeps the choices in its URL', async () => {
		fakeListing(...THREE());
		await renderPage(`${ALL}?q=lot`);
		const sortBy = page.getByLabelText('Sort by');

		await expect.element(count('3 products available')).toBeVisible();
		expect(names()).toEqual(['Alpha', 'Gamma', 'Beta']);
		await sortBy.selectOptions('Price: Low to High');
		await expect.poll(names).toEqual(['Gamma', 'Alpha', 'Beta']);
		await sortBy.selectOptions('Price: High to Low');
		await expect.poll(names).toEqual(['Beta', 'Alpha', 'Gamma']);
		await sortBy.selectOptions('Name A-Z');
		await expect.poll(names).toEqual(['Alpha', 'Beta', 'Gamma']);
		await tab('Books').click();
		await expect.element(count('2 products available')).toBeVisible();
		expect(window.location.pathname).toBe('/category/Books');
		expect(searchParams()).toEqual({ q: 'lot', sort: 'name' });
	});

	test('that a link opens shows all items of its first page, and loads no other page by itself', async () => {
		fakeListing(...Array.from({ length: 30 }, (_, index) => shownItem({ title: `Lot ${index}` })));
		fakeApi.answer(getItemDetails, refuse(404, ITEM_ERRORS.notFound));
		await renderPage('/item/9');

		await page.getByRole('link', { name: 'See what is on sale' }).click();

		await expect.poll(() => articles.elements()).toHaveLength(24);
		const cursors = fakeApi.requests(listItems).map(({ query }) => query.cursor);
		expect(cursors.filter((cursor) => cursor !== undefined)).toEqual([]);
	});

	test('does not cut off its order on a phone', async () => {
		fakeListing();
		await renderPage(ALL, { width: 360 });

		const select = page.getByLabelText('Sort by').element();
		const { font, paddingLeft, paddingRight } = getComputedStyle(select);
		const pen = document.createElement('canvas').getContext('2d');
		if (pen) pen.font = font;
		const padding = Number.parseFloat(paddingLeft) + Number.parseFloat(paddingRight);

		const needed = pen?.measureText('Newest First').width ?? Number.NaN;
		expect(needed).toBeLessThanOrEqual(select.clientWidth - padding);
	});

	test('is shown as a grid or as a list', async () => {
		fakeListing(...THREE());
		await renderPage(ALL);

		await button('List view').click();

		await expect.element(button('List view')).toHaveAttribute('aria-pressed', 'true');
		expect(searchParams()).toEqual({ view: 'list' });
		const [first, second] = articles.elements().map((card) => card.getBoundingClientRect().y);
		expect(second).toBeGreaterThan(first ?? Number.NaN);
	});

	test('shows picture, price, title and description of an item, and links to it', async () => {
		const item = shownItem({ title: 'Gamma lot', price: 100 });
		fakeListing(item);
		await renderPage(ALL);

		await expect.element(articles.getByText('₹100')).toBeVisible();
		await expect.element(articles.getByText(item.description)).toBeVisible();
		// The title beside it names the item: for a screen reader the picture is decorative.
		const image = articles.element().querySelector('img');
		expect(image?.getAttribute('width')).not.toBeNull();
		await expect.poll(() => image?.naturalWidth).toBeGreaterThan(0);
		const link = articles.getByRole('link', { name: /^Explore This/ });
		await expect.element(link).toHaveAttribute('href', `/item/${item.id}`);
	});

	test('matches a category in any letter case and corrects the URL', async () => {
		fakeListing(...THREE());
		await renderPage('/category/books?q=lot');

		await expect.element(count('2 products available')).toBeVisible();
		expect(window.location.pathname).toBe('/category/Books');
		expect(document.title).toContain('Results for “lot” in Books');
		const heading = page.getByRole('heading', { level: 1 });
		await expect.element(heading).toHaveTextContent('Results for “lot”');
		await expect.element(tab('Books')).toHaveAttribute('aria-current', 'page');
	});

	test('opens a category by the name that it had before, and corrects the URL', async () => {
		fakeListing(...THREE());
		const categories = shownCategories().map((one) =>
			one.name === 'Books' ? { ...one, formerNames: ['Novels'] } : one,
		);
		await renderPage('/category/Novels?q=lot', { categories });

		await expect.element(count('2 products available')).toBeVisible();
		expect(window.location.pathname).toBe('/category/Books');
	});

	test('of an unknown category is empty', async () => {
		fakeListing(...THREE());
		await renderPage('/category/Furniture');

		await expect.element(page.getByText('No products found')).toBeVisible();
	});

	test('shows the nearest results of a misspelt word, and a suggested spelling', async () => {
		const item = shownItem({ title: 'Scientific calculator' });
		fakeApi.answer(listItems, ({ query }) =>
			query.q === 'calculator'
				? { items: [item], nextCursor: null, total: 1 }
				: { items: [], nextCursor: null, total: 0, nearest: [item], didYouMean: 'calculator' },
		);
		await renderPage(`${ALL}?q=calculater`);

		await expect.element(page.getByText('No products found')).toBeVisible();
		const nearest = page.getByRole('region', { name: 'Nearest matches' });
		await expect.element(nearest.getByRole('heading', { name: item.title })).toBeVisible();
		await tab('calculator').click();

		await expect.element(count('1 product available')).toBeVisible();
		expect(searchParams()).toEqual({ q: 'calculator' });
	});

	test('that is empty keeps filters, order and the focus when its search or category is left', async () => {
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

	test('says that the server cannot be reached, and can be retried', async () => {
		vi.useFakeTimers();
		fakeApi.answer(listItems, NO_CONNECTION);
		await renderPage(ALL);
		await skipUntil(page.getByRole('alert').getByText(ITEM_MESSAGES.noConnection));

		fakeListing(...THREE());
		await button('Try again').click();

		await expect.element(count('3 products available')).toBeVisible();
	});

	test('falls back to valid values for a wrong URL, with a notice until it is dismissed', async () => {
		fakeListing(...THREE());
		await renderPage(`${ALL}?sort=cheapest&view=tiles&minPrice=free&n=-2`);

		for (const name of ['badSort', 'badView', 'badPrice', 'badPages'] as const)
			await expect.element(page.getByText(LISTING_WARNINGS[name])).toBeVisible();
		await expect.element(page.getByLabelText('Sort by')).toHaveValue('newest');
		await button('Dismiss').click();

		await expect.element(page.getByText(LISTING_WARNINGS.badSort)).not.toBeInTheDocument();
		expect(window.location.search).toBe('');
		await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus();
	});

	test('says that an item is gone which was removed since the list loaded', async () => {
		fakeListing(shownItem({ title: 'Table lamp' }));
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

describe('the next items of a listing', () => {
	const many = (length: number) =>
		Array.from({ length }, (_, index) => shownItem({ title: `Lot no ${index}` }));
	const scrollToEnd = () => articles.last().element().scrollIntoView();

	test('are loaded on scrolling and announced; one is counted in the singular', async () => {
		fakeListing(...many(25));
		await renderPage(ALL);
		await expect.element(articles.first()).toBeVisible();

		scrollToEnd();

		await expect.element(page.getByText('1 more product, 25 shown')).toBeInTheDocument();
	});

	test('are loaded by the button when automatic loading fails', async () => {
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

	test('show an item once that moved to the next page meanwhile, with its current data', async () => {
		const [first, second] = THREE() as [ReturnType<typeof shownItem>, ReturnType<typeof shownItem>];
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

describe('the search box of a listing', () => {
	test('searches while the user types, and says when nothing is found', async () => {
		fakeListing(...THREE());
		await renderPage(ALL);

		await searchBox.fill('gamma lot');
		await expect.element(count('1 product available')).toBeVisible();
		await searchBox.fill('lot nothingofthekind');
		await expect.element(page.getByText('No products found')).toBeVisible();
		expect(searchParams()).toEqual({ q: 'lot nothingofthekind' });
	});

	test('keeps what is typed while its own search renders', async () => {
		fakeListing(...THREE());
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

test('a selected category stays when a view is selected before it has rendered', async () => {
	fakeListing(...THREE());
	await renderPage(ALL);
	await expect.element(articles.first()).toBeVisible();

	(tab('PYQs').element() as HTMLElement).click();
	(button('List view').element() as HTMLElement).click();

	await expect.element(page.getByRole('heading', { level: 1, name: 'PYQs' })).toBeVisible();
	expect(window.location.pathname + window.location.search).toBe('/category/PYQs?view=list');
});

test('an item shows New for one day', async () => {
	vi.useFakeTimers({ now: new Date('2026-03-05T12:00:00+05:30') });
	fakeListing(...THREE());
	await renderPage(ALL);
	const marks = articles.getByText('New', { exact: true });
	await expect.poll(() => marks.elements()).toHaveLength(3);

	vi.setSystemTime(Date.now() + 25 * 3_600_000);
	await button('List view').click();

	await expect.element(articles.getByText('yesterday').first()).toBeVisible();
	expect(marks.elements()).toEqual([]);
});

test('the card of a reserved item says its condition, and until when', async () => {
	const reservedUntil = '2026-12-01T12:30:00.000Z';
	fakeListing(shownItem({ title: 'Drafter', condition: 'good', reservedUntil }));

	await renderPage('/category/All');

	await expect
		.element(page.getByRole('article', { name: 'Drafter' }))
		.toMatchTextContent(/Good · until/);
});
