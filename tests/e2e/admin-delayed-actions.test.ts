import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { ADMIN_PAGES } from '#contract/admin/pages.ts';
import { REPORT_DECISION_MESSAGES } from '#contract/admin/report-decisions.ts';
import { openAdminAccess } from '#tests/support/admin-access.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { pressDelayed } from '#tests/support/delayed-actions.ts';
import { signUpPerson } from '#tests/support/people.ts';

const { visit } = await openBrowser();
const adminAccess = await openAdminAccess();
const admin = await adminAccess.admin();
const call = adminAccess.callAs(admin);

/** A user who was reported once, in a list of reports about them alone. */
async function createReportedUser() {
	const person = await signUpPerson(`w${randomUUID().slice(0, 8)}`);
	const reporter = adminAccess.callAs(await signUpPerson('Meena'));
	const complaint = { complaint: 'Rude.', type: 'harassment' };
	await reporter('POST', `/user-report/report-user/${person.id}`, complaint);
	const path = `${ADMIN_PAGES.userReports}?q=${person.userName}`;
	const page = await visit(path, { admin, width: 1440 });
	const row = page.getByRole('row').filter({ hasText: person.userName });
	await row.waitFor();
	return { person, page, row };
}

/** The requests by which the page has changed something. */
function recordChanges(page: Page): string[] {
	const changes: string[] = [];
	page.on('request', (request) => {
		if (request.method() !== 'GET') changes.push(new URL(request.url()).pathname);
	});
	return changes;
}

const statusOf = async (userName: string) => {
	const { userReports } = await call('GET', `/admin/user-reports?q=${userName}`);
	return userReports[0].status;
};

describe('a warning asks for confirmation before it is sent', () => {
	test('with the same shortcut in the list and in the panel, and with the text that the user will read', async () => {
		const { person, page } = await createReportedUser();
		const changes = recordChanges(page);
		const confirmDialog = page.getByRole('alertdialog', { name: 'Warn and resolve' });

		await page.keyboard.press('j');
		await page.keyboard.press('w');
		await confirmDialog.getByText(`${person.userName} is told: `).waitFor();
		await confirmDialog.getByText(REPORT_DECISION_MESSAGES.warning()).waitFor();
		await confirmDialog.getByRole('button', { name: 'Cancel' }).click();
		expect(changes).toEqual([]);

		await page.keyboard.press('Enter');
		const panel = page.getByRole('dialog', { name: /^Report about/ });
		await panel.getByLabel('Notes (optional)').fill('Please stay polite.');
		await panel.getByRole('heading').first().click();
		await page.keyboard.press('w');
		await confirmDialog.getByText('“Please stay polite.”').waitFor();
		await confirmDialog.getByRole('button', { name: 'Warn and resolve' }).click();

		await panel.getByText('User warned', { exact: true }).waitFor();
		expect(changes).toHaveLength(1);
	});
});

describe('a decision that only the reporter is notified of is delayed by ten seconds', () => {
	test('in which it can be undone, and is then sent', async () => {
		const { person, page, row } = await createReportedUser();
		const changes = recordChanges(page);
		const dismiss = row.getByRole('button', { name: /^Dismiss/ });

		await dismiss.click();
		await page.getByText(`Dismissing the report about ${person.userName} by Meena.`).waitFor();
		await row.getByRole('button', { name: /^Undo/ }).click();
		await page.getByText('Undone.').waitFor();
		await row.getByText('Pending').waitFor();
		expect(changes).toEqual([]);

		await pressDelayed(page, () => dismiss.click());
		await row.getByText('Dismissed').waitFor();
		expect(changes).toHaveLength(1);
	});

	test('unless the administrator leaves the page first: then it is sent at once', async () => {
		const { person, page, row } = await createReportedUser();

		await row.getByRole('button', { name: /^Dismiss/ }).click();
		await row.getByRole('button', { name: /^Undo/ }).waitFor();
		await page.goto('about:blank');

		await expect.poll(() => statusOf(person.userName), { timeout: 10_000 }).toBe('dismissed');
	});
});

describe('an action that reaches users asks for confirmation first', () => {
	test('when it removes a user’s verification', async () => {
		const { id, userName } = await signUpPerson(`w${randomUUID().slice(0, 8)}`);
		await call('PUT', `/admin/users/${id}/verify`, { isVerified: true });
		const page = await visit(`${ADMIN_PAGES.users}?search=${userName}`, { admin, width: 1440 });
		const changes = recordChanges(page);

		await page.getByRole('button', { name: `Unverify ${userName}` }).click();
		const confirmDialog = page.getByRole('alertdialog', { name: `Unverify ${userName}` });
		await confirmDialog.getByRole('button', { name: 'Cancel' }).click();

		await confirmDialog.waitFor({ state: 'hidden' });
		expect(changes).toEqual([]);
	});

	test('when it notifies all users', async () => {
		const page = await visit(ADMIN_PAGES.notifications, { admin, width: 1440 });
		const changes = recordChanges(page);
		await page.getByRole('button', { name: 'Create Notification' }).click();
		const dialog = page.getByRole('dialog', { name: 'Create Notification' });
		await dialog.getByLabel('Title').fill('Fair');
		await dialog.getByLabel('Message').fill('On Sunday.');
		await dialog.getByLabel('Target').selectOption('all');
		await dialog.getByRole('button', { name: 'Create Notification' }).click();

		const confirmDialog = page.getByRole('alertdialog', { name: 'Tell all users?' });
		await confirmDialog.getByText(/it as a banner on the market, at once/).waitFor();
		await confirmDialog.getByRole('button', { name: 'Cancel' }).click();

		expect(await dialog.getByLabel('Title').inputValue()).toBe('Fair');
		expect(changes).toEqual([]);
	});
});
