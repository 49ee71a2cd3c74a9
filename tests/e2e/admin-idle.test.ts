import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { ADMIN_PAGES } from '#contract/admin/pages.ts';
import { ADMIN_SESSION_MESSAGES } from '#contract/admin/session.ts';
import { openAdminAccess } from '#tests/support/admin-access.ts';
import { blockRealtime } from '#tests/support/block-realtime.ts';
import { openBrowser } from '#tests/support/browser.ts';

const { visit } = await openBrowser();
const adminAccess = await openAdminAccess();

const storedToken = (page: Page) => page.evaluate(() => localStorage.getItem('adminToken'));

test('warns an idle administrator before the session ends and lets them stay signed in', async () => {
	const admin = await adminAccess.admin({ username: 'Imran' });
	const page = await visit('/icon.svg', { admin });
	await blockRealtime(page.context());
	await page.clock.install();
	await page.goto(ADMIN_PAGES.notifications);
	const other = await page.context().newPage();
	await other.goto(ADMIN_PAGES.dashboard);
	await other.getByRole('heading', { name: 'Welcome back, Imran' }).waitFor();
	const question = page.getByRole('alertdialog', { name: ADMIN_SESSION_MESSAGES.idleWarning });
	const otherQuestion = other.getByRole('alertdialog', {
		name: ADMIN_SESSION_MESSAGES.idleWarning,
	});
	await page.getByRole('button', { name: 'Create Notification' }).click();
	await page.getByRole('dialog').getByLabel('Title').fill('Stocktaking');

	await page.clock.fastForward('29:10');
	await otherQuestion.waitFor();
	await page.mouse.move(300, 300);
	await question.getByRole('button', { name: ADMIN_SESSION_MESSAGES.staySignedIn }).click();
	await otherQuestion.waitFor({ state: 'hidden' });
	await page.clock.fastForward('02:00');
	await page.clock.fastForward('00:30');

	expect(await storedToken(page)).toBe(admin.token);
	expect(await page.getByRole('dialog').getByLabel('Title').inputValue()).toBe('Stocktaking');
	await page.clock.fastForward('27:00');
	await question.waitFor();
	await page.clock.fastForward('01:30');
	await page.getByText(ADMIN_SESSION_MESSAGES.ended).waitFor();
	expect(await storedToken(page)).toBeNull();
});
