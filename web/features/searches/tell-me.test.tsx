import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { PAGES } from '#contract/core/pages.ts';
import { changeSearch, listSearches, saveSearch } from '#contract/searches/endpoints.ts';
import { SEARCH_ERRORS } from '#contract/searches/errors.ts';
import { SEARCH_MESSAGES } from '#contract/searches/facts.ts';
import type { SavedSearch } from '#contract/searches/schemas.ts';
import { STUDENT } from '#tests/support/account-replies.ts';
import { expectAccessible } from '#tests/support/expect-accessible.ts';
import { fakeApi, refuse } from '#tests/support/fake-api.ts';
import { fakeListing } from '#tests/support/fake-listing.ts';
import { sampleItem } from '#tests/support/item-replies.ts';
import { renderPage } from '#tests/support/render-page.tsx';

const LISTING = '/category/Books?q=lot&maxPrice=300';
const button = page.getByRole('button', { name: SEARCH_MESSAGES.tellMe });
const dialog = page.getByRole('dialog', { name: SEARCH_MESSAGES.tellMe });
const option = (name: string) => dialog.getByRole('radio', { name });

const SEARCH: SavedSearch = {
	id: 1,
	query: 'q=lot&category=Books&maxPrice=300',
	name: '“lot” in Books, under ₹300',
	alert: 'daily',
	createdAt: '2026-11-01T10:00:00.000Z',
	newCount: 0,
	missing: null,
};

const sellBook = () =>
	fakeListing(sampleItem({ title: 'Book lot', price: 200, category: 'Books' }));

describe('alert about new items of a search', () => {
	test('the user saves the search with the chosen alert', async () => {
		sellBook();
		let searches: SavedSearch[] = [];
		fakeApi.answer(listSearches, () => ({ success: true, searches }));
		fakeApi.answer(saveSearch, ({ body }) => {
			searches = [{ ...SEARCH, alert: body.alert }];
			return { success: true, search: { ...SEARCH, alert: body.alert }, isNew: true };
		});
		await renderPage(LISTING, { as: STUDENT });

		await button.click();
		await expect.element(dialog.getByText(SEARCH.name)).toBeVisible();
		await expect.element(option('Daily')).toBeChecked();
		await expect.element(option('Daily')).toHaveFocus();
		await expectAccessible();
		await option('At once').click();
		await dialog.getByRole('button', { name: SEARCH_MESSAGES.save }).click();

		await expect.element(page.getByText(SEARCH_MESSAGES.saved)).toBeVisible();
		await expect.element(page.getByRole('button', { name: 'Saved · At once' })).toBeVisible();
		expect(fakeApi.requests(saveSearch)[0]?.body).toMatchObject({
			query: { q: 'lot', category: 'Books', maxPrice: 300 },
			alert: 'instant',
		});
	});

	test('the button of a listing shows the alert of the saved search, which can be turned off', async () => {
		sellBook();
		fakeApi.answer(listSearches, { success: true, searches: [SEARCH] });
		fakeApi.answer(saveSearch, { success: true, search: SEARCH, isNew: false });
		fakeApi.answer(changeSearch, { success: true, search: { ...SEARCH, alert: 'off' } });
		await renderPage(LISTING, { as: STUDENT });

		await page.getByRole('button', { name: 'Saved · Daily' }).click();
		await option('Off').click();
		await dialog.getByRole('button', { name: SEARCH_MESSAGES.saveChoice }).click();

		await expect.element(page.getByText(SEARCH_MESSAGES.changed)).toBeVisible();
		expect(fakeApi.requests(changeSearch)[0]?.body).toEqual({ alert: 'off' });
	});

	test('when the search cannot be saved, the dialog shows the reason and a link to the saved searches', async () => {
		sellBook();
		fakeApi.answer(saveSearch, refuse(409, SEARCH_ERRORS.tooMany));
		await renderPage(LISTING, { as: STUDENT });

		await button.click();
		await dialog.getByRole('button', { name: SEARCH_MESSAGES.save }).click();

		await expect.element(dialog.getByText(SEARCH_ERRORS.tooMany.message)).toBeVisible();
		const link = dialog.getByRole('link', { name: SEARCH_MESSAGES.showAll });
		await expect.element(link).toHaveAttribute('href', PAGES.searches);
	});
});
