import type { Page } from 'playwright-core';

/**
 * Holds responses to a URL back, as on a slow network.
 * @returns releases them
 */
export async function holdBack(page: Page, address: string): Promise<() => void> {
	const { promise: hasLine, resolve: giveLine } = Promise.withResolvers<void>();
	await page.route(address, async (route) => {
		await hasLine;
		await route.continue();
	});
	return giveLine;
}
