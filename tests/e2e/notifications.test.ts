import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { ITEM_MESSAGES } from '#contract/items/facts.ts';
import { NOTIFICATION_MESSAGES } from '#contract/notifications/facts.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { readChatAs, sendMessagesAs } from '#tests/support/chat-client.ts';
import { createSellerAndBuyer } from '#tests/support/chat-page.ts';
import { expectFocus } from '#tests/support/keyboard.ts';
import { notificationBell, notificationEntries } from '#tests/support/notification-locators.ts';
import { openNotifier } from '#tests/support/notifier.ts';
import { expectAccessibleInAllViewports } from '#tests/support/page-checks.ts';
import { scrollToEnd } from '#tests/support/page-navigation.ts';
import { type Person, signUpPerson } from '#tests/support/people.ts';

const { visit } = await openBrowser();
const notifier = await openNotifier();

/** Entries of one page of the notification centre. */
const A_PAGE = 30;

/** The beginning of Socket.IO's reply to a connection: the session is accepted. */
const SOCKET_CONNECTED = '40';

async function openNotificationCentre(person: Person, width = 1024): Promise<Page> {
	const page = await visit('/notifications', { as: person, width });
	await page.getByRole('heading', { name: NOTIFICATION_MESSAGES.heading, level: 1 }).waitFor();
	return page;
}

describe('the notification centre', () => {
	test('explains what will be there while it is empty, and leads on', async () => {
		const page = await openNotificationCentre(await signUpPerson(), 360);

		await page.getByRole('heading', { name: NOTIFICATION_MESSAGES.empty }).waitFor();

		await page.getByText(NOTIFICATION_MESSAGES.emptyHint).waitFor();
		await page.getByRole('main').getByRole('link', { name: 'See what is on sale' }).waitFor();
	});

	test('is for signed-in users', async () => {
		const page = await visit('/notifications');

		await page.waitForURL('/');
	});

	test('lists the newest first, and opening an entry marks it as read', async () => {
		const person = await signUpPerson();
		await notifier.sendReportOutcome(person, NOTIFICATION_MESSAGES.reportResolved, 'Thank you.');
		await notifier.sendAnnouncement(person, { title: 'Fair', message: 'On Friday.', type: 'info' });
		const page = await openNotificationCentre(person);
		await notificationBell(page, 2).waitFor();
		const both = notificationEntries(page).getByText(/^(Unread: )?(Fair|Your report was upheld)$/);
		await expect.poll(() => both.count()).toBe(2);
		expect(await notificationEntries(page).first().textContent()).toContain('Unread: Fair');
		expect(await notificationEntries(page).first().getByRole('link').count()).toBe(0);

		await page.getByRole('link', { name: NOTIFICATION_MESSAGES.reportResolved }).click();

		await page.waitForURL('/my-reports');
		await notificationBell(page, 1).waitFor();
		await page.goBack();
		const entry = notificationEntries(page).filter({
			hasText: NOTIFICATION_MESSAGES.reportResolved,
		});
		await entry.waitFor();
		await expect.poll(() => entry.getByText('Unread').count()).toBe(0);
	});

	test('links to the chat of a message', async () => {
		const { seller, buyer, room } = await createSellerAndBuyer();
		await sendMessagesAs(buyer, room, 'Is it still there?');
		const page = await openNotificationCentre(seller, 360);

		await notificationEntries(page).getByText('Is it still there?').waitFor();
		await page.getByRole('link', { name: NOTIFICATION_MESSAGES.messages('Rohit', 1) }).click();

		await page.waitForURL(`/chat/${room.itemId}/${room.buyerId}`);
	});

	test('marks one as read by its button, from the keyboard, and keeps the focus there', async () => {
		const person = await signUpPerson();
		await notifier.sendReportOutcomes(person, 2);
		const page = await openNotificationCentre(person);
		const button = page.getByRole('button', {
			name: `${NOTIFICATION_MESSAGES.markRead}: Report 0`,
		});

		await button.focus();
		await page.keyboard.press('Enter');

		await page
			.getByRole('status')
			.getByText(NOTIFICATION_MESSAGES.markedRead, { exact: true })
			.waitFor();
		await notificationBell(page, 1).waitFor();
		expect(await button.count()).toBe(0);
		await expectFocus(notificationEntries(page).filter({ hasText: 'Report 0' }));
		await page.reload();
		await notificationEntries(page).filter({ hasText: 'Unread: Report 1' }).waitFor();
		expect(await page.getByText('Unread:').count()).toBe(1);
	});

	test('marks all as read and moves the focus to the list', async () => {
		const person = await signUpPerson();
		await notifier.sendReportOutcomes(person, 3);
		const page = await openNotificationCentre(person, 360);

		await page.getByRole('button', { name: NOTIFICATION_MESSAGES.markAllRead }).click();

		await page.getByRole('status').getByText(NOTIFICATION_MESSAGES.allMarkedRead).waitFor();
		await notificationBell(page, 0).waitFor();
		expect(await page.getByText('Unread:').count()).toBe(0);
		await expectFocus(page.getByRole('list', { name: NOTIFICATION_MESSAGES.heading }));
	});

	test('loads more on scrolling down, each entry once', async () => {
		const person = await signUpPerson();
		await notifier.sendReportOutcomes(person, A_PAGE + 5);
		const page = await openNotificationCentre(person);
		await notificationEntries(page).first().waitFor();

		await scrollToEnd(page);

		await expect.poll(() => notificationEntries(page).count()).toBe(A_PAGE + 5);
		const titles = await notificationEntries(page).getByRole('link').allTextContents();
		expect(new Set(titles).size).toBe(A_PAGE + 5);
	});

	test('offers new entries without moving the list', async () => {
		const { seller, buyer, room } = await createSellerAndBuyer();
		await notifier.sendReportOutcomes(seller, 3);
		const page = await openNotificationCentre(seller);
		const before = await notificationEntries(page).first().boundingBox();

		await sendMessagesAs(buyer, room, 'Is it still there?');
		const offer = page.getByRole('button', { name: NOTIFICATION_MESSAGES.showNew('1') });
		await offer.waitFor();
		expect(await notificationEntries(page).first().boundingBox()).toEqual(before);
		await offer.click();

		await notificationEntries(page).first().getByText('Is it still there?').waitFor();
		expect(await notificationEntries(page).count()).toBe(4);
		expect(await offer.count()).toBe(0);
		await expectFocus(page.getByRole('list', { name: NOTIFICATION_MESSAGES.heading }));
	});

	test('offers an entry that arrived while a part of the page was still loading', async () => {
		const { seller, buyer, room } = await createSellerAndBuyer();
		await notifier.sendReportOutcomes(seller, 3);
		const page = await visit('/about', { as: seller });
		const written = Promise.withResolvers<void>();
		await page.route('**/assets/header-badges*', async (route) => {
			await written.promise;
			await route.continue();
		});
		const connected = page
			.waitForEvent('websocket')
			.then((socket) =>
				socket.waitForEvent('framereceived', ({ payload }) =>
					String(payload).startsWith(SOCKET_CONNECTED),
				),
			);

		await page.goto('/notifications');
		await notificationEntries(page).nth(2).waitFor();
		await connected;
		await sendMessagesAs(buyer, room, 'Is it still there?');
		written.resolve();

		await page.getByRole('button', { name: NOTIFICATION_MESSAGES.showNew('1') }).waitFor();
	});

	test('shows the first entry at once, and that it was read on another device', async () => {
		const { seller, buyer, room } = await createSellerAndBuyer();
		const page = await openNotificationCentre(seller, 360);
		await page.getByText(NOTIFICATION_MESSAGES.empty).waitFor();

		await sendMessagesAs(buyer, room, 'Is it still there?');
		await notificationEntries(page)
			.getByText(`Unread: ${NOTIFICATION_MESSAGES.messages('Rohit', 1)}`)
			.waitFor();
		await readChatAs(seller, room);

		await page.getByRole('link', { name: NOTIFICATION_MESSAGES.readMessages('Rohit') }).waitFor();
		expect(await page.getByText('Unread:').count()).toBe(0);
	});

	test('offers a retry when loading fails, and then shows the list', async () => {
		const person = await signUpPerson();
		await notifier.sendReportOutcomes(person, 1);
		const page = await visit('/', { as: person });
		await notificationBell(page, 1).waitFor();
		const calls = '**/api/notifications*';
		const failing = { status: 400, json: { success: false } };
		await page.route(calls, (route) => route.fulfill(failing));

		await notificationBell(page, 1).click();
		await page.getByRole('alert').getByText(NOTIFICATION_MESSAGES.loadFailed).waitFor();
		await page.unroute(calls);
		await page.route(calls, (route) => route.abort());
		await page.getByRole('button', { name: 'Try again' }).click();
		await page.getByRole('alert').getByText(ITEM_MESSAGES.noConnection).waitFor();
		await page.unroute(calls);
		await page.getByRole('button', { name: 'Try again' }).click();

		await notificationEntries(page).getByText('Report 0').waitFor();
	});

	test('keeps an entry unread when marking it fails, and says so', async () => {
		const person = await signUpPerson();
		await notifier.sendReportOutcomes(person, 1);
		const page = await openNotificationCentre(person);
		await page.route('**/api/notifications/*/read', (route) => route.abort());
		await page.route('**/api/notifications/read-all*', (route) => route.abort());
		const button = page.getByRole('button', {
			name: `${NOTIFICATION_MESSAGES.markRead}: Report 0`,
		});

		await button.click();
		await page.getByRole('alert').getByText(ITEM_MESSAGES.noConnection).waitFor();
		await button.waitFor();
		await page.getByRole('button', { name: 'Dismiss' }).click();
		await page.getByRole('button', { name: NOTIFICATION_MESSAGES.markAllRead }).click();

		await page.getByRole('alert').getByText(ITEM_MESSAGES.noConnection).waitFor();
		expect(await page.getByText('Unread:').count()).toBe(1);
	});
});

test('axe finds nothing wrong in the notification centre, on phone and desktop, light and dark', async () => {
	const { seller, buyer, room } = await createSellerAndBuyer();
	await notifier.sendReportOutcomes(seller, 2);
	await sendMessagesAs(buyer, room, 'https://a-very-long-address.example/'.repeat(4));
	const page = await visit('/notifications', { as: seller, width: 360 });
	await notificationEntries(page).first().waitFor();

	await expectAccessibleInAllViewports(page);
});
