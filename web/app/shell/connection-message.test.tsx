import { beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { listCategories } from '#contract/catalogue/endpoints.ts';
import { getItemDetails } from '#contract/items/endpoints.ts';
import { ITEM_ERRORS } from '#contract/items/errors.ts';
import { sampleCategories } from '#tests/support/catalogue-replies.ts';
import { fakeApi, NO_CONNECTION, refuse } from '#tests/support/fake-api.ts';
import { fakeItemPage } from '#tests/support/fake-item-page.ts';
import { fakeListing } from '#tests/support/fake-listing.ts';
import { sampleItem } from '#tests/support/item-replies.ts';
import { goTo, renderApp } from '#tests/support/render-page.tsx';
import { skipUntil } from '#tests/support/skip-until.ts';

const HOUR_MS = 3_600_000;
const note = page.getByText('Shown as it was 1 hour ago');

/** The service worker serves a cached copy to the page. */
function serveCopy(address: string): void {
	const data = { address, seenAt: Date.now() - HOUR_MS };
	navigator.serviceWorker.dispatchEvent(new MessageEvent('message', { data }));
}

/** Serves a cached copy as soon as the page listens, and waits until the page shows the notice about the copy. */
async function showCopy(address: string): Promise<void> {
	await expect
		.poll(() => {
			const isShown = note.query() !== null;
			if (!isShown) serveCopy(address);
			return isShown;
		})
		.toBe(true);
}

beforeEach(() => renderApp('/rules'));

test('the notice about a cached copy that the page does not use disappears once the page’s data is reloaded', async () => {
	const release = fakeApi.hold(listCategories);
	await showCopy('/api/items?sort=cheapest');

	release();

	await expect.element(note).not.toBeInTheDocument();
});

test('when a reload is answered from the cache again, the notice about cached data stays and another reload follows', async () => {
	vi.useFakeTimers();
	const countLoads = () => fakeApi.requests(listCategories).length;
	const release = fakeApi.hold(listCategories);
	const loadsBefore = countLoads();
	await showCopy('/api/catalogue/categories');
	await expect.poll(countLoads).toBe(loadsBefore + 1);

	serveCopy('/api/catalogue/categories');
	release();

	// The next reload starts only while the page shows a cached copy.
	await skipUntil(() => countLoads() === loadsBefore + 2);
	await expect.element(note).not.toBeInTheDocument();
});

test('a listing from the cache keeps its notice after a reconnection until the listing is reloaded', async () => {
	vi.useFakeTimers();
	fakeListing(sampleItem({ title: 'Old lot' }));
	goTo('/category/All');
	const item = (title: string) => page.getByRole('heading', { name: title, exact: true });
	await expect.element(item('Old lot')).toBeVisible();
	fakeApi.goOffline();
	await showCopy('/api/items?sort=newest');
	fakeListing(sampleItem({ title: 'New lot' }));

	fakeApi.goOnline();

	await expect.element(note).toBeVisible();
	await skipUntil(item('New lot'));
	await expect.element(note).not.toBeInTheDocument();
});

test('the notice about a cached item page disappears once the server answers that the item is gone', async () => {
	vi.useFakeTimers();
	const { id, title } = fakeItemPage();
	goTo(`/item/${id}`);
	await expect.element(page.getByRole('heading', { name: title, level: 1 })).toBeVisible();
	const release = fakeApi.hold(getItemDetails);
	fakeApi.answer(getItemDetails, refuse(404, ITEM_ERRORS.notFound));
	await showCopy(`/item/${id}`);

	release();

	await skipUntil(() => note.query() === null);
});

test('the notice about cached data stays when a reload fails without a connection, and another reload follows', async () => {
	vi.useFakeTimers();
	const countLoads = () => fakeApi.requests(listCategories).length;
	fakeApi.answer(listCategories, NO_CONNECTION);
	await showCopy('/rules');
	await skipUntil(() => countLoads() > 3);
	await expect.element(note).toBeVisible();

	fakeApi.answer(listCategories, { success: true, categories: sampleCategories() });

	await skipUntil(() => note.query() === null);
});

test('offline, the displayed age of cached data is updated, and screen readers do not read the update out', async () => {
	vi.useFakeTimers();
	fakeApi.goOffline();
	await showCopy('/api/items?sort=newest');

	await vi.advanceTimersByTimeAsync(HOUR_MS);

	const updatedNote = page.getByText('Shown as it was 2 hours ago');
	await expect.element(updatedNote).toBeVisible();
	const time = updatedNote.getByRole('time').element();
	expect(time.closest('[aria-live]')?.getAttribute('aria-live')).toBe('off');
});
