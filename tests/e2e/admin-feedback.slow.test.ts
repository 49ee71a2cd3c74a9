import { randomUUID } from 'node:crypto';
import { test } from 'vitest';
import { ADMIN_FEEDBACK_ERRORS } from '#contract/admin/errors.ts';
import { ADMIN_FEEDBACK_MESSAGES } from '#contract/admin/feedback.ts';
import { ADMIN_NOTIFICATION_MESSAGES } from '#contract/admin/notifications.ts';
import { ADMIN_PAGES } from '#contract/admin/pages.ts';
import { feedback } from '#server/db/schema/feedback.ts';
import { openAdminAccess } from '#tests/support/admin-access.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { pressDelayed } from '#tests/support/delayed-actions.ts';

const { visit } = await openBrowser();
const adminAccess = await openAdminAccess();
const admin = await adminAccess.admin();
const uniqueWord = () => `w${randomUUID().slice(0, 8)}`;

test('an administrator approves feedback by keyboard; featuring it is then refused because a colleague featured it first', async () => {
	const name = uniqueWord();
	const words = { feedback: `Quick and friendly, said ${name}.`, category: 'service' } as const;
	await adminAccess.db
		.insert(feedback)
		.values({ name, email: 'asha@campus.example', rating: 4, ...words });
	const callAsColleague = adminAccess.callAs(await adminAccess.admin());
	const page = await visit(`${ADMIN_PAGES.feedback}?q=${name}`, { admin, width: 1440 });
	const row = page.getByRole('row').filter({ hasText: name });
	await row.getByText('4 of 5, Very Good!').waitFor();
	// The colleague features the feedback while the administrator's own request to do so is on its way.
	await page.route('**/toggle-featured', async (route) => {
		const path = new URL(route.request().url()).pathname.replace('/api', '');
		await callAsColleague('PUT', path, { isFeatured: true });
		await route.continue();
	});

	await page.keyboard.press('j');
	await pressDelayed(page, () => page.keyboard.press('a'));
	await page.getByText(ADMIN_FEEDBACK_MESSAGES.approved, { exact: true }).waitFor();
	await row.getByRole('button', { name: /^Feature/ }).click();

	await page.getByRole('alert').getByText(ADMIN_FEEDBACK_ERRORS.alreadyFeatured.message).waitFor();
	await row.getByText('Featured', { exact: true }).waitFor();
});

test('an administrator creates a notification, marks all notifications as read, and deletes the new one', async () => {
	const title = uniqueWord();
	const page = await visit(ADMIN_PAGES.notifications, { admin });
	await page.getByRole('button', { name: 'Create Notification' }).click();
	const dialog = page.getByRole('dialog', { name: 'Create Notification' });
	await dialog.getByLabel('Title').fill(title);
	await dialog.getByLabel('Message').fill('On Friday, please.');
	await dialog.getByRole('button', { name: 'Create Notification' }).click();

	const card = page.getByRole('article', { name: title });
	await card.getByText('Unread', { exact: true }).waitFor();
	await page.getByRole('button', { name: 'Mark all as read' }).click();
	await card.getByText('Unread').waitFor({ state: 'detached' });
	await card.getByRole('button', { name: `Delete ${title}` }).click();
	await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();

	await page.getByText(ADMIN_NOTIFICATION_MESSAGES.deleted, { exact: true }).waitFor();
	await card.waitFor({ state: 'detached' });
});
