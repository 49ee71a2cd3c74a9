import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

/** A phone in light mode and a desktop in dark mode: colours depend on the theme alone, layout on the width. */
export const VIEWPORTS = [
	{ width: 360, theme: 'light' },
	{ width: 1440, theme: 'dark' },
] as const;

/** Presses a control, waits for the element `changed`, and expects that the control looks different then. */
export async function expectVisiblyChanged(pressed: Locator, changed: Locator): Promise<void> {
	const before = await pressed.screenshot();

	await pressed.click();
	await changed.waitFor();

	expect((await pressed.screenshot()).equals(before)).toBe(false);
}

/** The elements whose content overflows to the right, by how many pixels, at this text size. */
export function overflowingElements(page: Page, parts: string, size = ''): Promise<string[]> {
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
