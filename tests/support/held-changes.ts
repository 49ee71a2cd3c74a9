import type { Page } from 'playwright-core';

/** How long the back-office holds what reaches somebody, in milliseconds, and a little more. */
const HELD_MS = 10_500;

/**
 * Presses what is held before it is sent, without waiting for that: the page's clock is moved on.
 * @param whileHeld what is looked at meanwhile
 */
export async function pressHeld(
	page: Page,
	press: () => Promise<void>,
	whileHeld: () => Promise<unknown> = async () => undefined,
): Promise<void> {
	await page.clock.install();
	await press();
	await page.getByRole('button', { name: /^Undo/ }).first().waitFor();
	await whileHeld();
	await page.clock.fastForward(HELD_MS);
}
