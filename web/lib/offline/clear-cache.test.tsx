import { expect, test, vi } from 'vitest';
import { clearOfflineCache } from './clear-cache.ts';

test('the offline cache is also deleted from a page that the service worker does not control', async () => {
	const postMessage = vi.fn<(message: unknown) => void>();
	const ready = Promise.resolve({ active: { postMessage } });
	const container = { controller: null, ready } as unknown as ServiceWorkerContainer;
	vi.spyOn(navigator, 'serviceWorker', 'get').mockReturnValue(container);

	clearOfflineCache();

	await expect.poll(() => postMessage.mock.calls).toEqual([['forget']]);
});
