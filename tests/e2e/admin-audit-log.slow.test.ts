import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { ADMIN_PAGES } from '#contract/admin/pages.ts';
import { openAdminAccess } from '#tests/support/admin-access.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { signUpPerson } from '#tests/support/people.ts';

const { visit } = await openBrowser();
const adminAccess = await openAdminAccess();
const admin = await adminAccess.admin({
	username: `Sunita${Date.now()}`,
	roleLevel: 'super_admin',
});

const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text }).first();

test('an audit log entry links to the affected user, is exported under the chosen filters, and opens by URL even when filters exclude it', async () => {
	const call = adminAccess.callAs(admin);
	const asha = await signUpPerson('Asha of the log');
	await call('PUT', `/admin/users/${asha.id}/verify`, { isVerified: true });
	await call('PUT', `/admin/users/${asha.id}/verify`, { isVerified: true }).catch(() => undefined);
	const path = `${ADMIN_PAGES.auditLogs}?q=${admin.username}`;
	const page = await visit(path, { admin, width: 1440 });
	const target = row(page, 'USER_VERIFIED').getByRole('link', { name: `User: ${asha.userName}` });
	expect(await target.getAttribute('href')).toBe(`${ADMIN_PAGES.users}?user=${asha.id}`);
	await row(page, 'ATTEMPT_VERIFY_USER').getByText('Attempt: verify user').waitFor();

	await page.getByLabel('Action').selectOption({ label: 'User verified' });
	await expect.poll(() => page.getByRole('row').count()).toBe(2);
	await row(page, 'USER_VERIFIED').getByRole('button', { name: /^View/ }).click();
	const panel = page.getByRole('dialog', { name: 'User verified' });
	await panel.getByText('IP address').waitFor();
	const [file] = await Promise.all([
		page.waitForEvent('download'),
		page.getByRole('button', { name: 'Export Logs' }).click(),
	]);
	expect(file.suggestedFilename()).toBe('audit-logs.csv');
	expect((await readFile(await file.path(), 'utf8')).trim().split('\r\n')).toHaveLength(2);
	const entry = new URL(page.url()).searchParams.get('entry');
	await page.goto(`${ADMIN_PAGES.auditLogs}?action=ITEM_DELETED&entry=${entry}`);

	await panel.getByText('USER_VERIFIED').waitFor();
});

test('page 2 of the audit log is not shifted by an entry that is added after page 1 was loaded', async () => {
	const reader = await adminAccess.admin({ username: `Reader${Date.now()}` });
	const viewFeedback = () => adminAccess.callAs(reader)('GET', '/admin/feedback');
	// Each view is an entry, which the log shows only with `views=each`; a page has 50.
	for (let view = 0; view < 52; view += 1) await viewFeedback();
	const path = `${ADMIN_PAGES.auditLogs}?q=${reader.username}&views=each`;
	const page = await visit(path, { admin });
	await page.getByText('Page 1 of 2').waitFor();
	await viewFeedback();

	await page.getByRole('button', { name: 'Next' }).click();
	await page.getByText('Page 2 of 2').waitFor();

	await expect.poll(() => page.getByRole('row').count()).toBe(3);
});
