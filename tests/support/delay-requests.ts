import type { Page } from 'playwright-core';

/**
 * Holds back requests to a URL, as on a slow network.
 * @returns a function that releases them
 */
export async function delayRequests(page: Page, address: string): Promise<() => void> {
	const { promise: released, resolve: release } = Promise.withResolvers<void>();
	await page.route(address, async (route) => {
		await released;
		await route.continue();
	});
	return release;
}
