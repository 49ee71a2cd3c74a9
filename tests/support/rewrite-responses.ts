import type { Page } from 'playwright-core';

/** Changes responses before a page receives them, keeping their length: a shorter body would leave the page waiting. */
export async function rewriteResponses<Answer extends object>(
	page: Page,
	address: string | RegExp,
	change: (body: Answer) => object,
): Promise<void> {
	await page.route(address, async (route) => {
		const response = await route.fetch();
		const { 'content-length': _before, ...headers } = response.headers();
		await route.fulfill({ response, headers, json: change(await response.json()) });
	});
}
