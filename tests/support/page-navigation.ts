import type { Page } from 'playwright-core';

/** Navigates through the header's menu, without a reload. */
export async function navigateByMenu(page: Page, name: string): Promise<void> {
	await page.getByRole('banner').getByRole('button', { name: 'Menu', exact: true }).click();
	await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name, exact: true }).click();
}

export async function scrollToEnd(page: Page): Promise<void> {
	await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
}
