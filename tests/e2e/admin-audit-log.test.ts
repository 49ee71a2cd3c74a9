import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { AUDIT_MESSAGES } from '#contract/admin/audit.ts';
import { ADMIN_PAGES } from '#contract/admin/pages.ts';
import { COMMON_MESSAGES } from '#contract/core/common.ts';
import { openAdminAccess } from '#tests/support/admin-access.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { expectAccessibleInAllViewports } from '#tests/support/page-checks.ts';
import { signUpPerson } from '#tests/support/people.ts';

const { visit } = await openBrowser();
const adminAccess = await openAdminAccess();
const username = `Sunita${Date.now()}`;
const admin = await adminAccess.admin({ username, roleLevel: 'super_admin' });
const call = adminAccess.callAs(admin);

const asha = await signUpPerson('Asha of the log');
await call('PUT', `/admin/users/${asha.id}/verify`, { isVerified: true });
await call('PUT', `/admin/users/${asha.id}/verify`, { isVerified: true }).catch(() => undefined);

const EXPORT_CALL = '**/api/admin/audit-logs/export*';
const own = `${ADMIN_PAGES.auditLogs}?q=${username}`;

const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text }).first();
const alert = (page: Page) => page.getByRole('alert');

describe('the audit log', () => {
	test('shows who did what to whom in the last seven days, with links', async () => {
		const page = await visit(ADMIN_PAGES.dashboard, { admin, width: 1440 });
		const logRequest = page.waitForRequest((request) =>
			request.url().includes('/api/admin/audit-logs?'),
		);
		await page.goto(own);
		const { searchParams } = new URL((await logRequest).url());
		const days = ['startDate', 'endDate'].map((name) => Date.parse(searchParams.get(name) ?? ''));
		expect(((days[1] ?? 0) - (days[0] ?? 0)) / 86_400_000).toBe(6);

		const verified = row(page, 'USER_VERIFIED');
		await verified.getByText('MEDIUM').waitFor();
		await verified.getByText(username).waitFor();
		const target = verified.getByRole('link', { name: `User: ${asha.userName}` });
		expect(await target.getAttribute('href')).toBe(`${ADMIN_PAGES.users}?user=${asha.id}`);
		await row(page, 'ATTEMPT_VERIFY_USER').getByText('Attempt: verify user').waitFor();

		await verified.getByRole('button', { name: /^View/ }).click();
		const panel = page.getByRole('dialog', { name: 'User verified' });
		await panel.getByText('IP address').waitFor();
		await page.keyboard.press('Escape');
		await panel.waitFor({ state: 'detached' });
	});

	test('keeps an open entry that is no longer in the list, and finds it by its URL alone', async () => {
		const page = await visit(own, { admin, width: 1440 });
		await row(page, 'USER_VERIFIED').getByRole('button', { name: /^View/ }).click();
		const panel = page.getByRole('dialog', { name: 'User verified' });
		await panel.getByText('IP address').waitFor();

		await page.getByLabel('Action').selectOption('ITEM_DELETED');
		await page.getByText(AUDIT_MESSAGES.empty).waitFor();
		await panel.getByText('USER_VERIFIED').waitFor();
		await page.reload();
		await panel.getByText('USER_VERIFIED').waitFor();

		await page.goto(`${ADMIN_PAGES.auditLogs}?entry=2000000000`);
		await alert(page).getByText(AUDIT_MESSAGES.notFound).waitFor();
	});

	test('is filtered by action and date range, and says when nothing is left', async () => {
		const page = await visit(own, { admin });
		await page.getByLabel('Action').selectOption({ label: 'User verified' });
		await row(page, 'USER_VERIFIED').waitFor();
		await expect.poll(() => page.getByRole('row').count()).toBe(2);
		await page.getByLabel('Date range').selectOption('today');
		expect(new URL(page.url()).searchParams.get('action')).toBe('USER_VERIFIED');
		await page.getByLabel('Action').selectOption('ITEM_DELETED');
		await page.getByText(AUDIT_MESSAGES.empty).waitFor();
	});

	test('keeps its pages stable, although every view adds an entry', async () => {
		const reader = await adminAccess.admin({ username: `Reader${Date.now()}` });
		for (let view = 0; view < 52; view += 1)
			await adminAccess.callAs(reader)('GET', '/admin/feedback');
		const page = await visit(`${ADMIN_PAGES.auditLogs}?q=${reader.username}&views=each`, { admin });
		await page.getByText('Page 1 of 2').waitFor();
		await adminAccess.callAs(reader)('GET', '/admin/feedback');
		await page.getByRole('button', { name: 'Next' }).click();
		await page.getByText('Page 2 of 2').waitFor();
		expect(new URL(page.url()).searchParams.has('upTo')).toBe(true);
		await expect.poll(() => page.getByRole('row').count()).toBe(3);
		await page.getByRole('button', { name: 'Previous' }).click();
		await page.getByText('Page 1 of 2').waitFor();
		expect(new URL(page.url()).searchParams.has('upTo')).toBe(false);
	});

	test('hides views unless they are requested, and joins views of one kind into one row', async () => {
		const viewer = await adminAccess.admin({ username: `Viewer${Date.now()}` });
		for (let view = 0; view < 3; view += 1)
			await adminAccess.callAs(viewer)('GET', '/admin/feedback');
		const page = await visit(`${ADMIN_PAGES.auditLogs}?q=${viewer.username}`, { admin });
		await page.getByText(AUDIT_MESSAGES.empty).waitFor();

		await page.getByLabel('Views').selectOption('Views in groups');
		await row(page, 'View feedback').getByText('3 times since').waitFor();
		await expect.poll(() => page.getByRole('row').count()).toBe(2);

		await page.getByLabel('Views').selectOption('Every view');
		await expect.poll(() => page.getByRole('row').count()).toBe(4);
	});

	test('is exported to a file with the filters applied, and says when the export fails', async () => {
		const page = await visit(`${own}&action=USER_VERIFIED`, { admin });
		const button = page.getByRole('button', { name: 'Export Logs' });
		const saving = page.waitForEvent('download');
		await button.click();
		const file = await saving;
		expect(file.suggestedFilename()).toBe('audit-logs.csv');
		const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n');
		expect(lines).toHaveLength(2);

		await page.route(EXPORT_CALL, (route) => route.fulfill({ status: 501, json: {} }));
		await button.click();
		await alert(page).getByText(AUDIT_MESSAGES.exportMissing).waitFor();
	});

	test('shows the server’s error message, or else its own, and is for super administrators', async () => {
		const page = await visit(ADMIN_PAGES.account, { admin });
		await page.route('**/api/admin/audit-logs?*', (route) =>
			route.fulfill({ status: 409, json: { success: false, message: 'Not on Sundays.' } }),
		);
		await page.goto(own);
		await alert(page).getByText('Not on Sundays.').waitFor();
		await page.unroute('**/api/admin/audit-logs?*');
		await page.route('**/api/admin/audit-logs?*', (route) =>
			route.fulfill({ status: 500, json: { success: false, message: COMMON_MESSAGES.failed } }),
		);
		await page.getByRole('button', { name: 'Try again' }).click();
		await alert(page).getByText(COMMON_MESSAGES.failed).waitFor({ timeout: 20_000 });
		await page.unroute('**/api/admin/audit-logs?*');
		await page.route('**/api/admin/audit-logs?*', (route) => route.abort());
		await page.getByRole('button', { name: 'Try again' }).click();
		await alert(page).getByText(AUDIT_MESSAGES.loadFailed).waitFor({ timeout: 20_000 });

		const plain = await visit(ADMIN_PAGES.auditLogs, { admin: await adminAccess.admin() });
		await alert(plain).getByText(COMMON_MESSAGES.superAdminOnly).waitFor();
	});

	test('has no axe violation, on phone and desktop, light and dark', async () => {
		const page = await visit(`${own}&action=USER_VERIFIED`, { admin, width: 360 });
		await row(page, 'USER_VERIFIED').waitFor();
		await expectAccessibleInAllViewports(page);
		await row(page, 'USER_VERIFIED').getByRole('button', { name: /^View/ }).click();
		await page.getByRole('dialog').waitFor();
		await expectAccessibleInAllViewports(page);
	});
});
