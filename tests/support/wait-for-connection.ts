import type { Page } from 'playwright-core';

/** A path without scripts: a test can store a session there before any page opens a realtime connection. */
export const SCRIPTLESS_PATH = '/manifest.webmanifest';

/** Resolves once the next realtime connection of this page is accepted. */
export function waitUntilConnected(page: Page): Promise<void> {
	return new Promise((resolve) => {
		page.on('websocket', (websocket) => {
			websocket.on('framereceived', ({ payload }) => {
				// 40: Socket.IO accepts the connection.
				if (String(payload).startsWith('40')) resolve();
			});
		});
	});
}

/** Resolves once the server has confirmed that this page watches an item. */
export function waitUntilWatching(page: Page, itemId: number): Promise<void> {
	const mentionsItem = new RegExp(`\\b${itemId}\\b`);
	return new Promise((resolve) => {
		page.on('websocket', (websocket) => {
			let ackId: string | undefined;
			websocket.on('framesent', ({ payload }) => {
				const [, number, sent] = /^42(\d+)\["watch-items",(.*)/.exec(String(payload)) ?? [];
				if (sent && mentionsItem.test(sent)) ackId = number;
			});
			websocket.on('framereceived', ({ payload }) => {
				if (ackId !== undefined && String(payload).startsWith(`43${ackId}[`)) resolve();
			});
		});
	});
}
