import type { Page } from 'playwright-core';

/** Milliseconds: a little more than the back-office waits before it sends a change that notifies a user. */
const DELAY_MS = 10_500;

/** Presses a delayed action and advances the page's fake clock until it is sent. */
export async function pressDelayed(page: Page, press: () => Promise<void>): Promise<void> {
	await page.clock.install();
	await press();
	await page.getByRole('button', { name: /^Undo/ }).first().waitFor();
	await page.clock.fastForward(DELAY_MS);
}
