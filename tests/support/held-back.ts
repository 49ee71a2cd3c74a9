import type { Page } from 'playwright-core';

/**
 * Keeps what a page asks of an address from coming, as on a thin line.
 * @returns lets it come
 */
export async function holdBack(page: Page, address: string): Promise<() => void> {
	const { promise: hasLine, resolve: giveLine } = Promise.withResolvers<void>();
	await page.route(address, async (route) => {
		await hasLine;
		await route.continue();
	});
	return giveLine;
}
