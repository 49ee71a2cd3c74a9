import type { Page } from 'playwright-core';

/** Slightly longer than the back-office delays a change that notifies a user, in milliseconds. */
const DELAY_MS = 10_500;

/**
 * Presses a delayed action and advances the page's fake clock until it is sent.
 * @param whileDelayed runs during the delay
 */
export async function pressDelayed(
	page: Page,
	press: () => Promise<void>,
	whileDelayed: () => Promise<unknown> = async () => undefined,
): Promise<void> {
	await page.clock.install();
	await press();
	await page.getByRole('button', { name: /^Undo/ }).first().waitFor();
	await whileDelayed();
	await page.clock.fastForward(DELAY_MS);
}
