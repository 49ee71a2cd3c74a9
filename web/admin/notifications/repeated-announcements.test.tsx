import { expect, test } from 'vitest';
import {
	ADMIN_NOTIFICATION_MESSAGES,
	createNotification,
	listNotifications,
} from '#contract/admin/notifications.ts';
import { ADMIN_PAGES } from '#contract/admin/pages.ts';
import { paginationOf } from '#contract/core/paging.ts';
import { button, panelOf, text } from '#tests/support/admin-locators.ts';
import { fakeApi } from '#tests/support/fake-api.ts';
import { ADMIN, renderAdminPage } from '#tests/support/render-admin-page.tsx';

const dialog = panelOf('Create Notification');
const send = () => button('Create Notification', dialog).click();
const alertText = (message: string) => dialog.getByRole('alert').getByText(message);
const unanswered = alertText(ADMIN_NOTIFICATION_MESSAGES.createUnanswered);
const sentKeys = () =>
	fakeApi.requests(createNotification).map(({ headers }) => headers.get('idempotency-key'));

/** Opens the page and its dialog, and types a notification to administrators. */
async function typeNotification(title: string): Promise<void> {
	const pagination = paginationOf(1, 50, 0);
	fakeApi.answer(listNotifications, { success: true, notifications: [], pagination, unread: 0 });
	fakeApi.answer(createNotification, ({ body }) => ({
		success: true,
		message: ADMIN_NOTIFICATION_MESSAGES.created,
		notification: {
			...body,
			id: 90,
			link: null,
			createdAt: '2026-02-03T04:05:06.000Z',
			isRead: false,
		},
	}));
	await renderAdminPage(ADMIN_PAGES.notifications, { as: ADMIN });
	await button('Create Notification').click();
	await dialog.getByLabelText('Title').fill(title);
	await dialog.getByLabelText('Message').fill('On Friday, please.');
}

test('a notification that is sent again after a lost answer keeps its idempotency key, even if the dialog was closed meanwhile', async () => {
	await typeNotification('Stocktaking');
	const stopLosing = fakeApi.loseAnswers(createNotification);
	await send();
	await expect.element(unanswered).toBeVisible();
	await button('Cancel', dialog).click();
	await expect.element(dialog).not.toBeInTheDocument();

	stopLosing();
	await button('Create Notification').click();
	await send();

	await expect.element(text(ADMIN_NOTIFICATION_MESSAGES.created)).toBeVisible();
	const [first, second] = sentKeys();
	expect(first).toMatch(/^[0-9a-f-]{36}$/);
	expect(second).toBe(first);
});

test('a notification that is changed after a lost answer gets a new idempotency key', async () => {
	await typeNotification('Inventory');
	fakeApi.loseAnswers(createNotification);
	await send();
	await expect.element(unanswered).toBeVisible();

	await dialog.getByLabelText('Title').fill('Inventory on Friday');
	await send();
	await expect.poll(sentKeys).toHaveLength(2);
	await expect.element(unanswered).toBeVisible();
	await dialog.getByLabelText('Type').selectOptions('warning');
	await send();

	await expect.poll(sentKeys).toHaveLength(3);
	await expect.element(unanswered).toBeVisible();
	expect(new Set(sentKeys()).size).toBe(3);
});

test('a notification that is typed while the previous notification is being created is kept', async () => {
	await typeNotification('Sports day');
	const release = fakeApi.hold(createNotification);
	await send();
	await button('Cancel', dialog).click();
	await button('Create Notification').click();
	await dialog.getByLabelText('Title').fill('Science day');

	release();
	await expect.element(text(ADMIN_NOTIFICATION_MESSAGES.created)).toBeVisible();
	await button('Cancel', dialog).click();
	await expect.element(dialog).not.toBeInTheDocument();
	await button('Create Notification').click();

	await expect.element(dialog.getByLabelText('Title')).toHaveValue('Science day');
});
