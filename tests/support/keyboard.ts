import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

/** More stops than any page of ours has before what a person looks for. */
const MOST_STOPS = 120;

/**
 * Walks from stop to stop, as a keyboard does, until the focus is on `target`.
 * @throws Error naming the stops on the way when the focus never gets there
 */
export async function tabTo(page: Page, target: Locator): Promise<void> {
	await target.waitFor();
	const passed: string[] = [];
	for (let stop = 0; stop < MOST_STOPS; stop += 1) {
		const stoodAt = await focusBeside(target);
		if (stoodAt === undefined && (await focusBeside(target)) === undefined) return;
		if (stop > 0) passed.push(stoodAt ?? '');
		await page.keyboard.press('Tab');
	}
	throw new Error(`The keyboard did not get there. Stops: ${passed.join('\n')}`);
}

/** The focus is there, or comes: where it goes is decided once the page has drawn what opened or closed. */
export function expectFocus(target: Locator): Promise<void> {
	return expect.poll(() => target.evaluate((node) => node === document.activeElement)).toBe(true);
}

/** Gets there by keyboard and presses it. */
export async function pressByKeyboard(
	page: Page,
	target: Locator,
	key: 'Enter' | 'Space' = 'Enter',
): Promise<void> {
	await tabTo(page, target);
	await page.keyboard.press(key);
}

/** Gets there by keyboard and types, in place of what stood there. */
export async function typeByKeyboard(page: Page, target: Locator, text: string): Promise<void> {
	await tabTo(page, target);
	await page.keyboard.press('ControlOrMeta+A');
	await page.keyboard.type(text);
}

/**
 * What has the focus instead, as it begins; undefined where `target` has it. A page that has just come takes the focus to its
 * heading a frame or two later, where no hand is as quick as a test.
 */
function focusBeside(target: Locator): Promise<string | undefined> {
	return target.evaluate(async (element) => {
		const beside = () => {
			const at = document.activeElement;
			if (element === at) return undefined;
			const alone = at?.cloneNode() as Element | undefined;
			return `${alone?.outerHTML} ${at?.textContent?.slice(0, 40)}`;
		};
		if (beside() !== undefined) return beside();
		await new Promise(requestAnimationFrame);
		await new Promise(requestAnimationFrame);
		return beside();
	});
}
