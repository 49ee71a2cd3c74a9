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
