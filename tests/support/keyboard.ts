import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

/** More tab stops than any page has before the element a test looks for. */
const MOST_STOPS = 120;

/**
 * Presses Tab until `target` has the focus.
 * @throws Error with the visited elements when it never does
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

/** Waits for the focus: the page moves it after rendering what opened or closed. */
export function expectFocus(target: Locator): Promise<void> {
	return expect.poll(() => target.evaluate((node) => node === document.activeElement)).toBe(true);
}

/** Reaches an element by Tab and presses it. */
export async function pressByKeyboard(
	page: Page,
	target: Locator,
	key: 'Enter' | 'Space' = 'Enter',
): Promise<void> {
	await tabTo(page, target);
	await page.keyboard.press(key);
}

/** Reaches a field by Tab and replaces its text. */
export async function typeByKeyboard(page: Page, target: Locator, text: string): Promise<void> {
	await tabTo(page, target);
	await page.keyboard.press('ControlOrMeta+A');
	await page.keyboard.type(text);
}

/**
 * What has the focus instead; undefined when `target` has it. A new page moves the focus to its heading a frame or two
 * later, which a test could outrun.
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
