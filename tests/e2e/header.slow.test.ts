import { expect, test } from 'vitest';
import { uiCookieName } from '#contract/core/cookies.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { layoutShifts, recordLayoutShifts } from '#tests/support/layout-shifts.ts';
import { notificationBell } from '#tests/support/notification-locators.ts';
import { openNotifier } from '#tests/support/notifier.ts';
import { signUpPerson } from '#tests/support/people.ts';

const { visit } = await openBrowser();
const notifier = await openNotifier();

test('loading the notification badge causes no layout shift on the page', async () => {
	const person = await signUpPerson();
	await notifier.sendReportOutcomes(person, 3);
	await notifier.sendAnnouncement(person, { title: 'Fair', message: 'On Friday.', type: 'info' });
	const page = await visit('/rules', { as: person, width: 360 });
	await recordLayoutShifts(page);
	// With this cookie, the server renders the pages for a signed-in user.
	const cookieNames = async () => (await page.context().cookies()).map(({ name }) => name);
	await expect.poll(cookieNames).toContain(uiCookieName('signed-in', false));

	// Pages whose contents no other test changes.
	for (const [path, width] of [
		['/rules', 360],
		['/notifications', 1440],
	] as const) {
		await page.setViewportSize({ width, height: 800 });
		await page.goto(path);
		await notificationBell(page, 4).waitFor();
		expect(await layoutShifts(page), path).toEqual([]);
	}
});

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
