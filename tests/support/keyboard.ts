import type { Locator, Page } from 'playwright-core';

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
		if ((await hasFocus(target)) && (await hasFocus(target))) return;
		await page.keyboard.press('Tab');
		passed.push(
			await page.locator(':focus').evaluateAll(([at]) => at?.outerHTML.slice(0, 80) ?? ''),
		);
	}
	throw new Error(`The keyboard did not get there. Stops: ${passed.join('\n')}`);
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

/** A page that has just come takes the focus to its heading a frame or two later, where no hand is as quick as a test. */
function hasFocus(target: Locator): Promise<boolean> {
	return target.evaluate(async (element) => {
		const isIt = () => element === document.activeElement;
		if (!isIt()) return false;
		await new Promise(requestAnimationFrame);
		await new Promise(requestAnimationFrame);
		return isIt();
	});
}
