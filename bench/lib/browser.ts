import { type Browser, chromium } from 'playwright-core';
import { findBrowser } from '#tools/lib/browser.ts';

/** Starts the browser that the tests use. */
export function launchBrowser(): Promise<Browser> {
	return chromium.launch({
		executablePath: findBrowser(),
		args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
	});
}
