import { beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { listCategories } from '#contract/catalogue/endpoints.ts';
import { getItemDetails } from '#contract/items/endpoints.ts';
import { ITEM_ERRORS } from '#contract/items/errors.ts';
import { fakeApi, refuse } from '#tests/support/fake-api.ts';
import { fakeItemPage } from '#tests/support/fake-item-page.ts';
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
