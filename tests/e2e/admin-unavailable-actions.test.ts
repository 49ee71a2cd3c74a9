import { eq } from 'drizzle-orm';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { ADMIN_PAGES } from '#contract/admin/pages.ts';
import { items } from '#server/db/schema/items.ts';
import { users } from '#server/db/schema/users.ts';
import { openAdminAccess } from '#tests/support/admin-access.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { postItemAs, signUpPerson } from '#tests/support/people.ts';

const { visit } = await openBrowser();
const adminAccess = await openAdminAccess();
const admin = await adminAccess.admin();
const GONE = { deletedAt: new Date() };

const openReport = async (path: string, text: string) => {
	const page = await visit(`${path}?q=${text}`, { admin, width: 1440 });
	const row = page.getByRole('row').filter({ hasText: text }).first();
	await row.getByRole('button', { name: /^View/ }).click();
	return { row, panel: page.getByRole('dialog', { name: /^Report about/ }) };
};
const labelsIn = (panel: ReturnType<Page['getByRole']>) =>
	panel.getByRole('button', { name: /^(Dismiss|Resolve|Warn|Ban)/ }).allInnerTexts();

test('actions that are no longer possible on an item or its owner are not offered', async () => {
	const owner = await signUpPerson('Ravi');
	const reporter = await signUpPerson('Meena');
	const title = `kettle${Date.now()}`;
	const id = await postItemAs(owner, { title });
	const complaint = { complaint: 'Not real.', type: 'fraud' };
	await adminAccess.callAs(reporter)('POST', `/report/report-item/${id}`, complaint);
	await adminAccess.db.update(items).set(GONE).where(eq(items.id, id));
	await adminAccess.db.update(users).set(GONE).where(eq(users.id, owner.id));

	const { panel } = await openReport(ADMIN_PAGES.reports, title);
	await panel.getByText('Deleted', { exact: true }).waitFor();

	expect((await labelsIn(panel)).map((label) => label.split('\n')[0])).toEqual([
		'Resolve without action',
		'Dismiss',
	]);
	expect(await panel.getByRole('link', { name: 'Ravi' }).count()).toBe(0);
	await panel.getByRole('link', { name: 'Meena' }).waitFor();
});

test('actions that are no longer possible on a user are not offered', async () => {
	const name = `Farhan${Date.now()}`;
	const person = await signUpPerson(name);
	const reporter = await signUpPerson('Meena');
	const complaint = { complaint: 'Rude.', type: 'harassment' };
	await adminAccess.callAs(reporter)('POST', `/user-report/report-user/${person.id}`, complaint);
	await adminAccess.db.update(users).set(GONE).where(eq(users.id, person.id));

	const { row, panel } = await openReport(ADMIN_PAGES.userReports, name);
	await panel.getByText('Deleted', { exact: true }).waitFor();

	expect((await labelsIn(panel)).map((label) => label.split('\n')[0])).toEqual([
		'Dismiss',
		'Resolve without action',
	]);
	// Nor in the list, where secondary actions are in the '…' menu.
	expect(await row.locator('[data-key="a"]').count()).toBe(1);
	expect(await row.locator('[data-key="w"]').count()).toBe(0);
	expect(await panel.getByRole('link', { name }).count()).toBe(0);
});

test('an item of a suspended owner says so and has no link to a public page', async () => {
	const owner = await signUpPerson('Ravi');
	const title = `kettle${Date.now()}`;
	const id = await postItemAs(owner, { title });
	const page = await visit(`${ADMIN_PAGES.items}?item=${id}`, { admin, width: 1440 });
	const panel = page.getByRole('dialog', { name: title, exact: true });
	await panel.getByRole('link', { name: /^Public page/ }).waitFor();

	await adminAccess.callAs(admin)('PUT', `/admin/users/${owner.id}/ban`, {});
	await page.reload();
	await panel.getByText('(banned)').waitFor();

	expect(await panel.getByRole('link', { name: /^Public page/ }).count()).toBe(0);
	await panel.getByText('Available', { exact: true }).waitFor();
});
