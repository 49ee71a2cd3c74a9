import { page } from 'vitest/browser';

/** Screens of at least this width are no phones, in CSS pixels. */
const TABLET_WIDTH = 760;
/** Heights of a usual phone and of the window on a laptop, as in the tests of whole pages (browser.ts). */
const PHONE_HEIGHT = 780;
const DESKTOP_HEIGHT = 860;

/** Sets the width of the screen, and a height that goes with it. */
export async function setWidth(width: number): Promise<void> {
	await page.viewport(width, width < TABLET_WIDTH ? PHONE_HEIGHT : DESKTOP_HEIGHT);
}
