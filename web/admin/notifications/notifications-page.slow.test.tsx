import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { ADMIN_NOTIFICATION_ERRORS } from '#contract/admin/errors.ts';
import {
	ADMIN_NOTIFICATION_MESSAGES,
	createNotification,
	deleteNotification,
	listNotifications,
	markNotificationRead,
	markNotificationsRead,
} from '#contract/admin/notifications.ts';
import { ADMIN_PAGES } from '#contract/admin/pages.ts';
import type { SchemaInput } from '#contract/core/endpoint.ts';
import { paginationOf } from '#contract/core/paging.ts';
import {
	alert,
	answerQuestion,
	button,
	clickBackdrop,
	panelOf,
	press,
	pressByKeyboard,
	question,
	text,
} from '#tests/support/admin-locators.ts';
import { expectAccessible } from '#tests/support/expect-accessible.ts';
import { SUPER_ADMIN } from '#tests/support/fake-administrators.ts';
import { fakeApi, NO_CONNECTION } from '#tests/support/fake-api.ts';
import { ADMIN, renderAdminPage } from '#tests/support/render-admin-page.tsx';
import { skipUntil } from '#tests/support/skip-until.ts';
import { fakeStatistics } from '#tests/support/statistics-replies.ts';
import { storeRows } from '#tests/support/stored-rows.ts';

type Notification = SchemaInput<typeof listNotifications.reply>['notifications'][number];

const list = page.getByRole('main').getByRole('region', { name: 'Notifications' });
const dialog = panelOf('Create Notification');
const card = (title: string) => page.getByRole('article', { name: title });

function notification(
	id: number,
	title: string,
	changes: Partial<Notification> = {},
): Notification {
	const createdAt = '2026-02-03T04:05:06.000Z';
	const message = 'On Sunday.';
	const rest = { type: 'info', target: 'admins', link: null, createdAt, isRead: false } as const;
	return { id, title, message, ...rest, ...changes };
}

/** Makes the fake API store these notifications, given from the newest to the oldest. */
function fakeNotifications(...notifications: readonly Notification[]) {
	const stored = storeRows(notifications);
	fakeApi.answer(listNotifications, () => {
		const all = [...stored.all()];
		const unread = all.filter(({ isRead }) => !isRead).length;
		const pagination = paginationOf(1, 50, all.length);
		return { success: true, notifications: all, pagination, unread, newest: all[0]?.id };
	});
	fakeApi.answer(createNotification, ({ body }) => {
		const { title, message, type, target } = body;
		const created = notification(90, title, { message, type, target });
		stored.add(created);
		const { created: createdMessage } = ADMIN_NOTIFICATION_MESSAGES;
		return { success: true, message: createdMessage, notification: created };
	});
	fakeApi.answer(markNotificationsRead, ({ query: { upTo = 0 } }) => {
		const read = stored.all().filter(({ id }) => id <= upTo);
		stored.change(
			read.map(({ id }) => id),
			{ isRead: true },
		);
		return { success: true, message: ADMIN_NOTIFICATION_MESSAGES.allRead };
	});
	fakeApi.answer(markNotificationRead, ({ params: { id } }) => {
		stored.change(id, { isRead: true });
		return { success: true, message: ADMIN_NOTIFICATION_MESSAGES.oneRead };
	});
	fakeApi.answer(deleteNotification, ({ params: { id } }) => {
		stored.remove(id);
		return { success: true, message: ADMIN_NOTIFICATION_MESSAGES.deleted };
	});
	return stored;
}

const openPage = (as = ADMIN as typeof ADMIN | typeof SUPER_ADMIN, width = 1440) =>
	renderAdminPage(ADMIN_PAGES.notifications, { as, width });

test('an administrator creates a notification for administrators; a missing title is reported first', async () => {
	fakeNotifications();
	fakeStatistics();
	await openPage();
	await button('Create Notification').click();
	const create = button('Create Notification', dialog);
	await create.click();
	await expect.element(dialog.getByText(ADMIN_NOTIFICATION_ERRORS.title.message)).toBeVisible();
	await dialog.getByLabelText('Title').fill('Stocktaking');
	await expect.element(dialog.getByText('11/100')).toBeVisible();
	await dialog.getByLabelText('Message').fill('On Friday, please.');
	await dialog.getByLabelText('Type').selectOptions('warning');
	await dialog.getByLabelText('Target').selectOptions('all');
	const reach = dialog.getByText('1,200 users see it as a banner on the market, at once.');
	await expect.element(reach).toBeVisible();
	await dialog.getByLabelText('Target').selectOptions('admins');

	await create.click();

	await expect.element(text(ADMIN_NOTIFICATION_MESSAGES.created)).toBeVisible();
	for (const fact of ['On Friday, please.', 'Warning', 'For administrators', 'Unread'])
		await expect.element(text(fact, card('Stocktaking'))).toBeVisible();
});

/** Fills in a notification to all users and submits it, up to the question that asks for confirmation. */
async function typeForAll(): Promise<void> {
	await button('Create Notification').click();
	await button('Create Notification', dialog).click();
	const titleError = dialog.getByText(ADMIN_NOTIFICATION_ERRORS.title.message);
	await expect.element(titleError).toBeVisible();
	await dialog.getByLabelText('Title').fill('Fair');
	await dialog.getByLabelText('Message').fill('On Sunday.');
	await dialog.getByLabelText('Target').selectOptions('all');
	await button('Create Notification', dialog).click();
	await expect.element(question.getByText(/as a banner on the market, at once/)).toBeVisible();
	await expect.element(titleError).not.toBeInTheDocument();
}

test('a notification to all users asks for confirmation, and Escape returns to the form without sending', async () => {
	fakeNotifications();
	fakeStatistics();
	await openPage();
	await typeForAll();

	await press('{Escape}');

	await expect.element(question).not.toBeInTheDocument();
	await expect.element(dialog.getByLabelText('Title')).toHaveValue('Fair');
	expect(fakeApi.requests(createNotification)).toEqual([]);
});

test('a typed notification is kept when the dialog is closed and reopened, until the notification is sent', async () => {
	fakeNotifications();
	fakeStatistics();
	await openPage();
	await typeForAll();
	await answerQuestion('Cancel');

	await clickBackdrop(dialog);
	await expect.element(dialog).not.toBeInTheDocument();
	await button('Create Notification').click();
	await expect.element(dialog.getByLabelText('Title')).toHaveValue('Fair');
	await expect.element(dialog.getByText('4/100')).toBeVisible();
	await expect.element(dialog.getByLabelText('Message')).toHaveValue('On Sunday.');
	await expect.element(dialog.getByLabelText('Target')).toHaveValue('all');
	await button('Create Notification', dialog).click();
	await answerQuestion('Tell them');
	await expect.element(text(ADMIN_NOTIFICATION_MESSAGES.created)).toBeVisible();
	await button('Create Notification').click();

	await expect.element(dialog.getByLabelText('Title')).toHaveValue('');
});

test('when the response to creating a notification is lost, the dialog reports that, and the page lists the notification', async () => {
	fakeNotifications();
	fakeStatistics();
	await openPage();
	fakeApi.loseAnswers(createNotification);
	await typeForAll();
	await answerQuestion('Tell them');

	const failure = dialog.getByRole('alert');
	await expect
		.element(failure.getByText(ADMIN_NOTIFICATION_MESSAGES.createUnanswered))
		.toBeVisible();
	await button('Cancel', dialog).click();
	await expect.element(card('Fair')).toBeVisible();
});

test('“Mark all as read” leaves a notification unread that has just arrived, and moves the focus to the list', async () => {
	const stored = fakeNotifications(notification(5, 'Fair'));
	await openPage();
	await expect.element(card('Fair').getByText('Unread')).toBeVisible();
	stored.add(notification(6, 'Feast'));

	await pressByKeyboard(button('Mark all as read'));

	await expect.element(card('Feast').getByText('Unread')).toBeVisible();
	await expect.element(card('Fair').getByText('Unread')).not.toBeInTheDocument();
	await expect.element(text(ADMIN_NOTIFICATION_MESSAGES.allRead)).toBeVisible();
	await expect.element(list).toHaveFocus();
});

test('the “Mark as read” button marks only its own notification and moves the focus to the list', async () => {
	fakeNotifications(notification(6, 'Feast'), notification(5, 'Fair'));
	await openPage(ADMIN, 360);
	const mark = button('Mark as read: Feast');
	await expect.element(mark).toBeVisible();
	const { width, height } = mark.element().getBoundingClientRect();
	expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);

	await pressByKeyboard(mark);

	await expect.element(mark).not.toBeInTheDocument();
	await expect.element(card('Feast').getByText('Unread')).not.toBeInTheDocument();
	await expect.element(card('Fair').getByText('Unread')).toBeVisible();
	await expect.element(list).toHaveFocus();
});

test('opening the link of an unread notification marks the notification as read', async () => {
	const link = `${ADMIN_PAGES.notifications}?type=info`;
	const read = notification(6, 'Feast', { link, isRead: true });
	fakeNotifications(read, notification(5, 'Fair', { link }));
	await openPage();

	await card('Feast').getByRole('link', { name: 'Open Feast' }).click();
	await card('Fair').getByRole('link', { name: 'Open Fair' }).click();

	await expect.element(card('Fair').getByText('Unread')).not.toBeInTheDocument();
	expect(fakeApi.requests(markNotificationRead).map(({ params }) => params)).toEqual([{ id: 5 }]);
});

test('when the only notification is deleted, the confirmation dialog closes before the list is reloaded, and the list gets the focus', async () => {
	fakeNotifications(notification(6, 'Feast'));
	await openPage();
	await expect.element(card('Feast')).toBeVisible();

	await pressByKeyboard(button('Delete Feast'));
	const release = fakeApi.hold(listNotifications);
	await pressByKeyboard(button('Delete', question));

	await expect.element(text(ADMIN_NOTIFICATION_MESSAGES.deleted)).toBeVisible();
	await expect.element(question).not.toBeInTheDocument();
	release();
	await expect.element(card('Feast')).not.toBeInTheDocument();
	await expect.element(list).toHaveFocus();
});

test.each([
	[ADMIN, ADMIN_PAGES.settings, 0],
	[SUPER_ADMIN, ADMIN_PAGES.settings, 1],
	[ADMIN, `${ADMIN_PAGES.feedback}?feedback=1`, 1],
])(
	'an administrator with the role $roleLevel sees $2 links on a notification that refers to $1',
	async (as, link, count) => {
		fakeNotifications(notification(5, 'Switched', { link }));
		await openPage(as);
		await expect.element(page.getByRole('banner').getByText(as.username)).toBeVisible();
		await expect.element(button('Delete Switched')).toBeVisible();

		const links = card('Switched').getByRole('link', { name: 'Open Switched' }).elements();
		expect(links.map((element) => element.getAttribute('href'))).toEqual(Array(count).fill(link));
	},
);

test('when the notifications of the back-office fail to load, the page shows an error', async () => {
	vi.useFakeTimers();
	fakeApi.answer(listNotifications, NO_CONNECTION);

	await openPage();

	await skipUntil(alert.getByText(ADMIN_NOTIFICATION_MESSAGES.loadFailed));
});

test('the notification list and the form for a new notification have no axe violations', async () => {
	fakeNotifications(notification(5, 'Fair'));
	await openPage(ADMIN, 360);
	await expect.element(card('Fair')).toBeVisible();
	await expectAccessible();

	await button('Create Notification').click();
	await expect.element(dialog.getByLabelText('Title')).toBeVisible();

	await expectAccessible();
});
