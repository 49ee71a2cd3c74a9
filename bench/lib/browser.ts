import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { findBrowser } from '#tools/lib/browser.ts';

/** Starts the browser that the tests use. */
export function launchBrowser(): Promise<Browser> {
	return chromium.launch({
		executablePath: findBrowser(),
		args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
	});
}

/** Makes every page of a context start signed in. */
export async function signInContext(
	context: BrowserContext,
	user: { id: number; token: string },
): Promise<void> {
	await context.addInitScript(({ id, token }) => {
		localStorage.setItem('accessToken', token);
		localStorage.setItem('userId', String(id));
	}, user);
}

/** A chat is ready when its messages can be sent. */
export function waitUntilChatReady(page: Page): Promise<void> {
	return page.getByRole('button', { name: 'Send' }).and(page.locator(':enabled')).waitFor();
}
