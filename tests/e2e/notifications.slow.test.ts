import { expect, test } from 'vitest';
import { PAGE_TABLE } from '#contract/core/pages.ts';
import {
	NOTIFICATION_KIND_LABELS,
	NOTIFICATION_MESSAGES,
	type NotificationKind,
} from '#contract/notifications/facts.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { sendMessagesAs } from '#tests/support/chat-client.ts';
import { createSellerAndBuyer } from '#tests/support/chat-page.ts';
import { expectFocus } from '#tests/support/keyboard.ts';
import { findMailedLink } from '#tests/support/mailbox.ts';
import { notificationBell, notificationEntries } from '#tests/support/notification-locators.ts';
import { openNotifier } from '#tests/support/notifier.ts';
import { expectVisiblyChanged } from '#tests/support/page-checks.ts';
import { signUpPerson } from '#tests/support/people.ts';

const { visit } = await openBrowser();
const notifier = await openNotifier();

test('a new chat message appears on the open notifications page and links to the chat; one button marks the other notifications as read', async () => {
	const { seller, buyer, room } = await createSellerAndBuyer();
	await notifier.sendReportOutcomes(seller, 2);
	const page = await visit('/notifications', { as: seller });
	const entries = notificationEntries(page);
	await notificationBell(page, 2).waitFor();
	await entries.first().getByText('Unread: Report 1').waitFor();

	await sendMessagesAs(buyer, room, 'Is it still there?');
	await page.getByRole('button', { name: NOTIFICATION_MESSAGES.showNew('1') }).click();
	await entries.first().getByText('Is it still there?').waitFor();
	await page.getByRole('link', { name: /^New message from Rohit: / }).click();
	await page.waitForURL(`/chat/${room.itemId}/${room.buyerId}`);
	await page.goBack();
	await entries.getByText(/^Messages from Rohit: /).waitFor();

	await page.getByRole('button', { name: NOTIFICATION_MESSAGES.markAllRead }).click();
	await notificationBell(page, 0).waitFor();
	await page.reload();
	await entries.nth(2).waitFor();
	expect(await page.getByText('Unread:').count()).toBe(0);
});

test('the unsubscribe link in a mail turns off mails of that kind and leads to the settings, which save each change at once', async () => {
	const person = await signUpPerson();
	await notifier.sendWarning(person, 'Please be kind.');
	const link = await findMailedLink(person.email, '/unsubscribe');
	await notifier.sendReportOutcome(person, 'Your report', 'We looked into it.');
	const page = await visit(link, { as: person });
	const preference = (kind: NotificationKind, channel: 'In the market' | 'By mail') =>
		page
			.getByRole('group', { name: NOTIFICATION_KIND_LABELS[kind] })
			.getByRole('switch', { name: channel });
	await page.getByRole('button', { name: 'Unsubscribe' }).click();
	await page.getByText(NOTIFICATION_MESSAGES.unsubscribed).waitFor();
	expect(page.url()).not.toContain('token');
	await page.getByRole('button', { name: NOTIFICATION_MESSAGES.acknowledge }).click();
	await notificationBell(page, 1).waitFor();

	await page.getByRole('link', { name: 'Notification settings' }).click();
	const settings = page.getByRole('heading', { name: PAGE_TABLE.notifications.label, level: 2 });
	await expectFocus(settings);
	await page.emulateMedia({ forcedColors: 'active' });
	const reports = preference('report', 'In the market');
	await expectVisiblyChanged(reports, reports.and(page.locator('[aria-checked=false]')));
	await page.getByText(NOTIFICATION_MESSAGES.preferenceSaved).waitFor();
	await notificationBell(page, 0).waitFor();

	await page.reload();
	await reports.and(page.locator('[aria-checked=false]')).waitFor();
	expect(await preference('warning', 'By mail').getAttribute('aria-checked')).toBe('false');
	expect(await preference('report', 'By mail').getAttribute('aria-checked')).toBe('true');
});

test('a warning and an announcement appear until the user dismisses them, and are then listed under notifications', async () => {
	const person = await signUpPerson();
	await notifier.sendWarning(person, 'Please be kind.');
	await notifier.sendAnnouncement(person, { title: 'Fair', message: 'On Friday.', type: 'info' });
	const page = await visit('/', { as: person, width: 360 });
	const warning = page.getByRole('alertdialog', { name: NOTIFICATION_MESSAGES.warning });
	const announcement = page.getByRole('region', { name: 'Announcement' });
	await warning.getByRole('button', { name: NOTIFICATION_MESSAGES.acknowledge }).click();
	await notificationBell(page, 1).waitFor();
	await page.reload();

	await announcement.getByRole('button', { name: 'Dismiss: Fair' }).click();
	await notificationBell(page, 0).waitFor();
	expect(await warning.count()).toBe(0);
	await page.reload();
	await notificationBell(page, 0).click();

	await notificationEntries(page).getByText('On Friday.').waitFor();
	await notificationEntries(page).getByText('Please be kind.').waitFor();
	expect(await announcement.or(warning).count()).toBe(0);
});
