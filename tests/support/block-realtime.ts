import type { BrowserContext } from 'playwright-core';

/**
 * Blocks the realtime connection of all pages opened from now on. Otherwise events caused by other tests, and reconnections
 * caused by an advanced clock, would reload their data at any time.
 */
export async function blockRealtime(context: BrowserContext): Promise<void> {
	await context.route('**/socket.io/**', (route) => route.abort());
	await context.routeWebSocket(/socket\.io/, (websocket) => websocket.close());
}
