import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { STUDENT } from '#tests/support/account-replies.ts';
import { expectAccessible } from '#tests/support/expect-accessible.ts';
import { fakeItemPage } from '#tests/support/fake-item-page.ts';
import { fakeListing } from '#tests/support/fake-listing.ts';
import { sampleItem } from '#tests/support/item-replies.ts';
import { renderApp } from '#tests/support/render-page.tsx';

const searchBox = page.getByRole('combobox', { name: 'Search the market' });
const options = page.getByRole('option');
const lastSearches = page.getByRole('region', { name: 'Last searches' });
const button = (name: string) => page.getByRole('button', { name, exact: true });

async function search(text: string): Promise<void> {
	await searchBox.fill(text);
	await userEvent.keyboard('{Enter}');
	await expect.element(page.getByText('0 products available')).toBeVisible();
}

test('the header search suggests titles while the user types, and the keyboard selects and opens a suggestion', async () => {
	const kettle = fakeItemPage({ title: 'Blue kettle', category: 'Essentials' });
	fakeListing(kettle, sampleItem({ title: 'Blue lamp' }));
	await renderApp('/about');

	await searchBox.click();
	await userEvent.keyboard('Blu');
	await expect.element(options.first()).toMatchTextContent(/Blue kettle.*Essentials.*₹/);
	expect(options.first().element().querySelector('img')).not.toBeNull();
	await expect.element(options.last()).toHaveTextContent('Search for “Blu”');
	await expectAccessible();

	await userEvent.keyboard('{ArrowUp}');
	await expect.element(options.last()).toHaveAttribute('aria-selected', 'true');
	await userEvent.keyboard('{Home}');
	const { id } = options.first().element();
	await expect.element(searchBox).toHaveAttribute('aria-activedescendant', id);
	await userEvent.keyboard('{Escape}');
	await expect.element(searchBox).toHaveAttribute('aria-expanded', 'false');
	await userEvent.keyboard('{ArrowDown}');
	await userEvent.keyboard('{Enter}');

	await expect.element(page.getByRole('heading', { level: 1, name: 'Blue kettle' })).toBeVisible();
	expect(window.location.pathname).toBe(`/item/${kettle.id}`);
	await expect.element(searchBox).toHaveValue('');
});

test('choosing a suggested title that several items share searches for the title', async () => {
	fakeListing(sampleItem({ title: 'Blue kettle' }), sampleItem({ title: 'Blue kettle' }));
	await renderApp('/about');

	await searchBox.fill('Blue');
	await options.filter({ hasText: 'Blue kettle' }).click();

	await expect.element(page.getByText('2 products available')).toBeVisible();
	await expect.element(searchBox).toHaveValue('Blue kettle');
	expect(document.title).toContain('Results for “Blue kettle”');
	const listingBox = page.getByLabelText('Search products...', { exact: true });
	await expect.element(listingBox).toHaveValue('Blue kettle');
});

test('the last searches appear when the search box gets the focus, and can be chosen and removed', async () => {
	fakeListing(sampleItem());
	await renderApp('/about', { as: STUDENT });
	await search('first');
	await search('second');
	await searchBox.fill('');
	(searchBox.element() as HTMLElement).blur();

	await userEvent.keyboard('/');
	await expect.element(searchBox).toHaveFocus();
	await expect.element(lastSearches.getByText('second')).toBeVisible();
	await lastSearches.getByRole('button', { name: 'Remove “second”' }).click();
	await expect.poll(() => lastSearches.getByRole('listitem').elements()).toHaveLength(1);
	await expect.element(searchBox).toHaveFocus();
	await expectAccessible();
	await userEvent.keyboard('{Escape}');
	await expect.element(lastSearches).not.toBeInTheDocument();
	(searchBox.element() as HTMLElement).blur();
	await searchBox.click();
	await lastSearches.getByRole('button', { name: 'first', exact: true }).click();

	await expect.poll(() => window.location.search).toBe('?q=first');
});

test('on a phone, search suggestions take the full width, and a press on a suggestion opens the item', async () => {
	const cycle = fakeItemPage({ title: 'Red cycle' });
	fakeListing(cycle);
	await renderApp('/about', { width: 360 });

	await searchBox.fill('Red');
	const list = page.getByRole('listbox', { name: 'Suggestions' });
	await expect.element(options.first()).toBeVisible();
	expect(list.element().getBoundingClientRect().width).toBe(360);
	await page.getByRole('option', { name: /^Red cycle/ }).click();

	await expect.element(page.getByRole('heading', { level: 1, name: 'Red cycle' })).toBeVisible();
	await expect.element(list).not.toBeInTheDocument();
	await expect.element(button('Search for “Red”')).not.toBeInTheDocument();
});
