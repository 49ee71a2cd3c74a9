import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { ADMIN_FEEDBACK_MESSAGES } from '#contract/admin/feedback.ts';
import { ADMIN_NOTIFICATION_MESSAGES } from '#contract/admin/notifications.ts';
import { ADMIN_PAGES } from '#contract/admin/pages.ts';
import { feedback } from '#server/db/schema/feedback.ts';
import { announcements } from '#server/db/schema/notifications.ts';
import { openAdminAccess } from '#tests/support/admin-access.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { pressDelayed } from '#tests/support/delayed-actions.ts';
import { expectAccessibleInAllViewports } from '#tests/support/page-checks.ts';
import { rewriteResponses } from '#tests/support/rewrite-responses.ts';
import { waitForAdminConnection } from '#tests/support/wait-for-admin-connection.ts';

const { visit } = await openBrowser();
const adminAccess = await openAdminAccess();
const admin = await adminAccess.admin();

const LIST_CALL = '**/api/admin/feedback?*';
const NOTIFICATIONS_CALL = '**/api/admin/notifications*';

let made = 0;
const uniqueWord = (of: string) => `${of}${Date.now()}x${++made}`;

/** Feedback of one author with a unique name. */
async function insertFeedbackBy(
	name: string,
	fieldsOfEach: Partial<typeof feedback.$inferInsert>[] = [{}],
) {
	const rows = fieldsOfEach.map((more, index) => ({
		name,
		email: 'asha@campus.example',
		rating: 4,
		category: 'service',
		feedback: `Quick and friendly, said ${name} ${index}.`,
		...more,
	}));
	await adminAccess.db.insert(feedback).values(rows);
}

const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text }).first();
const feedbackText = (page: Page, text: string) => page.getByText(text, { exact: true });
const byName = (name: string) => `${ADMIN_PAGES.feedback}?q=${name}`;

describe('feedback', () => {
	test('is approved by a keyboard shortcut, featured, and taken back', async () => {
		const name = uniqueWord('Asha');
		await insertFeedbackBy(name);
		const page = await visit(byName(name), { admin, width: 1440 });
		await row(page, name).getByText('4 of 5, Very Good!').waitFor();
		await page.keyboard.press('j');
		await pressDelayed(page, () => page.keyboard.press('a'));
		await feedbackText(page, ADMIN_FEEDBACK_MESSAGES.approved).waitFor();
		await row(page, name)
			.getByRole('button', { name: `Feature feedback from ${name}` })
			.click();
		await feedbackText(page, ADMIN_FEEDBACK_MESSAGES.featured).waitFor();
		await row(page, name).getByText('Featured', { exact: true }).waitFor();
		await page.getByRole('button', { name: 'Undo' }).click();
		await feedbackText(page, 'Undone.').waitFor();
		await row(page, name)
			.getByRole('button', { name: `Feature feedback from ${name}` })
			.waitFor();
	});

	test('that a colleague featured first stays featured, and the page says so', async () => {
		const name = uniqueWord('Farah');
		const decided = { reviewedBy: admin.id, reviewedAt: new Date() };
		await insertFeedbackBy(name, [{ ...decided, status: 'approved' }]);
		const callAsColleague = adminAccess.callAs(await adminAccess.admin());
		const page = await visit(byName(name), { admin });
		// The request is on its way when the colleague features it.
		await page.route('**/toggle-featured', async (route) => {
			const path = new URL(route.request().url()).pathname.replace('/api', '');
			await callAsColleague('PUT', path, { isFeatured: true });
			await route.continue();
		});

		await row(page, name)
			.getByRole('button', { name: /^Feature/ })
			.click();

		await page.getByRole('alert').getByText(ADMIN_FEEDBACK_MESSAGES.alreadyFeatured).waitFor();
		await row(page, name).getByText('Featured', { exact: true }).waitFor();
	});

	test('is rejected with the default note when no other was written', async () => {
		const name = uniqueWord('Bela');
		await insertFeedbackBy(name);
		const page = await visit(byName(name), { admin, width: 1440 });
		await row(page, name).getByRole('button', { name: /^View/ }).click();
		const panel = page.getByRole('dialog', { name: `Feedback from ${name}` });
		await panel.getByRole('button', { name: 'Reject' }).click();
		const dialog = page.getByRole('dialog', { name: 'Reject feedback' });
		await dialog.getByRole('button', { name: 'Reject' }).click();
		await feedbackText(page, ADMIN_FEEDBACK_MESSAGES.rejected).waitFor();
		await panel.getByText('Rejected', { exact: true }).waitFor();
		await panel.getByText(ADMIN_FEEDBACK_MESSAGES.rejectedNote).waitFor();
	});

	test('that a colleague removes from the list does not lose the note being written about it', async () => {
		const name = uniqueWord('Gauri');
		await insertFeedbackBy(name);
		const page = await visit('/icon.svg', { admin });
		const pending = `${byName(name)}&status=pending`;
		await Promise.all([waitForAdminConnection(page), page.goto(pending)]);
		await row(page, name).getByRole('button', { name: /^More/ }).click();
		await page.getByRole('button', { name: /^Reject/ }).click();
		const dialog = page.getByRole('dialog', { name: 'Reject feedback' });
		await dialog.getByLabel('Note (optional)').fill('Not about the market.');
		const callAsColleague = adminAccess.callAs(await adminAccess.admin());
		const { feedbacks } = await callAsColleague('GET', `/admin/feedback?q=${name}`);
		await callAsColleague('PUT', `/admin/feedback/${feedbacks[0].id}/approve`, { isPublic: false });
		await row(page, name).waitFor({ state: 'detached' });

		await dialog.getByRole('button', { name: 'Reject' }).click();

		await dialog.getByRole('alert').getByText(ADMIN_FEEDBACK_MESSAGES.notPending).waitFor();
	});

	test('is approved in bulk: the box at the top selects only pending ones, and the dialog says first what will change', async () => {
		const name = uniqueWord('Chitra');
		const decided = { status: 'rejected', reviewedBy: admin.id, reviewedAt: new Date() };
		await insertFeedbackBy(name, [{}, {}, decided]);
		const page = await visit(byName(name), { admin, width: 1440 });
		await page.getByLabel('Select all pending feedback').check();
		await page.getByText('2 selected').waitFor();
		await page.getByRole('button', { name: 'Approve selected' }).click();
		const dialog = page.getByRole('alertdialog');
		await dialog.getByText('Approve 2 entries.').waitFor();
		await dialog.getByRole('button', { name: 'Approve selected' }).click();
		await feedbackText(page, ADMIN_FEEDBACK_MESSAGES.bulkApproved(2)).waitFor();
		await expect
			.poll(() => page.getByRole('cell', { name: 'Approved' }).count(), { timeout: 10_000 })
			.toBe(2);
	});

	test('is filtered through the URL, and says what fails', async () => {
		const name = uniqueWord('Divya');
		await insertFeedbackBy(name, [{ rating: 1 }, { rating: 5, feedback: `Best of all, ${name}` }]);
		const page = await visit(byName(name), { admin });
		await page.getByLabel('Rating').selectOption({ label: '5 of 5, Excellent!' });
		await row(page, 'Best of all').waitFor();
		expect(new URL(page.url()).searchParams.get('rating')).toBe('5');
		await expect.poll(() => page.getByRole('row').count()).toBe(2);

		await page.route('**/approve', (route) => route.fulfill({ status: 500, json: {} }));
		const approve = row(page, 'Best of all').getByRole('button', { name: /^Approve/ });
		await pressDelayed(page, () => approve.click());
		const alert = page.getByRole('alert');
		await alert.getByText(ADMIN_FEEDBACK_MESSAGES.changeFailed).waitFor();
		await page.route(LIST_CALL, (route) => route.abort());
		await page.getByLabel('Category').selectOption('product');
		await alert.getByText(ADMIN_FEEDBACK_MESSAGES.loadFailed).waitFor({ timeout: 20_000 });
	});
});

describe('notifications', () => {
	test('are created for administrators, read and deleted', async () => {
		const title = uniqueWord('Stocktaking ');
		const page = await visit(ADMIN_PAGES.notifications, { admin });
		await page.getByRole('button', { name: 'Create Notification' }).click();
		const dialog = page.getByRole('dialog', { name: 'Create Notification' });
		const create = dialog.getByRole('button', { name: 'Create Notification' });
		await create.click();
		await dialog.getByText(ADMIN_NOTIFICATION_MESSAGES.title).waitFor();
		await dialog.getByLabel('Title').fill(title);
		await dialog.getByText(`${title.length}/100`).waitFor();
		await dialog.getByLabel('Message').fill('On Friday, please.');
		await dialog.getByLabel('Type').selectOption('warning');
		await dialog.getByLabel('Target').selectOption('all');
		await dialog.getByText(/\d users see it as a banner on the market, at once\./).waitFor();
		await dialog.getByLabel('Target').selectOption('admins');
		await create.click();
		await feedbackText(page, ADMIN_NOTIFICATION_MESSAGES.created).waitFor();

		const card = page.getByRole('article', { name: title });
		await card.getByText('On Friday, please.').waitFor();
		for (const text of ['Warning', 'For administrators', 'Unread']) {
			await card.getByText(text, { exact: true }).waitFor();
		}
		await page.getByRole('button', { name: 'Mark all as read' }).click();
		await feedbackText(page, ADMIN_NOTIFICATION_MESSAGES.allRead).waitFor();
		await card.getByText('Unread').waitFor({ state: 'detached' });

		await card.getByRole('button', { name: `Delete ${title}` }).click();
		await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
		await feedbackText(page, ADMIN_NOTIFICATION_MESSAGES.deleted).waitFor();
		await card.waitFor({ state: 'detached' });
	});

	test('do not link to a page that the administrator may not open', async () => {
		const title = uniqueWord('Switched');
		const announcement = { title, message: 'Off.', type: 'success', target: 'admins' } as const;
		await adminAccess.db
			.insert(announcements)
			.values({ ...announcement, link: ADMIN_PAGES.settings });
		const dean = await adminAccess.admin({ roleLevel: 'super_admin' });

		for (const [who, links] of [
			[admin, 0],
			[dean, 1],
		] as const) {
			const page = await visit(`${ADMIN_PAGES.notifications}?q=${title}`, {
				admin: who,
				width: 1280,
			});
			await page.getByRole('banner').getByText(who.username).waitFor();
			const card = page.getByRole('article', { name: title });
			await card.getByRole('button', { name: `Delete ${title}` }).waitFor();
			expect(await card.getByRole('link', { name: `Open ${title}` }).count()).toBe(links);
		}
	});

	test('link to their subject, look like an error when their type is unknown, and say when loading fails', async () => {
		const page = await visit(ADMIN_PAGES.login, { admin });
		const notification = {
			id: 1,
			title: 'New feedback',
			message: '5 stars',
			type: 'omen',
			target: 'admins',
			link: `${ADMIN_PAGES.feedback}?feedback=1`,
			createdAt: new Date().toISOString(),
			isRead: true,
		};
		await rewriteResponses(page, NOTIFICATIONS_CALL, (answer) => ({
			...answer,
			notifications: [notification],
		}));
		await page.goto(ADMIN_PAGES.notifications);
		const card = page.getByRole('article', { name: 'New feedback' });
		await card.getByText('Error', { exact: true }).waitFor();
		expect(await card.getByRole('link', { name: 'Open' }).getAttribute('href')).toBe(
			notification.link,
		);

		await page.unroute(NOTIFICATIONS_CALL);
		await page.route(NOTIFICATIONS_CALL, (route) => route.abort());
		await page.getByLabel('Type').selectOption('error');
		await page
			.getByRole('alert')
			.getByText(ADMIN_NOTIFICATION_MESSAGES.loadFailed)
			.waitFor({ timeout: 20_000 });
	});
});

test('axe finds nothing wrong on feedback and notifications, on phone and desktop, light and dark', async () => {
	const name = uniqueWord('Esha');
	await insertFeedbackBy(name);
	const page = await visit(byName(name), { admin, width: 360 });
	await row(page, name).getByRole('button', { name: /^View/ }).click();
	await page.getByRole('dialog', { name: `Feedback from ${name}` }).waitFor();
	await expectAccessibleInAllViewports(page);

	await page.goto(ADMIN_PAGES.notifications);
	await page.getByRole('button', { name: 'Create Notification' }).click();
	await page.getByRole('dialog').getByLabel('Title').waitFor();
	await expectAccessibleInAllViewports(page);
});
