import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { ITEM_MESSAGES } from '#contract/items/facts.ts';
import { NOTIFICATION_MESSAGES } from '#contract/notifications/facts.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { meet } from '#tests/support/chat-page.ts';
import { writeAs } from '#tests/support/chatting.ts';
import { expectFocus } from '#tests/support/keyboard.ts';
import { expectOpenInAllLooks } from '#tests/support/looks.ts';
import { bellOn, noticesOn, overPagesOn } from '#tests/support/notices.ts';
import { signUpPerson } from '#tests/support/people.ts';
import { openToldPeople } from '#tests/support/told-people.ts';

const { visit } = await openBrowser();
const told = await openToldPeople();

describe('a warning', () => {
	const dialogOn = (page: Page) =>
		page.getByRole('alertdialog', { name: NOTIFICATION_MESSAGES.warning });

	test('is shown on the next page that opens, and closes for good only when it is acknowledged', async () => {
		const person = await signUpPerson();
		await told.tellReport(person, 'Fair', 'On Friday.');
		await told.warn(person, 'Please describe your items as they are.');
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
		await bellOn(page, 1).waitFor();
		await page.goto('/notifications');
		await noticesOn(page).getByText('Please describe your items as they are.').waitFor();
		await overPagesOn(page).waitFor({ state: 'attached' });
		await bellOn(page, 1).waitFor();
		expect(await dialog.count()).toBe(0);
	});

	test('does not interrupt: a warning that arrives during a visit waits for the next page', async () => {
		const { seller, buyer, room } = await meet();
		await told.tellReport(seller, 'Fair', 'On Friday.');
		const page = await visit('/feedback', { as: seller });
		await overPagesOn(page).waitFor({ state: 'attached' });
		await bellOn(page, 1).waitFor();

		await told.warn(seller, 'Please be kind.');
		await writeAs(buyer, room, 'Is it still there?');
		await bellOn(page, 2).waitFor();
		expect(await dialogOn(page).count()).toBe(0);
		await bellOn(page, 2).click();

		await dialogOn(page).getByText('Please be kind.').waitFor();
	});

	test('that arrived in the notification centre is still shown, although everything there was marked as read', async () => {
		const { seller, buyer, room } = await meet();
		await told.tellReport(seller, 'Fair', 'On Friday.');
		const page = await visit('/notifications', { as: seller });
		await noticesOn(page).getByText('On Friday.').waitFor();
		await bellOn(page, 1).waitFor();
		await told.warn(seller, 'Please be kind.');
		await writeAs(buyer, room, 'Is it still there?');
		await page.getByRole('button', { name: NOTIFICATION_MESSAGES.showNew('2') }).waitFor();

		await page.getByRole('button', { name: NOTIFICATION_MESSAGES.markAllRead }).click();
		await page.getByRole('status').getByText(NOTIFICATION_MESSAGES.allMarkedRead).waitFor();
		await bellOn(page, 1).waitFor();
		await page.goto('/feedback');

		await dialogOn(page).getByText('Please be kind.').waitFor();
	});

	test('is acknowledged by keyboard alone', async () => {
		const person = await signUpPerson();
		await told.warn(person, 'Please be kind.');
		const page = await visit('/', { as: person, width: 360 });
		await dialogOn(page).waitFor();

		await page.keyboard.press('Tab');
		await page.keyboard.press('Enter');

		await dialogOn(page).waitFor({ state: 'hidden' });
	});

	test('is shown again on the next visit when the acknowledgement failed', async () => {
		const person = await signUpPerson();
		await told.warn(person, 'Please be kind.');
		const page = await visit('/feedback', { as: person });
		await page.route('**/api/notifications/*/read', (route) => route.abort());

		await dialogOn(page).getByRole('button', { name: NOTIFICATION_MESSAGES.acknowledge }).click();
		await dialogOn(page).waitFor({ state: 'hidden' });
		await page.getByRole('alert').getByText(ITEM_MESSAGES.noConnection).waitFor();
		await page.unroute('**/api/notifications/*/read');
		await page.reload();

		await dialogOn(page).getByRole('button', { name: NOTIFICATION_MESSAGES.acknowledge }).click();
		await bellOn(page, 0).waitFor();
	});

	test('has no axe violation, on phone and desktop, light and dark', async () => {
		const person = await signUpPerson();
		await told.warn(person, 'Please describe your items as they are. Two were not as described.');
		const page = await visit('/feedback', { as: person, width: 360 });
		await dialogOn(page).waitFor();

		await expectOpenInAllLooks(page);
	});
});
