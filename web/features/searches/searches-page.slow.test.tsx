import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { REALTIME_EVENTS } from '#contract/chat/facts.ts';
import { REQUEST_ERRORS } from '#contract/core/errors.ts';
import { PAGE_TABLE, PAGES } from '#contract/core/pages.ts';
import {
	changeSearch,
	deleteSearch,
	listSearches,
	markSearchOpened,
	restoreSearch,
	saveSearch,
} from '#contract/searches/endpoints.ts';
import { SEARCH_ERRORS } from '#contract/searches/errors.ts';
import { SEARCH_MESSAGES } from '#contract/searches/facts.ts';
import type { SavedSearch } from '#contract/searches/schemas.ts';
import { STUDENT } from '#tests/support/account-replies.ts';
import { expectAccessible } from '#tests/support/expect-accessible.ts';
import { fakeApi, refuse } from '#tests/support/fake-api.ts';
import { fakeListing } from '#tests/support/fake-listing.ts';
import { fakeRealtime } from '#tests/support/fake-realtime.ts';
import { sampleItem } from '#tests/support/item-replies.ts';
import { renderApp, renderPage } from '#tests/support/render-page.tsx';

const rows = page.getByRole('list', { name: PAGE_TABLE.searches.label }).getByRole('listitem');

function search(changes: Partial<SavedSearch> = {}): SavedSearch {
	return {
		id: 1,
		query: 'q=drafter&maxPrice=300',
		name: '“drafter”, under ₹300',
		alert: 'daily',
		createdAt: '2026-11-01T10:00:00.000Z',
		newCount: 0,
		missing: null,
		...changes,
	};
}

/** Fakes a server with these searches. */
function fakeSearches(...stored: SavedSearch[]) {
	let searches = stored;
	fakeApi.answer(listSearches, () => ({ success: true, searches }));
	fakeApi.answer(deleteSearch, ({ params }) => {
		searches = searches.filter(({ id }) => id !== params.id);
		return { success: true, message: SEARCH_MESSAGES.deleted };
	});
	fakeApi.answer(changeSearch, ({ params, body }) => {
		searches = searches.map((one) => (one.id === params.id ? { ...one, ...body } : one));
		return { success: true, search: searches.find(({ id }) => id === params.id) ?? search() };
	});
	fakeApi.answer(markSearchOpened, ({ params }) => {
		searches = searches.map((one) => (one.id === params.id ? { ...one, newCount: 0 } : one));
		return { success: true };
	});
	fakeApi.answer(restoreSearch, ({ params }) => {
		const restored = stored.find(({ id }) => id === params.id) ?? search();
		searches = [restored, ...searches];
		return { success: true, search: restored };
	});
}

const renderSearches = () => renderPage(PAGES.searches, { as: STUDENT });

test('a saved search links to its results with the number of new items, which are then seen; a note replaces the link if its category is gone', async () => {
	fakeSearches(
		search({ newCount: 3 }),
		search({ id: 2, name: 'Books', query: 'category=Books', newCount: 100 }),
		search({ id: 3, name: 'Sofas', query: 'category=Sofas', missing: 'category' }),
	);
	fakeListing();
	await renderSearches();

	const link = page.getByRole('link', { name: '“drafter”, under ₹300 3 new' });
	await expect.element(link).toHaveAttribute('href', '/category/All?q=drafter&maxPrice=300');
	await expect.element(page.getByRole('link', { name: 'Books 99+ new' })).toBeVisible();
	await expect.element(page.getByText(SEARCH_MESSAGES.missing('category'))).toBeVisible();
	expect(page.getByRole('link', { name: 'Sofas' }).elements()).toEqual([]);
	await expectAccessible();

	await link.click();
	await expect.poll(() => window.location.pathname).toBe('/category/All');
	await expect.poll(() => fakeApi.requests(markSearchOpened).length).toBe(1);
});

test('the alert of a saved search can be changed, and keeps its value if the change fails', async () => {
	fakeSearches(search());
	await renderSearches();
	const choice = page.getByLabelText('Alert for “drafter”, under ₹300');

	await choice.selectOptions('At once');
	await expect.element(page.getByText(SEARCH_MESSAGES.changed)).toBeVisible();
	await expect.element(choice).toHaveValue('instant');
	fakeApi.answer(changeSearch, refuse(503, REQUEST_ERRORS.unavailable));
	await choice.selectOptions('Off');

	await expect.element(page.getByText(REQUEST_ERRORS.unavailable.message)).toBeVisible();
	await expect.element(choice).toHaveValue('instant');
});

const drafter = search();
const books = search({ id: 2, name: 'Books', query: 'category=Books' });
const sofas = search({ id: 3, name: 'Sofas', query: 'category=Sofas' });
const remove = ({ name }: SavedSearch) =>
	page.getByRole('button', { name: `Remove ${name}` }).click();

test('when one removal fails, only that search reappears, in its former place and with the reason', async () => {
	fakeSearches(drafter, books, sofas);
	const { promise: secondRelease, resolve: releaseSecond } = Promise.withResolvers<void>();
	fakeApi.answer(deleteSearch, async ({ params }) => {
		if (params.id === books.id) return refuse(503, REQUEST_ERRORS.unavailable);
		await secondRelease;
		return { success: true, message: SEARCH_MESSAGES.deleted };
	});
	const release = fakeApi.hold(deleteSearch);
	await renderSearches();

	await remove(books);
	await remove(drafter);
	release();

	await expect.element(page.getByText(REQUEST_ERRORS.unavailable.message)).toBeVisible();
	await expect.poll(() => rows.elements().length).toBe(2);
	await expect.element(rows.first()).toMatchTextContent(/Books/);
	await expect.element(rows.last()).toMatchTextContent(/Sofas/);

	fakeApi.answer(listSearches, { success: true, searches: [books, sofas] });
	releaseSecond();
	await expect.element(page.getByText(SEARCH_MESSAGES.deleted)).toBeVisible();
	expect(rows.elements().length).toBe(2);
});

test('a search alert that arrives while the saved searches are open updates the number of new items', async () => {
	fakeSearches(search());
	await renderApp(PAGES.searches, { as: STUDENT });
	await expect.element(rows.nth(0)).toBeVisible();

	fakeApi.answer(listSearches, { success: true, searches: [search({ newCount: 1 })] });
	await fakeRealtime.emit(REALTIME_EVENTS.notificationsChanged, {});

	await expect.element(rows.nth(0)).toMatchTextContent(/1 new/);
});

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
