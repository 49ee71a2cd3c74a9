import type { Page } from 'playwright-core';

/** A page without scripts to sign in on, which opens no realtime connection. */
export const BEFORE_ANY_PAGE = '/manifest.webmanifest';

/** Resolves once the next realtime connection of this page is accepted. */
export function isConnected(page: Page): Promise<void> {
	return new Promise((resolve) => {
		page.on('websocket', (line) => {
			line.on('framereceived', ({ payload }) => {
				if (String(payload).startsWith('40')) resolve();
			});
		});
	});
}

/** Resolves once the server has confirmed that this page watches an item. */
export function isWatching(page: Page, itemId: number): Promise<void> {
	const namesIt = new RegExp(`\\b${itemId}\\b`);
	return new Promise((resolve) => {
		page.on('websocket', (line) => {
			let asked: string | undefined;
			line.on('framesent', ({ payload }) => {
				const [, number, sent] = /^42(\d+)\["watch-items",(.*)/.exec(String(payload)) ?? [];
				if (sent && namesIt.test(sent)) asked = number;
			});
			line.on('framereceived', ({ payload }) => {
				if (asked !== undefined && String(payload).startsWith(`43${asked}[`)) resolve();
			});
		});
	});
}
