import { expect, test } from 'vitest';
import { openBrowser } from '#tests/support/browser.ts';

const { visit } = await openBrowser();

test('the selected theme also sets the theme colour of the browser’s own bar, even after a reload', async () => {
	const page = await visit('/feedback', { width: 360, theme: 'light' });
	const colour = () =>
		page.evaluate(() => {
			const named = [...document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')];
			return named.find(({ media }) => matchMedia(media).matches)?.content;
		});
	expect(await colour()).toBe('#fbf8f3');

	await page.getByRole('button', { name: 'Menu', exact: true }).click();
	await page.getByText('Dark', { exact: true }).click();
	await expect.poll(colour).toBe('#14151a');
	await expect.poll(() => page.evaluate(() => document.cookie)).toContain('theme=dark');
	await page.reload();
	expect(await colour()).toBe('#14151a');
	await page.getByRole('button', { name: 'Menu', exact: true }).click();
	await page.getByText('System', { exact: true }).click();

	await expect.poll(colour).toBe('#fbf8f3');
});
