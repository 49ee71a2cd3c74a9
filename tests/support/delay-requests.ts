import type { Page } from 'playwright-core';

/**
 * Holds responses to a URL back, as on a slow network.
 * @returns releases them
 */
export async function delayRequests(page: Page, address: string): Promise<() => void> {
	const { promise: released, resolve: release } = Promise.withResolvers<void>();
	await page.route(address, async (route) => {
		await released;
		await route.continue();
	});
	return release;
}
