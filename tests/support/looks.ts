import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { barriersOn } from './browser.ts';

/** A phone by day and a desk by night: colours depend on the one alone, places on the other. */
export const LOOKS = [
	{ width: 360, theme: 'light' },
	{ width: 1440, theme: 'dark' },
] as const;

/** Nothing shuts anybody out of the page as it is now, and nothing stands out of it to the side, at 200 % text neither. */
export async function expectOpenToAll(page: Page): Promise<void> {
	expect(await barriersOn(page)).toEqual([]);
	expect(await sideScroll(page.locator(':root'))).toBe(0);
	await scaleText(page, '200%');
	for (const part of await page.locator('main, footer, .site-bar, dialog[open]').all()) {
		expect(await sideScroll(part), await part.evaluate(({ tagName }) => tagName)).toBe(0);
	}
	await scaleText(page, '');
}

/** The same in each of the looks, on one page: how it was first opened makes no difference to what it shows. */
export async function expectOpenInAllLooks(page: Page): Promise<void> {
	for (const { width, theme: colorScheme } of LOOKS) {
		await page.setViewportSize({ width, height: 800 });
		await page.emulateMedia({ colorScheme });
		await expectOpenToAll(page);
	}
}

/** How far the content of a part stands out of it to the right, in pixels. */
function sideScroll(part: Locator): Promise<number> {
	return part.evaluate((node) => node.scrollWidth - node.clientWidth);
}

/** As the browser's own setting does. */
function scaleText(page: Page, size: string): Promise<void> {
	return page.evaluate((fontSize) => {
		document.documentElement.style.fontSize = fontSize;
	}, size);
}
