import type { BrowserContext } from 'playwright-core';

/**
 * Cuts the realtime connection of back-office pages that open from now on: each reconnection, which an advanced clock
 * causes as well, reloads what they show, and other tests cause events at any time.
 */
export async function blockRealtime(context: BrowserContext): Promise<void> {
	await context.route('**/socket.io/**', (route) => route.abort());
	await context.routeWebSocket(/socket\.io/, (websocket) => websocket.close());
}
