import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { countItems, getAllItems } from '#contract/items/endpoints.ts';
import { fakeApi, NO_CONNECTION } from '#tests/support/fake-api.ts';
import { fakeListing } from '#tests/support/fake-listing.ts';
import { sampleItem } from '#tests/support/item-replies.ts';
import { renderPage } from '#tests/support/render-page.tsx';
import { skipUntil } from '#tests/support/skip-until.ts';

const articles = page.getByRole('article');
const items = () =>
	Array.from({ length: 9 }, (_, index) =>
		sampleItem({ title: `Lot ${index}`, category: 'Books', userId: 100 + Math.floor(index / 2) }),
	);

test('the home page shows the newest items, pins the first of three sellers that follow the newest three, and links to the categories and to all items', async () => {
	const shown = items();
	fakeListing(...shown);
	await renderPage('/');
	await expect.element(articles.first()).toBeVisible();

	expect(articles.elements()).toHaveLength(8);
	const pinned = page.getByRole('list', { name: 'Just put on sale' }).getByRole('link');
	// Two items of each seller, the newest last.
	expect(pinned.elements().map(({ textContent }) => textContent)).toEqual([
		'Lot 5',
		'Lot 3',
		'Lot 1',
	]);
	for (const category of ['Books', 'PYQs', 'Instruments', 'Essentials']) {
		const tile = page.getByRole('link', { name: new RegExp(`^${category}`) });
		await expect.element(tile.first()).toHaveAttribute('href', `/category/${category}`);
	}
	await expect
		.element(page.getByRole('link', { name: 'View All' }))
		.toHaveAttribute('href', '/category/All');
	await expect.element(page.getByText('Add Item')).not.toBeInTheDocument();
});

test('each category on the home page shows its number of items on sale', async () => {
	fakeListing(...items());
	fakeApi.answer(countItems, { counts: [{ category: 'Books', total: 9 }] });
	await renderPage('/', { width: 390 });

	await expect.element(page.getByRole('link', { name: /^Books.* 9 on sale$/ })).toBeVisible();

	// On a phone, the section above the categories leaves room for them.
	const hero = page.getByRole('main').element().querySelector('section');
	expect(hero?.getBoundingClientRect().height).toBeLessThan(330);
});

test('the items on the home page stay visible when they cannot be reloaded', async () => {
	vi.useFakeTimers();
	fakeListing(...items());
	await renderPage('/');
	await skipUntil(articles.first());
	const before = fakeApi.requests(getAllItems).length;
	fakeApi.answer(getAllItems, NO_CONNECTION);

	// A return to the tab reloads the items; all three attempts fail.
	window.dispatchEvent(new Event('visibilitychange'));
	await vi.advanceTimersByTimeAsync(10_000);

	expect(fakeApi.requests(getAllItems).length).toBe(before + 3);
	expect(articles.elements()).toHaveLength(8);
	await expect.element(page.getByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
});
