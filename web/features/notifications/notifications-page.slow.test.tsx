import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { REALTIME_EVENTS } from '#contract/chat/facts.ts';
import { PAGE_TABLE, PAGES } from '#contract/core/pages.ts';
import { ITEM_MESSAGES } from '#contract/items/facts.ts';
import {
	getNotificationSummary,
	listNotifications,
	markAllNotificationsRead,
	markNotificationRead,
} from '#contract/notifications/endpoints.ts';
import { NOTIFICATION_MESSAGES } from '#contract/notifications/facts.ts';
import { listOwnReports } from '#contract/reports/endpoints.ts';
import { STUDENT } from '#tests/support/account-replies.ts';
import { expectAccessible } from '#tests/support/expect-accessible.ts';
import { fakeApi, NO_CONNECTION } from '#tests/support/fake-api.ts';
import {
	fakeNotifications,
	messageNotification,
	notification,
} from '#tests/support/fake-notifications.ts';
import { fakeRealtime } from '#tests/support/fake-realtime.ts';
import { renderApp } from '#tests/support/render-page.tsx';

const list = page.getByRole('list', { name: PAGE_TABLE.notifications.label });
const entries = list.getByRole('listitem');
const status = (text: string) => page.getByRole('status').getByText(text, { exact: true });
const markAllRead = page.getByRole('button', { name: NOTIFICATION_MESSAGES.markAllRead });
const showNewButton = page.getByRole('button', { name: NOTIFICATION_MESSAGES.showNew('1') });
const more = page.getByRole('button', { name: 'Show more' });
const markReadButton = (title: string) =>
	page.getByRole('button', { name: `${NOTIFICATION_MESSAGES.markRead}: ${title}` });
const changed = () => fakeRealtime.emit(REALTIME_EVENTS.notificationsChanged, {});

async function expectUnread(count: number): Promise<void> {
	const name = count === 0 ? 'Notifications' : `Notifications, ${count} unread`;
	const bell = page.getByRole('banner').getByRole('link', { name, exact: true });
	await expect.element(bell).toBeVisible();
	await expect.poll(() => entries.getByText('Unread: ').elements().length).toBe(count);
}

async function renderNotifications(...initial: ReturnType<typeof notification>[]) {
	const fake = fakeNotifications(initial);
	await renderApp(PAGES.notifications, { as: STUDENT });
	if (initial.length > 0) await expect.element(entries.first()).toBeVisible();
	// The page requests the summary again when the realtime connection is open.
	await expect.poll(() => fakeApi.requests(getNotificationSummary).length).toBeGreaterThan(1);
	return fake;
}

test('the newest notification is first, messages link to their chat, and opening an entry marks it as read', async () => {
	fakeApi.answer(listOwnReports, { success: true, reports: [], nextCursor: null });
	const report = notification();
	const fair = notification({ kind: 'announcement', title: 'Fair', link: null });
	const message = messageNotification({ message: 'https://long.example/'.repeat(9), isRead: true });
	await renderNotifications(message, fair, report);
	await expectUnread(2);
	await expect.element(entries.nth(0)).toMatchTextContent(/^New message from Rohit: Drafterhttps/);
	await expect.element(entries.nth(1)).toMatchTextContent(/^Unread: FairWe looked into it\./);
	const links = entries.getByRole('link').elements();
	expect(links.map((link) => link.getAttribute('href'))).toEqual(['/chat/5/6', '/my-reports']);
	await expectAccessible();

	await page.getByRole('link', { name: report.title }).click();

	await expect.poll(() => window.location.pathname).toBe('/my-reports');
	const read = fakeApi.requests(markNotificationRead).map(({ params }) => params.entry);
	expect(read).toEqual([report.id]);
	await expect
		.element(page.getByRole('heading', { level: 1, name: PAGE_TABLE.myReports.label }))
		.toBeVisible();
	window.history.back();
	await expect.poll(() => window.location.pathname).toBe(PAGES.notifications);
	await expectUnread(1);
});

describe('entry in the list of notifications', () => {
	test('an entry can be marked as read by keyboard, and the focus stays on the entry', async () => {
		const [newer, older] = [notification(), notification()];
		await renderNotifications(newer, older);

		markReadButton(older.title).element().focus();
		await userEvent.keyboard('{Enter}');

		await expect.element(status(NOTIFICATION_MESSAGES.markedRead)).toBeInTheDocument();
		await expectUnread(1);
		await expect.element(markReadButton(older.title)).not.toBeInTheDocument();
		await expect.element(entries.nth(1)).toHaveFocus();
	});

	test('the entry of a chat is marked as read only up to the message that the list shows', async () => {
		const shown = messageNotification();
		const { entries: stored } = await renderNotifications(shown);

		stored[0] = messageNotification({ message: 'Hello?' });
		await markReadButton(shown.title).click();

		await expect.element(showNewButton).toBeVisible();
		const sent = fakeApi.requests(markNotificationRead).map(({ query }) => query.upTo);
		expect(sent).toEqual([shown.createdAt]);
		await showNewButton.click();
		await expect.element(entries.getByText('Unread: New message from Rohit')).toBeVisible();
		await expect.element(entries.getByText('Hello?')).toBeVisible();
	});

	test('when marking an entry as read fails, the entry stays unread and the page shows the error', async () => {
		const { title } = (await renderNotifications(notification())).entries[0] ?? notification();
		fakeApi.answer(markNotificationRead, NO_CONNECTION);
		fakeApi.answer(markAllNotificationsRead, NO_CONNECTION);

		for (const button of [markReadButton(title), markAllRead]) {
			await button.click();
			const failure = page.getByRole('alert').getByText(ITEM_MESSAGES.noConnection);
			await expect.element(failure).toBeVisible();
			await page.getByRole('button', { name: 'Dismiss' }).click();
			await expect.element(failure).not.toBeInTheDocument();
			await expectUnread(1);
		}
	});
});

/** Shows two pages, the second with an unread entry, and holds back the third until `release` is called. */
async function renderHalfLoaded() {
	const unread = notification();
	const others = Array.from({ length: 64 }, () => notification({ isRead: true })).reverse();
	await renderNotifications(...others.toSpliced(58, 0, unread));
	more.element().scrollIntoView();
	await expect.poll(() => entries.elements().length).toBe(60);
	const release = fakeApi.hold(listNotifications);
	more.element().scrollIntoView();
	const cursors = () => fakeApi.requests(listNotifications).map(({ query }) => query.cursor);
	await expect.poll(cursors).toContain('60');
	return { unread, release };
}

test('an entry that is marked as read stays read, and the next page is shown', async () => {
	const { unread, release } = await renderHalfLoaded();

	// A click by the pointer would scroll away from the end of the list.
	(markReadButton(unread.title).element() as HTMLElement).click();
	await expectUnread(0);
	release();

	// By the button: the focus has left the one that is gone, which may have scrolled away from the end.
	await expect
		.poll(() => {
			(more.query() as HTMLElement | null)?.click();
			return entries.elements().length;
		})
		.toBe(65);
	await expectUnread(0);
});

test('all notifications that are shown can be marked as read at once, and the focus moves to the list before it is reloaded', async () => {
	const shown = notification();
	const { entries: stored } = await renderNotifications(shown, notification({ isRead: true }));

	stored.unshift(notification());
	const release = fakeApi.hold(listNotifications);
	await markAllRead.click();

	await expect.element(status(NOTIFICATION_MESSAGES.allMarkedRead)).toBeVisible();
	await expect.element(list).toHaveFocus();
	await expect.element(entries.getByText('Unread: ')).not.toBeInTheDocument();
	release();
	await expect.element(showNewButton).toBeVisible();
	const sent = fakeApi.requests(markAllNotificationsRead).map(({ query }) => query.upTo);
	expect(sent).toEqual([shown.createdAt]);
});

describe('new notification on the open page of notifications', () => {
	test('a new notification is offered with a button, and the list does not move', async () => {
		const { entries: stored } = await renderNotifications(notification());
		const top = () => entries.first().element().getBoundingClientRect().y;
		const before = top();

		stored.unshift(messageNotification());
		await changed();
		await expect.element(showNewButton).toBeVisible();
		expect(top()).toBe(before);
		await showNewButton.click();

		await expect.element(entries.first().getByText('Is it still there?')).toBeVisible();
		expect(entries.elements()).toHaveLength(2);
		await expect.element(showNewButton).not.toBeInTheDocument();
		await expect.element(list).toHaveFocus();
	});
});
