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
	expect(await standingOut(page, ':root')).toEqual([]);
	expect(await standingOut(page, 'main, footer, .site-bar, dialog[open]', '200%')).toEqual([]);
}

/** The same in each of the looks. */
export function expectOpenInAllLooks(page: Page): Promise<void> {
	return inAllLooks(page, () => expectOpenToAll(page));
}

/** One page in each of the looks: how it was first opened makes no difference to what it shows. */
export async function inAllLooks(page: Page, check: () => Promise<void>): Promise<void> {
	for (const { width, theme: colorScheme } of LOOKS) {
		await page.setViewportSize({ width, height: 800 });
		await page.emulateMedia({ colorScheme });
		await check();
	}
}

/** What can be switched or chosen looks otherwise once it was pressed: where `changed` is there. */
export async function expectSeenOnceChosen(pressed: Locator, changed: Locator): Promise<void> {
	const before = await pressed.screenshot();

	await pressed.click();
	await changed.waitFor();

	expect((await pressed.screenshot()).equals(before)).toBe(false);
}

/** Which of these parts have content that stands out to the right, by how many pixels, and which, with letters of this size. */
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
