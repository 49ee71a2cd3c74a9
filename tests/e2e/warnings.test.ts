import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { ITEM_MESSAGES } from '#contract/items/facts.ts';
import { NOTIFICATION_MESSAGES } from '#contract/notifications/facts.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { sendMessagesAs } from '#tests/support/chat-client.ts';
import { createSellerAndBuyer } from '#tests/support/chat-page.ts';
import { expectFocus } from '#tests/support/keyboard.ts';
import {
	notificationBell,
	notificationEntries,
	overlayRegion,
} from '#tests/support/notification-locators.ts';
import { openNotifier } from '#tests/support/notifier.ts';
import { expectAccessibleInAllViewports } from '#tests/support/page-checks.ts';
import { signUpPerson } from '#tests/support/people.ts';

const { visit } = await openBrowser();
const notifier = await openNotifier();

describe('a warning', () => {
	const dialogOn = (page: Page) =>
		page.getByRole('alertdialog', { name: NOTIFICATION_MESSAGES.warning });

	test('is shown on the next page that opens, and closes for good only when it is acknowledged', async () => {
		const person = await signUpPerson();
		await notifier.sendReportOutcome(person, 'Fair', 'On Friday.');
		await notifier.sendWarning(person, 'Please describe your items as they are.');
		const page = await visit('/profile', { as: person });
		const dialog = dialogOn(page);
		await dialog.getByText('Please describe your items as they are.').waitFor();

		await expectFocus(dialog.getByRole('heading'));
		await page.keyboard.press('Escape');
		await page.keyboard.press('Escape');
		await page.mouse.click(5, 5);
		for (let presses = 0; presses < 5; presses += 1) await page.keyboard.press('Tab');
		expect(
			await page.evaluate(() => document.activeElement?.closest('dialog, body')?.tagName),
		).not.toBe('MAIN');
		await dialog.getByRole('button', { name: NOTIFICATION_MESSAGES.acknowledge }).click();

		await dialog.waitFor({ state: 'hidden' });
		await notificationBell(page, 1).waitFor();
		await page.goto('/notifications');
		await notificationEntries(page).getByText('Please describe your items as they are.').waitFor();
		await overlayRegion(page).waitFor({ state: 'attached' });
		await notificationBell(page, 1).waitFor();
		expect(await dialog.count()).toBe(0);
	});

	test('does not interrupt: a warning that arrives during a visit waits for the next page', async () => {
		const { seller, buyer, room } = await createSellerAndBuyer();
		await notifier.sendReportOutcome(seller, 'Fair', 'On Friday.');
		const page = await visit('/feedback', { as: seller });
		await overlayRegion(page).waitFor({ state: 'attached' });
		await notificationBell(page, 1).waitFor();

		await notifier.sendWarning(seller, 'Please be kind.');
		await sendMessagesAs(buyer, room, 'Is it still there?');
		await notificationBell(page, 2).waitFor();
		expect(await dialogOn(page).count()).toBe(0);
		await notificationBell(page, 2).click();

		await dialogOn(page).getByText('Please be kind.').waitFor();
	});

	test('that arrived in the notification centre is still shown, although everything there was marked as read', async () => {
		const { seller, buyer, room } = await createSellerAndBuyer();
		await notifier.sendReportOutcome(seller, 'Fair', 'On Friday.');
		const page = await visit('/notifications', { as: seller });
		await notificationEntries(page).getByText('On Friday.').waitFor();
		await notificationBell(page, 1).waitFor();
		await notifier.sendWarning(seller, 'Please be kind.');
		await sendMessagesAs(buyer, room, 'Is it still there?');
		await page.getByRole('button', { name: NOTIFICATION_MESSAGES.showNew('2') }).waitFor();

		await page.getByRole('button', { name: NOTIFICATION_MESSAGES.markAllRead }).click();
		await page.getByRole('status').getByText(NOTIFICATION_MESSAGES.allMarkedRead).waitFor();
		await notificationBell(page, 1).waitFor();
		await page.goto('/feedback');

		await dialogOn(page).getByText('Please be kind.').waitFor();
	});

	test('is acknowledged by keyboard alone', async () => {
		const person = await signUpPerson();
		await notifier.sendWarning(person, 'Please be kind.');
		const page = await visit('/', { as: person, width: 360 });
		await dialogOn(page).waitFor();

		await page.keyboard.press('Tab');
		await page.keyboard.press('Enter');

		await dialogOn(page).waitFor({ state: 'hidden' });
	});

	test('is shown again on the next visit when the acknowledgement failed', async () => {
		const person = await signUpPerson();
		await notifier.sendWarning(person, 'Please be kind.');
		const page = await visit('/feedback', { as: person });
		await page.route('**/api/notifications/*/read', (route) => route.abort());

		await dialogOn(page).getByRole('button', { name: NOTIFICATION_MESSAGES.acknowledge }).click();
		await dialogOn(page).waitFor({ state: 'hidden' });
		await page.getByRole('alert').getByText(ITEM_MESSAGES.noConnection).waitFor();
		await page.unroute('**/api/notifications/*/read');
		await page.reload();

		await dialogOn(page).getByRole('button', { name: NOTIFICATION_MESSAGES.acknowledge }).click();
		await notificationBell(page, 0).waitFor();
	});

	test('has no axe violation, on phone and desktop, light and dark', async () => {
		const person = await signUpPerson();
		await notifier.sendWarning(
			person,
			'Please describe your items as they are. Two were not as described.',
		);
		const page = await visit('/feedback', { as: person, width: 360 });
		await dialogOn(page).waitFor();

		await expectAccessibleInAllViewports(page);
	});
});
