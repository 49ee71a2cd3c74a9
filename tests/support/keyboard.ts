import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

/** More tab stops than any page has before the element a test looks for. */
const MAX_TAB_STOPS = 120;

/**
 * Presses Tab until `target` has the focus.
 * @throws Error with the visited elements when it never does
 */
export async function tabTo(page: Page, target: Locator): Promise<void> {
	await target.waitFor();
	const visited: string[] = [];
	for (let tabStop = 0; tabStop < MAX_TAB_STOPS; tabStop += 1) {
		const focused = await focusedInstead(target);
		// Twice: a page that has just been rendered can move the focus after the first look.
		if (focused === undefined && (await focusedInstead(target)) === undefined) return;
		if (tabStop > 0) visited.push(focused ?? '');
		await page.keyboard.press('Tab');
	}
	throw new Error(`The keyboard did not get there. Stops: ${visited.join('\n')}`);
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
 * The element that has the focus instead of `target`, as text; undefined when `target` has it. Looks again two frames
 * later, because a new page moves the focus to its heading only then.
 */
function focusedInstead(target: Locator): Promise<string | undefined> {
	return target.evaluate(async (element) => {
		const otherFocus = () => {
			const active = document.activeElement;
			if (element === active) return undefined;
			const clone = active?.cloneNode() as Element | undefined;
			return `${clone?.outerHTML} ${active?.textContent?.slice(0, 40)}`;
		};
		if (otherFocus() !== undefined) return otherFocus();
		await new Promise(requestAnimationFrame);
		await new Promise(requestAnimationFrame);
		return otherFocus();
	});
}
