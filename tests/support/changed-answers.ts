import type { Page } from 'playwright-core';

/** Has a page hear something else than the server answered: as long as what it hears, or it would wait for the rest. */
export async function changeAnswers<Answer extends object>(
	page: Page,
	address: string | RegExp,
	change: (answer: Answer) => object,
): Promise<void> {
	await page.route(address, async (route) => {
		const response = await route.fetch();
		const { 'content-length': _before, ...headers } = response.headers();
		await route.fulfill({ response, headers, json: change(await response.json()) });
	});
}
