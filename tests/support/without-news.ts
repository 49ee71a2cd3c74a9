import type { BrowserContext } from 'playwright-core';

/**
 * Cuts the line for news of the back-office's pages that open from now on: whenever it is back, which a jump of the clock brings
 * about as well, they ask for what they show, and other tests make news at any time.
 */
export async function cutNews(context: BrowserContext): Promise<void> {
	await context.route('**/socket.io/**', (route) => route.abort());
	await context.routeWebSocket(/socket\.io/, (line) => line.close());
}
