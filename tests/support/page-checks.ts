import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { findAccessibilityViolations } from './browser.ts';

/** A phone in light mode and a desktop in dark mode: colours depend on the theme alone, layout on the width. */
export const VIEWPORTS = [
	{ width: 360, theme: 'light' },
	{ width: 1440, theme: 'dark' },
] as const;

/** Expects no axe violation and no horizontal overflow, also at 200 % text size. */
async function expectAccessible(page: Page): Promise<void> {
	expect(await findAccessibilityViolations(page)).toEqual([]);
	expect(await overflowingElements(page, ':root')).toEqual([]);
	expect(await overflowingElements(page, 'main, footer, .site-bar, dialog[open]', '200%')).toEqual(
		[],
	);
}

/** `expectAccessible` in each of VIEWPORTS. */
export function expectAccessibleInAllViewports(page: Page): Promise<void> {
	return inAllViewports(page, () => expectAccessible(page));
}

/** Runs the check in each viewport on the same page, because a resized page looks like one opened at that size. */
async function inAllViewports(page: Page, check: () => Promise<void>): Promise<void> {
	for (const { width, theme: colorScheme } of VIEWPORTS) {
		await page.setViewportSize({ width, height: 800 });
		await page.emulateMedia({ colorScheme });
		await check();
	}
}

/** Presses a control, waits for the element `changed`, and expects that the control looks different then. */
export async function expectVisiblyChanged(pressed: Locator, changed: Locator): Promise<void> {
	const before = await pressed.screenshot();

	await pressed.click();
	await changed.waitFor();

	expect((await pressed.screenshot()).equals(before)).toBe(false);
}

/** The elements whose content overflows to the right, by how many pixels, at this text size. */
function overflowingElements(page: Page, parts: string, size = ''): Promise<string[]> {
	return page.evaluate(
		([selector, fontSize]) => {
			document.documentElement.style.fontSize = fontSize;
			const rightmost = (part: Element) =>
				[part, ...part.querySelectorAll('*')]
					.map((inner) => ({ inner, right: inner.getBoundingClientRect().right }))
					.reduce((most, other) => (other.right >= most.right ? other : most))
					.inner.outerHTML.slice(0, 200);
			const overflows = [...document.querySelectorAll(selector)]
				.map((part) => ({ part, overflow: part.scrollWidth - part.clientWidth }))
				.filter(({ overflow }) => overflow !== 0)
				.map(({ part, overflow }) => `${part.tagName}: ${overflow} px, ${rightmost(part)}`);
			document.documentElement.style.fontSize = '';
			return overflows;
		},
		[parts, size] as const,
	);
}
