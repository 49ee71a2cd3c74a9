import { beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { listCategories } from '#contract/catalogue/endpoints.ts';
import { fakeApi } from '#tests/support/fake-api.ts';
import { renderApp } from '#tests/support/render-page.tsx';
import { skipUntil } from '#tests/support/skip-until.ts';

const HOUR_MS = 3_600_000;
const note = page.getByText('Shown as it was 1 hour ago');

/** The service worker serves a cached copy to the page. */
function serveCopy(address: string): void {
	const data = { address, seenAt: Date.now() - HOUR_MS };
	navigator.serviceWorker.dispatchEvent(new MessageEvent('message', { data }));
}

/** Serves a copy as soon as the page listens, and waits until it says so. */
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

test('a cached copy that the page no longer needs is not reported any more once the rest is loaded again', async () => {
	const release = fakeApi.hold(listCategories);
	await showCopy('/api/items?sort=cheapest');

	release();

	await expect.element(note).not.toBeInTheDocument();
});

test('a cached copy that is served again during a reload is still reported, and loaded once more', async () => {
	vi.useFakeTimers();
	const countLoads = () => fakeApi.requests(listCategories).length;
	const release = fakeApi.hold(listCategories);
	const known = countLoads();
	await showCopy('/api/catalogue/categories');
	await expect.poll(countLoads).toBe(known + 1);

	serveCopy('/api/catalogue/categories');
	release();

	// The next round comes only while the page shows a copy.
	await skipUntil(() => countLoads() === known + 2);
	await expect.element(note).not.toBeInTheDocument();
});
