import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { barriersOn } from './browser.ts';

/** A phone in light mode and a desktop in dark mode: colours depend on the theme alone, layout on the width. */
export const LOOKS = [
	{ width: 360, theme: 'light' },
	{ width: 1440, theme: 'dark' },
] as const;

/** Expects no axe violation and no horizontal overflow, also at 200 % text size. */
export async function expectOpenToAll(page: Page): Promise<void> {
	expect(await barriersOn(page)).toEqual([]);
	expect(await standingOut(page, ':root')).toEqual([]);
	expect(await standingOut(page, 'main, footer, .site-bar, dialog[open]', '200%')).toEqual([]);
}

/** The same in each look. */
export function expectOpenInAllLooks(page: Page): Promise<void> {
	return inAllLooks(page, () => expectOpenToAll(page));
}

/** One page in each look: how it was first opened makes no difference to what it shows. */
export async function inAllLooks(page: Page, check: () => Promise<void>): Promise<void> {
	for (const { width, theme: colorScheme } of LOOKS) {
		await page.setViewportSize({ width, height: 800 });
		await page.emulateMedia({ colorScheme });
		await check();
	}
}

/** Expects a control to look different once it was pressed: waits until `changed` is there. */
export async function expectSeenOnceChosen(pressed: Locator, changed: Locator): Promise<void> {
	const before = await pressed.screenshot();

	await pressed.click();
	await changed.waitFor();

	expect((await pressed.screenshot()).equals(before)).toBe(false);
}

/** The elements whose content overflows to the right, by how many pixels, at this text size. */
function standingOut(page: Page, parts: string, size = ''): Promise<string[]> {
	return page.evaluate(
		([selector, fontSize]) => {
			document.documentElement.style.fontSize = fontSize;
			const furthest = (part: Element) =>
				[...part.querySelectorAll('*')]
					.map((inner) => ({ inner, right: inner.getBoundingClientRect().right }))
					.reduce((most, other) => (other.right >= most.right ? other : most))
					.inner.outerHTML.slice(0, 200);
			const found = [...document.querySelectorAll(selector)]
				.map((part) => ({ part, by: part.scrollWidth - part.clientWidth }))
				.filter(({ by }) => by !== 0)
				.map(({ part, by }) => `${part.tagName}: ${by} px, ${furthest(part)}`);
			document.documentElement.style.fontSize = '';
			return found;
		},
		[parts, size] as const,
	);
}
